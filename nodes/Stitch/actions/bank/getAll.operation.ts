import { defineOperation } from '../../run/operation';
import { listForm } from '../fields/list';
import { readBanks, simplifyBank } from './banks';

/** Lists the banks with today's state. */
export const getAll = defineOperation<{ limit: number }>({
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many banks',
	description: 'Retrieve the banks that Stitch knows, and whether they are up today',
	fields: listForm.properties,
	simplify: simplifyBank,

	prepare: (item) => listForm.read(item),

	send: async ({ limit }, service) => (await readBanks(service)).slice(0, limit),
});
