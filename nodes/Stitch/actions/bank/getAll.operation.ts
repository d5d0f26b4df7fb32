import { defineOperation } from '../../run/operation';
import { listForm } from '../fields/list';
import { readBanks, simplifyBank } from './banks';

export const getAll = defineOperation({
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many banks',
	description: 'Retrieve the banks that Stitch knows, and whether they are up today',
	form: listForm,
	simplify: simplifyBank,

	send: async ({ limit }, service) => (await readBanks(service)).slice(0, limit),
});
