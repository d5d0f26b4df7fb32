import type { IDataObject } from 'n8n-workflow';

import { create } from '../../../../nodes/Stitch/actions/refund/create.operation';
import { ServiceFailure } from '../../../../nodes/Stitch/transport/failure';
import { answer, itemOf, serviceOf } from '../../builders.mts';
import { complaints, perform } from '../perform.mts';

const ofSession: IDataObject = {
	refundOf: 'terminalSession',
	terminalSessionId: 'session-1',
	amount: '10.50',
	reason: 'requested_by_customer',
	nonceSource: 'custom',
	customNonce: 'nonce-1',
};
const ofCharge: IDataObject = { ...ofSession, refundOf: 'charge', chargeId: 'charge-1' };
const withContent = { ...ofSession, nonceSource: 'itemContent' };

const created = answer(201, { id: 'refund-1', status: 'success' });
const duplicate = answer(409, { code: 'CONFLICT' });
const found = (record: IDataObject) =>
	answer(200, { data: [record], page: { limit: 1, offset: 0, hasNext: false } });
const nothingFound = answer(200, { data: [], page: { limit: 1, offset: 0, hasNext: false } });

function nonceOf(parameters: IDataObject): string {
	const { service } = serviceOf([]);
	return create.payment?.(create.prepare(itemOf(parameters), service)).nonce ?? '';
}

it.each([
	['terminal session', ofSession, { terminalSession: 'session-1' }],
	['charge', ofCharge, { charge: 'charge-1' }],
])('refunds a %s with an amount in rand as a number', async (_, parameters, origin) => {
	const { output, sent } = await perform(create, parameters, [created]);
	expect(sent).toStrictEqual([
		{
			method: 'POST',
			url: 'https://rest.test/v2/refunds',
			body: {
				...origin,
				amount: 10.5,
				currency: 'ZAR',
				reason: 'requested_by_customer',
				metadata: undefined,
				nonce: 'nonce-1',
			},
		},
	]);
	expect(output).toEqual({
		id: 'refund-1',
		status: 'success',
		nonce: 'nonce-1',
		client: 'test',
		alreadyExisted: false,
	});
});

it.each(['fraud', 'requested_by_customer', 'duplicate_charge'])(
	'sends the reason %s',
	async (reason) => {
		const { sent } = await perform(create, { ...ofSession, reason }, [created]);
		expect(sent[0]?.body).toMatchObject({ reason });
	},
);

it('sends metadata, nested values as they are', async () => {
	const additionalFields = {
		metadata: {
			entry: [
				{ key: 'till', value: '3' },
				{ key: 'order', value: { id: 7 } },
			],
		},
	};
	const { sent } = await perform(create, { ...ofSession, additionalFields }, [created]);
	expect(sent[0]?.body).toMatchObject({ metadata: { till: '3', order: { id: 7 } } });
});

it('gives equal content one nonce, however the amount is written, and other content another', () => {
	const nonce = nonceOf(withContent);
	expect(nonce).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-5/);
	expect(nonceOf({ ...withContent, amount: 10.5 })).toBe(nonce);
	expect(nonceOf({ ...withContent, amount: '10.51' })).not.toBe(nonce);
	expect(nonceOf({ ...withContent, terminalSessionId: 'session-2' })).not.toBe(nonce);
	expect(nonceOf({ ...withContent, refundOf: 'charge', chargeId: 'session-1' })).not.toBe(nonce);
});

it('repeats an unanswered refund under the same nonce', async () => {
	const { sent } = await perform(
		create,
		ofSession,
		[{ kind: 'answerLost' }, answer(503, {}), created],
		{ maxAttempts: 5 },
	);
	expect(sent).toHaveLength(3);
	expect(new Set(sent.map(({ body }) => (body as IDataObject).nonce))).toEqual(
		new Set(['nonce-1']),
	);
});

