import type { IDataObject } from 'n8n-workflow';

import {
	asDisbursement,
	disbursements,
	disbursementsSince,
	simplifyDisbursement,
} from '../../../../nodes/Stitch/actions/disbursement/disbursements';
import { tryObject } from '../../../../nodes/Stitch/transport/object';
import { answer, graphqlPage, refused, serviceOf } from '../../builders.mts';

describe('why a disbursement has its status', () => {
	it.each([
		[{ statusReason: 'inactive_account' }, 'inactive_account'],
		[{ reason: 'inactive_account' }, 'inactive_account'],
		[{ statusReason: 'inactive_account', reason: 'other' }, 'inactive_account'],
		[{}, undefined],
	])('is read of REST from either field: %j', async (said, statusReason) => {
		const { service } = serviceOf([answer(200, { id: 'd', status: 'error', ...said })]);
		const read = await tryObject(service, disbursements.one, 'd');
		expect('answer' in read && read.answer.body.statusReason).toBe(statusReason);
	});

	it('is read with a status that REST writes as GraphQL does', async () => {
		const status = {
			__typename: 'DisbursementError',
			disbursementErrorReason: 'inactive_account',
		};
		const { service } = serviceOf([answer(200, { id: 'd', status })]);
		expect(await tryObject(service, disbursements.one, 'd')).toMatchObject({
			answer: { body: { id: 'd', status: 'error', statusReason: 'inactive_account' } },
		});
	});

	it('is in the columns, also of one that was just created', () => {
		const created = {
			id: 'd',
			status: 'paused',
			reason: 'insufficient_funds',
			alreadyExisted: false,
		};
		expect(simplifyDisbursement(created).reasonText).toMatch(
			/too little money in the float account/,
		);
	});
});

describe('the events of disbursements', () => {
	const [events] = disbursements.events;

	it('are read where GraphQL lists disbursements, and nowhere else', () => {
		const node = { id: 'd', status: { __typename: 'DisbursementPaused' } };
		expect(events.readGraphqlNode?.('disbursements', node)).toEqual({
			data: node,
			state: { __typename: 'DisbursementPaused' },
		});
		expect(events.readGraphqlNode?.('refunds', node)).toBeUndefined();
	});

	it('do without a status that is not there', () => {
		expect(events.readGraphqlNode?.('disbursements', { id: 'd' })?.state).toEqual({});
	});
});

it('gives a disbursement from GraphQL the field names of REST', () => {
	const node = {
		id: 'd',
		nonce: 'n',
		amount: { quantity: '150.00', currency: 'ZAR' },
		bankBeneficiary: { accountHolder: 'Payee', accountNumber: '1234567890', bankId: 'fnb' },
		created: '2026-11-20T10:00:00Z',
		status: {
			__typename: 'DisbursementReversed',
			disbursementReversedReason: 'invalid_account',
			date: '2026-11-21T10:00:00Z',
		},
	};
	expect(asDisbursement(node)).toEqual({
		id: 'd',
		nonce: 'n',
		amount: { quantity: '150.00', currency: 'ZAR' },
		beneficiary: { name: 'Payee', accountNumber: '1234567890', bankId: 'fnb' },
		status: 'reversed',
		statusReason: 'invalid_account',
		statusDate: '2026-11-21T10:00:00Z',
		createdAt: '2026-11-20T10:00:00Z',
	});
});

