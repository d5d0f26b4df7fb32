import type { IDataObject } from 'n8n-workflow';

import { getAll } from '../../../../nodes/Stitch/actions/refund/getAll.operation';
import { simplifyRefund } from '../../../../nodes/Stitch/actions/refund/refunds';
import { graphqlPage } from '../../builders.mts';
import { complaints, perform } from '../perform.mts';

describe('the refunds of payment requests', () => {
	const online = { refundsOf: 'paymentRequest', returnAll: true };

	it('are asked of GraphQL with its filters', async () => {
		const filters = {
			paymentRequestId: 'p',
			nonce: 'n',
			status: ['pending', 'error'],
			createdAfter: '2026-11-01T00:00:00Z',
		};
		const page = graphqlPage('refunds', []);
		const { sent } = await perform(getAll, { ...online, filters }, [page]);
		expect(sent[0]?.body).toMatchObject({
			variables: {
				filter: {
					paymentInitiationRequest: { id: { eq: 'p' } },
					nonce: { eq: 'n' },
					status: { typename: { in: ['RefundPending', 'RefundError'] } },
					created: { gte: '2026-11-01T00:00:00.000Z' },
				},
			},
		});
	});

	it('say why one is on hold, whose reason Stitch refuses under the name of another', async () => {
		const status = { __typename: 'RefundPaused', pausedReason: 'insufficient_funds' };
		const page = graphqlPage('refunds', [{ id: 'r', status }]);
		const { output, sent } = await perform(getAll, online, [page]);
		expect(sent[0]?.body).toMatchObject({
			query: expect.stringContaining('on RefundPaused { date pausedReason: reason }') as string,
		});
		expect(output).toMatchObject([{ status: 'paused', statusReason: 'insufficient_funds' }]);
		const [refund] = (output as IDataObject[]).map(simplifyRefund);
		expect(refund?.reasonText).toMatch(/^There is too little money in the float account/);
	});

	it('reject filters that cannot be read, every one of them', () => {
		const filters = { status: 'paid', createdAfter: 'soon' };
		expect(complaints(getAll, { ...online, filters })).toEqual([
			"'Created After' is not a date that can be read: soon",
			"'Status' is not a status that Stitch knows: paid",
		]);
		expect(complaints(getAll, { refundsOf: 'cards', limit: 5 })).toEqual([
			"'Refunds Of' cannot be cards",
		]);
	});
});
