import { defineOperation } from '../../run/operation';
import { check } from '../../schemas/field';
import { limit } from '../../schemas/list';
import { queryGraphql } from '../../transport/graphql';
import { listedIn } from '../../transport/graphqlPaging';
import { listFields, rawLimit } from '../fields/list';
import { simplifyBank } from './banks';
import { bankStates } from './bank.graphql';

/** Lists the banks with today's state (public guides: `banks`). */
export const getAll = defineOperation<{ limit: number }>({
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many banks',
	description: 'Get the banks that Stitch knows, and whether they are up today (via GraphQL)',
	fields: listFields,
	simplify: simplifyBank,

	prepare: (item) => ({ limit: check(limit, rawLimit(item)) }),

	// The service returns all of them at once, without pages.
	async send({ limit: wanted }, service) {
		const data = await queryGraphql(service, { query: bankStates, repeat: 'always' });
		return listedIn(data, 'banks').slice(0, wanted);
	},
});
