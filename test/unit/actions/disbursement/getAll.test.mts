import { getAll } from '../../../../nodes/Stitch/actions/disbursement/getAll.operation';
import { disbursementsQuery } from '../../../../nodes/Stitch/actions/disbursement/disbursement.graphql';
import { answer } from '../../builders.mts';
import { complaints, perform } from '../perform.mts';

const node = {
	id: 'd-1',
	amount: { quantity: '150.00', currency: 'ZAR' },
	nonce: 'n-1',
	externalReference: 'PAY-1',
	beneficiaryReference: 'Salary',
	bankBeneficiary: { accountHolder: 'Payee', accountNumber: '1234567890', bankId: 'fnb' },
	created: '2026-11-20T09:00:00Z',
	status: { __typename: 'DisbursementCompleted', date: '2026-11-20T10:02:00Z' },
};

function served(...nodes: object[]) {
	const edges = nodes.map((each) => ({ node: each }));
	return answer(200, {
		data: { client: { disbursements: { edges, pageInfo: { hasNextPage: false } } } },
	});
}

describe('Disbursement → Get Many', () => {
	it('asks for all, newest first, and returns them as Get does', async () => {
		const { output, sent } = await perform(getAll, { limit: 50 }, [served(node)]);
		expect(sent[0]?.body).toEqual({
			query: disbursementsQuery.full,
			variables: { filter: {}, first: 50 },
		});
		expect(output).toEqual([
			{
				id: 'd-1',
				amount: { quantity: '150.00', currency: 'ZAR' },
				nonce: 'n-1',
				externalReference: 'PAY-1',
				beneficiaryReference: 'Salary',
				beneficiary: { name: 'Payee', accountNumber: '1234567890', bankId: 'fnb' },
				status: 'completed',
				statusDate: '2026-11-20T10:02:00Z',
				createdAt: '2026-11-20T09:00:00Z',
			},
		]);
	});

	it.each([
		['Pending', {}, { status: 'pending' }],
		['Submitted', {}, { status: 'submitted' }],
		[
			'Error',
			{ disbursementErrorReason: 'inactive_account', disbursementErrorDescription: 'Closed' },
			{ status: 'error', statusReason: 'inactive_account', description: 'Closed' },
		],
		[
			'Paused',
			{ disbursementPausedReason: 'insufficient_funds' },
			{ status: 'paused', statusReason: 'insufficient_funds' },
		],
		[
			'Cancelled',
			{ disbursementCancelledReason: 'Wrong amount' },
			{ status: 'cancelled', statusReason: 'Wrong amount' },
		],
		[
			'Reversed',
			{ disbursementReversedReason: 'invalid_account', disbursementReversedDescription: 'Back' },
			{ status: 'reversed', statusReason: 'invalid_account', description: 'Back' },
		],
		['BrandNew', {}, { status: 'brand_new' }],
	])('names the status %s as REST does', async (kind, fields, expected) => {
		const status = { __typename: `Disbursement${kind}`, date: 'then', ...fields };
		const { output } = await perform(getAll, { limit: 1 }, [served({ ...node, status })]);
		expect(output).toEqual([expect.objectContaining({ ...expected, statusDate: 'then' })]);
	});

	it('filters by nonce, external reference, statuses and dates', async () => {
		const filters = {
			nonce: 'n-1',
			externalReference: 'PAY-1',
			status: ['paused', 'error'],
			createdAfter: '2026-11-01T00:00:00',
			createdBefore: '2026-11-30T00:00:00Z',
		};
		const { sent } = await perform(getAll, { returnAll: true, filters }, [served()]);
		expect(sent[0]?.body).toMatchObject({
			variables: {
				filter: {
					nonce: { eq: 'n-1' },
					externalReference: { eq: 'PAY-1' },
					status: { typename: { in: ['DisbursementPaused', 'DisbursementError'] } },
					created: { gte: '2026-10-31T22:00:00.000Z', lte: '2026-11-30T00:00:00.000Z' },
				},
				first: 100,
			},
		});
	});

	it('asks for every status when none is chosen', async () => {
		const { sent } = await perform(getAll, { limit: 1, filters: { status: [] } }, [served()]);
		expect(sent[0]?.body).toMatchObject({ variables: { filter: {} } });
	});

	it('takes statuses with commas, as an expression may give them', async () => {
		const { sent } = await perform(getAll, { limit: 1, filters: { status: 'paused, error' } }, [
			served(),
		]);
		expect(sent[0]?.body).toMatchObject({
			variables: {
				filter: { status: { typename: { in: ['DisbursementPaused', 'DisbursementError'] } } },
			},
		});
	});

	it('names every filter that is wrong', () => {
		const filters = { status: ['paid'], createdAfter: 'soon', createdBefore: '2026-13-01' };
		expect(complaints(getAll, { limit: -1, filters })).toEqual([
			"'Status' is not a status that Stitch knows: paid",
			"'Created After' is not a date that can be read: soon",
			"'Created Before' is not a date that can be read: 2026-13-01",
			"'Limit' cannot be -1",
		]);
	});
});
