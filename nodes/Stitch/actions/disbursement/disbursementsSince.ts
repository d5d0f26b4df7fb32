import { meaningOf } from '../../run/lifecycle';
import type { PaidPayment } from '../../run/operation';
import { moneyIn } from '../../schemas/money';
import { readConnection } from '../../transport/graphqlPaging';
import { asFields } from '../../transport/json';
import { unreadableList } from '../../transport/restPaging';
import type { Service } from '../../transport/service';
import { asDisbursement, disbursements } from './disbursements';
import { disbursementsQuery } from './disbursement.graphql';

/**
 * The disbursements of the client that were created since a moment (ISO 8601, UTC) and have not
 * failed: paid, being paid, or waiting for the float.
 * @throws {ServiceFailure} also for an amount that cannot be read, because a sum
 * without it would be wrong
 */
export async function disbursementsSince(service: Service, since: string): Promise<PaidPayment[]> {
	const records = await readConnection(
		service,
		{
			query: disbursementsQuery.core,
			variables: { filter: { created: { gte: since } } },
			at: ['client', disbursements.graphql.list],
			// Keeps no more of a record than needed, as there can be many in a day.
			asOutput: ({ nonce, amount, status }) => ({ nonce, ...asDisbursement({ amount, status }) }),
		},
		Infinity,
	);
	return records
		.filter((record) => meaningOf(record, disbursements) !== 'failed')
		.map(({ nonce, amount }) => {
			const paid = moneyIn(asFields(amount).quantity);
			if (paid === undefined) throw unreadableList();
			return { nonce: String(nonce), cents: paid.cents };
		});
}