describe('a disbursement as columns', () => {
	const sent = {
		id: 'd',
		amount: { currency: 'ZAR', quantity: '150.10' },
		nonce: 'n',
		externalReference: 'salary-1',
		beneficiaryReference: 'Salary',
		beneficiary: { name: 'Payee', accountNumber: '1234567890', bankId: 'fnb' },
		type: 'instant',
		status: 'paused',
		statusReason: 'insufficient_funds',
		createdAt: '2026-11-20T10:00:00Z',
	};

	it.each(['pending', 'submitted'])('says that it is not paid yet: %s', (status) => {
		const created = { ...sent, status, statusReason: undefined, alreadyExisted: false };
		expect(simplifyDisbursement(created).reasonText).toBe(
			'Accepted, not paid yet. Do not pay it in another way.',
		);
	});

	it.each([
		['once it is paid', { status: 'completed', alreadyExisted: true }],
		['in a list, of each of many', { status: 'pending' }],
	])('says nothing of that %s', (_, change) => {
		const { statusReason, ...rest } = sent;
		expect(simplifyDisbursement({ ...rest, ...change }).reasonText).toBeNull();
	});

	it('is in the order in which a person reads it', () => {
		const shown = simplifyDisbursement({ ...sent, alreadyExisted: false });
		expect(Object.entries(shown)).toEqual([
			['status', 'paused'],
			['alreadyExisted', false],
			[
				'reasonText',
				expect.stringMatching(
					/^There is too little money in the float account, so later payouts also wait\. /,
				),
			],
			['externalReference', 'salary-1'],
			['beneficiaryName', 'Payee'],
			['amount', 150.1],
			['createdAt', '2026-11-20T10:00:00Z'],
			['bank', 'fnb'],
			['accountNumber', '1234567890'],
			['id', 'd'],
		]);
	});

	it('is the same from REST and from a list of GraphQL', () => {
		const listed = asDisbursement({
			id: 'd',
			nonce: 'n',
			amount: { quantity: '150.10', currency: 'ZAR' },
			externalReference: 'salary-1',
			beneficiaryReference: 'Salary',
			bankBeneficiary: { accountHolder: 'Payee', accountNumber: '1234567890', bankId: 'fnb' },
			created: '2026-11-20T10:00:00Z',
			status: {
				__typename: 'DisbursementPaused',
				disbursementPausedReason: 'insufficient_funds',
				date: '2026-11-20T11:00:00Z',
			},
		});
		expect(simplifyDisbursement(listed)).toEqual(simplifyDisbursement(sent));
		expect(simplifyDisbursement(listed)).toMatchObject({ createdAt: '2026-11-20T10:00:00Z' });
	});

	it('shows the bank under either name that the service uses', () => {
		const beneficiary = { name: 'Payee', bank: 'absa' };
		expect(simplifyDisbursement({ ...sent, beneficiary }).bank).toBe('absa');
	});

	it('has a column for what an object leaves out', () => {
		const { externalReference, ...silent } = sent;
		expect([externalReference, Object.keys(simplifyDisbursement(silent))]).toEqual([
			'salary-1',
			Object.keys(simplifyDisbursement(sent)),
		]);
	});
});

describe('the payouts since a time', () => {
	const since = '2026-11-19T22:00:00.000Z';

	const node = (nonce: string, status: string, quantity: unknown = '10.50') => ({
		id: nonce,
		nonce,
		amount: { quantity, currency: 'ZAR' },
		status: { __typename: `Disbursement${status}` },
	});

	const page = (nodes: object[], endCursor?: string) =>
		graphqlPage('disbursements', nodes, endCursor);

	it('lists payouts that were paid, are being paid or wait, and leaves out those that failed', async () => {
		const statuses = [
			'Pending',
			'Submitted',
			'Paused',
			'Completed',
			'Error',
			'Cancelled',
			'Reversed',
		];
		const { service, sent } = serviceOf([page(statuses.map((status) => node(status, status)))]);
		expect(await disbursementsSince(service, since)).toEqual(
			['Pending', 'Submitted', 'Paused', 'Completed'].map((nonce) => ({ nonce, cents: 1050 })),
		);
		expect(sent[0]?.body).toMatchObject({ variables: { filter: { created: { gte: since } } } });
	});

	it('are asked for without a field that Stitch may lack: the limit of a day would reject every run', async () => {
		const { service } = serviceOf(({ body }) =>
			String((body as IDataObject).query).includes('externalReference')
				? refused('GRAPHQL_VALIDATION_FAILED', 'Cannot query field "externalReference"')
				: page([node('n', 'Pending')]),
		);
		expect(await disbursementsSince(service, since)).toHaveLength(1);
	});

	it('counts a payout with an unknown status', async () => {
		const { service } = serviceOf([page([node('n', 'Reviewed')])]);
		expect(await disbursementsSince(service, since)).toHaveLength(1);
	});

	it('reads all pages', async () => {
		const { service } = serviceOf([
			page([node('a', 'Pending')], 'next'),
			page([node('b', 'Pending')]),
		]);
		const paid = await disbursementsSince(service, since);
		expect(paid.map(({ nonce }) => nonce)).toEqual(['a', 'b']);
	});

	it.each([null, '', 'ten', -1])('does not add up an amount of %p', async (quantity) => {
		const { service } = serviceOf([page([node('a', 'Pending', quantity)])]);
		await expect(disbursementsSince(service, since)).rejects.toThrow('a list that cannot be read');
	});
});