describe('when the nonce was used before', () => {
	it('finds the first refund by the nonce and returns it', async () => {
		const record = { id: 'refund-1', amount: 10.5, terminalSession: 'session-1', nonce: 'nonce-1' };
		const { output, sent } = await perform(create, ofSession, [duplicate, found(record)]);
		expect(sent[1]).toEqual({
			method: 'GET',
			url: 'https://rest.test/v2/refunds',
			qs: { nonce: 'nonce-1', limit: 1, offset: 0 },
		});
		expect(output).toEqual({ ...record, client: 'test', alreadyExisted: true });
	});

	it('returns a record that tells little, and says what could not be compared', async () => {
		const { output } = await perform(create, ofCharge, [duplicate, found({ id: 'refund-1' })]);
		expect(output).toEqual({
			id: 'refund-1',
			nonce: 'nonce-1',
			client: 'test',
			alreadyExisted: true,
			notCompared: ['Amount', 'Charge ID'],
		});
	});

	it.each([
		[ofSession, { amount: 20 }, "'Amount' was R20.00 and is now R10.50"],
		[
			ofSession,
			{ terminalSession: { id: 'session-2' } },
			"'Terminal Session' was session-2 and is now session-1",
		],
		[ofCharge, { charge: 'charge-2' }, "'Charge ID' was charge-2 and is now charge-1"],
	])('fails when it was another refund: %#', async (parameters, record, words) => {
		const { failure, sent } = await perform(create, parameters, [
			duplicate,
			found({ id: 'refund-1', ...record }),
		]);
		expect(failure).toBeInstanceOf(ServiceFailure);
		expect((failure as ServiceFailure).message).toContain(words);
		expect(sent.filter(({ method }) => method === 'POST')).toHaveLength(1);
	});

	it('never takes a refund with another nonce for it', async () => {
		const other = found({ id: 'refund-9', nonce: 'nonce-9' });
		const { failure } = await perform(create, ofSession, [duplicate, other]);
		expect((failure as ServiceFailure).message).toContain('could not be looked up');
	});

	it('says that there may be one that is not listed yet when the first one is not found', async () => {
		const { failure } = await perform(create, ofSession, [
			duplicate,
			nothingFound,
			nothingFound,
			nothingFound,
		]);
		expect((failure as ServiceFailure).message).toContain('there may be one');
		expect((failure as ServiceFailure).details.advice).toContain('Get Many');
	});

	it('fails with the ID of the first refund when asked to', async () => {
		const { failure } = await perform(create, { ...ofSession, options: { onDuplicate: 'fail' } }, [
			duplicate,
			found({ id: 'refund-1' }),
		]);
		expect(failure).toMatchObject({ details: { kind: 'duplicate', id: 'refund-1' } });
	});
});

it('tells the guards of a run how much would move', () => {
	const { service } = serviceOf([]);
	expect(create.payment?.(create.prepare(itemOf(ofCharge), service))).toMatchObject({
		amount: { cents: 1050 },
		nonce: 'nonce-1',
		body: { charge: 'charge-1', amount: 10.5 },
	});
});

it.each([
	[{ refundOf: 'invoice' }, ["'Refund Of' cannot be invoice"]],
	[{ terminalSessionId: '' }, ["'Terminal Session' is empty"]],
	[{ refundOf: 'charge', chargeId: '' }, ["'Charge ID' is empty"]],
	[{ amount: '0' }, ["'Amount' must be more than 0: 0"]],
	[{ amount: '1000.005' }, ["'Amount' has more than two decimals: 1000.005"]],
	[{ reason: 'boredom' }, ["'Reason' cannot be boredom"]],
	[{ customNonce: '' }, ["'My Own Key' is empty"]],
	[{ nonceSource: 'unique' }, ["'Duplicate Protection' cannot be unique"]],
	[{ options: { onDuplicate: 'stop' } }, ["'On Duplicate' cannot be stop"]],
	[
		{ additionalFields: { metadata: { entry: [{ key: '', value: '1' }] } } },
		["'Metadata' has a value without a key"],
	],
	[
		{ amount: '', reason: '', terminalSessionId: '' },
		["'Terminal Session' is empty", "'Amount' is empty", "'Reason' is empty"],
	],
])('refuses %j before anything is sent', (wrong, expected) => {
	expect(complaints(create, { ...ofSession, ...wrong })).toEqual(expected);
});
