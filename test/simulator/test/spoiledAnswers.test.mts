import type { FaultRule } from '../faults.mts';
import type { RunningSimulator } from '../start.mts';
import { startSimulator } from '../start.mts';
import { codeIn, newCallers } from './caller.mts';
import { asker } from './graphqlCaller.mts';
import { disbursementBody } from './orders.mts';
import { paidOnline, refundInput, refundMutation } from './paid.mts';

let simulator: RunningSimulator;
beforeAll(async () => {
	simulator = await startSimulator({ seed: 32, timeScale: 0 });
});
afterAll(() => simulator.stop());

const ask = asker(() => simulator);

const newCaller = newCallers(
	() => simulator,
	'client_disbursement',
	'client_paymentrequest',
	'client_refund',
);

describe('a page in place of an answer', () => {
	it.each([
		['without Retry-After', {}, null],
		['with Retry-After in seconds', { retryAfter: 7 }, '7'],
		[
			'with Retry-After as a date',
			{ retryAfter: 'Wed, 21 Oct 2099 07:28:00 GMT' },
			'Wed, 21 Oct 2099 07:28:00 GMT',
		],
	])('is a firewall’s 429 in HTML %s', async (_name, more, retryAfter) => {
		const caller = await newCaller();
		await caller.client.addFaults({ kind: 'html-page', status: 429, ...more });
		const answer = await caller.post('/disbursements', disbursementBody());
		expect(answer.status).toBe(429);
		expect(answer.headers.get('content-type')).toContain('text/html');
		expect(answer.headers.get('retry-after')).toBe(retryAfter);
		expect(answer.text).toContain('429 Too Many Requests');
		expect((await caller.client.summary()).disbursements).toBe(0);
	});

	it('is an error with the words that the test gives', async () => {
		const caller = await newCaller();
		const body = { title: 'Not Found', code: 'NOT_FOUND', detail: 'There is no such charge.' };
		await caller.client.addFaults({ kind: 'status', status: 404, body });
		expect(await caller.post('/refunds', {})).toMatchObject({ status: 404, body });
	});
});

describe('an error that repeats what was sent', () => {
	it('contains the token and the body, and nothing was done', async () => {
		const caller = await newCaller();
		await caller.client.addFaults({ kind: 'echo' });
		const { status, body } = await caller.post('/disbursements', disbursementBody());
		expect(status).toBe(400);
		expect(body.detail).toMatch(/token \S{20,} was sent with .*"accountNumber"/);
		expect((await caller.client.summary()).disbursements).toBe(0);
	});

	it('contains the client secret where a token was asked for', async () => {
		const { client } = await newCaller();
		await client.addFaults({ kind: 'echo', match: { path: '/connect/token' } });
		await expect(client.token('client_card')).rejects.toThrow(client.clientSecret);
	});

	it('is one of GraphQL where GraphQL was asked', async () => {
		const caller = await newCaller();
		await caller.client.addFaults({ kind: 'echo' });
		const { status, body } = await ask(caller, '{ __typename }', {});
		expect({ status, body }).toEqual({
			status: 200,
			body: {
				data: null,
				errors: [{ message: expect.stringMatching(/token \S{20,} was sent with /) }],
			},
		});
	});
});

describe('a GraphQL mutation that is answered with an error', () => {
	const spoiled = async (fault: Partial<FaultRule>) => {
		const caller = await newCaller();
		const input = refundInput(await paidOnline(simulator.control, caller));
		await caller.client.addFaults({
			kind: 'graphql-error',
			match: { operation: 'clientRefundInitiate' },
			...fault,
		});
		const { status, body } = await ask(caller, refundMutation, { input });
		expect(status).toBe(200);
		return { body, refunds: (await caller.client.summary()).refunds, caller, input };
	};

	it('has been carried out, without a code and without data', async () => {
		const { body, refunds, caller, input } = await spoiled({ requests: [1] });
		expect(body).toEqual({ data: null, errors: [{ message: expect.any(String) }] });
		expect(refunds).toBe(1);
		expect(codeIn(await ask(caller, refundMutation, { input }))).toBe('NONCE_DUPLICATE');
	});

	it('has been carried out, with a code that nobody knows', async () => {
		const { body, refunds } = await spoiled({ code: 'LEDGER_LAGGING' });
		expect(body.errors).toEqual([
			{ message: expect.any(String), extensions: { code: 'LEDGER_LAGGING' } },
		]);
		expect(refunds).toBe(1);
	});

	it('has not been carried out, where the test says so', async () => {
		expect((await spoiled({ processed: false })).refunds).toBe(0);
	});
});
