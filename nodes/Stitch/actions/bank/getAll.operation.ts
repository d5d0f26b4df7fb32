import { defineOperation } from '../../run/operation';
import { check } from '../../schemas/field';
import { limit, listFields, rawLimit } from '../fields/list';
import { readBanks, simplifyBank } from './banks';

/** Lists the banks with today's state. */
export const getAll = defineOperation<{ limit: number }>({
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many banks',
	description: 'Retrieve the banks that Stitch knows, and whether they are up today',
	fields: listFields,
	simplify: simplifyBank,

	prepare: (item) => ({ limit: check(limit, rawLimit(item)) }),

	send: async ({ limit: wanted }, service) => (await readBanks(service)).slice(0, wanted),
});
