import { defineOperation } from '../../run/operation';
import { check } from '../../schemas/field';
import { limit } from '../../schemas/list';
import { ServiceFailure } from '../../transport/failure';
import { queryGraphql } from '../../transport/graphql';
import { asJsonObject } from '../../transport/json';
import { listFields, rawLimit } from '../fields/list';
import { simplifyBank } from './banks';
import { bankStates } from './bankStates.graphql';

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
		const { banks } = await queryGraphql(service, { query: bankStates, repeat: 'always' });
		// An empty list would say that no bank is down.
		if (!Array.isArray(banks)) throw unreadable();
		const known = (banks as unknown[]).map(asJsonObject).filter((bank) => bank !== undefined);
		return known.slice(0, wanted);
	},
});

function unreadable(): ServiceFailure {
	return new ServiceFailure({ kind: 'unreadable', status: 200, onlyRead: true });
}
