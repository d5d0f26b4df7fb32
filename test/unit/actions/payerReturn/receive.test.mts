import type { IDataObject } from 'n8n-workflow';

import { parkedRow, returned, returnedInTime } from './returning.mts';

const refused = () => Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });

const pending = { id: 'a=', status: 'pending', interaction: { url: 'https://pay.test/1' } };
const completed = { id: 'a=', status: 'completed' };

it('hands the payment request on as columns where the node simplifies', async () => {
	const amount = { quantity: 10.1, currency: 'ZAR' };
	const { result } = await returned({
		parameters: { simplify: true },
		answers: [{ ...completed, amount }],
	});
	expect(result.workflowData?.[0]?.[0]?.json).toMatchObject({
		order: 7,
		waitForPayment: {
			outcome: 'paid',
			final: true,
			paymentRequest: { id: 'a=', status: 'completed', amount: 10.1, currency: 'ZAR' },
		},
	});
});

it('continues with the status that Stitch returns, and with nothing of the query', async () => {
	const query = { id: 'a=', status: 'closed', externalReference: 'forged', outcome: 'timedOut' };
	const { result, shown, sent } = await returned({ query, answers: [completed] });
	expect(sent).toEqual(['https://api.stitch.money/v2/payment-requests/a%3D']);
	expect(result).toEqual({
		noWebhookResponse: true,
		workflowData: [
			[
				{
					json: {
						order: 7,
						waitForPayment: { outcome: 'paid', final: true, paymentRequest: completed },
					},
					pairedItem: { item: 0 },
				},
			],
		],
	});
	expect(shown.status).toBe(200);
	expect(shown.headers['Cache-Control']).toBe('private, max-age=86400');
	expect(shown.body).toContain('Thank you');
});

it.each([
	[
		'are passed on with the payment',
		{ json: parkedRow(), binary: { invoice: {} } },
		{ invoice: {} },
	],
	['are not taken from a column of that name', { ...parkedRow(), binary: 'yes' }, undefined],
])('the files of the item %s', async (_, waitsWith, binary) => {
	const { result } = await returned({ waitsWith, answers: [completed] });
	expect(result.workflowData?.[0]?.[0]?.binary).toEqual(binary);
});

it('sends only a payer who has paid to the Thank-You URL', async () => {
	const parameters = { options: { thankYouUrl: 'https://shop.test/thanks?a=1' } };
	const query = { id: 'a=' };
	const paid = await returned({ parameters, query, answers: [completed] });
	expect(paid.shown).toMatchObject({ status: 303, body: '' });
	expect(paid.shown.headers.Location).toBe('https://shop.test/thanks?a=1');
	expect(paid.result.workflowData).toBeDefined();
	const unpaid = await returned({ parameters, query, answers: [pending] });
	expect(unpaid.shown.status).toBe(200);
});

it('shows its own page when the Thank-You URL is no address', async () => {
	const parameters = { options: { thankYouUrl: 'javascript:alert(1)' } };
	const { shown } = await returned({ parameters, query: { id: 'a=' }, answers: [completed] });
	expect(shown.status).toBe(200);
	expect(shown.headers.Location).toBeUndefined();
});

it('shows the page in the language of the payer', async () => {
	const headers = { 'accept-language': 'af-ZA,af;q=0.9,en;q=0.8' };
	const { shown } = await returned({ headers, query: { id: 'a=' }, answers: [completed] });
	expect(shown.body).toContain('Dankie');
});

describe('what a page shows of the payment', () => {
	const facts = { amount: { currency: 'ZAR', quantity: 120.5 }, externalReference: 'order-7' };
	const parameters = { options: { businessName: 'Example Shop' } };

	it('is its amount, its reference and the name of the business', async () => {
		const query = { id: 'a=' };
		const { shown } = await returned({ query, parameters, answers: [{ ...completed, ...facts }] });
		for (const fact of ['R120.50', 'order-7', 'Example Shop']) expect(shown.body).toContain(fact);
	});

	it('is nothing where the return does not say whose it is, or names another payment', async () => {
		const answers = [{ ...completed, ...facts }];
		const nameless = await returned({ parameters, answers });
		const others = await returned({ parameters, query: { id: 'b=' } });
		for (const { shown } of [nameless, others]) {
			expect(shown.body).toContain('Example Shop');
			expect(shown.body).not.toMatch(/R120|order-7/);
		}
	});
});

it('asks the browser to keep the page only when the workflow has gone on', async () => {
	const cachingOf = async (answer: IDataObject, onEarlyReturn?: string) => {
		const query = { id: 'a=', status: 'closed' };
		const { shown } = await returned({ query, answers: [answer], row: parkedRow(onEarlyReturn) });
		return shown.headers['Cache-Control'];
	};
	expect(await cachingOf(pending)).toBe('no-store');
	expect(await cachingOf(pending, 'continue')).toBe('private, max-age=86400');
	expect(await cachingOf({ id: 'a=', status: 'expired' })).toBe('private, max-age=86400');
});

it('stays parked and shows the way back, from which the payer returns here again', async () => {
	const { result, shown } = await returned({
		query: { id: 'a=', status: 'failed' },
		answers: [pending],
	});
	expect(result).toEqual({ noWebhookResponse: true });
	const here = encodeURIComponent('https://n8n.test/webhook-waiting/7?signature=s');
	expect(shown.body).toContain(
		`href="https://pay.test/1?redirect_uri=${here}&#38;failure_redirect_uri=${here}"`,
	);
});

it('reads the payment up to three times when the payer says to have paid', async () => {
	const query = { id: 'a=', status: 'complete' };
	const late = await returnedInTime({ query, answers: [pending, completed] });
	expect(late.sent).toHaveLength(2);
	expect(late.result.workflowData).toBeDefined();
	const never = await returnedInTime({ query, answers: [pending, pending, pending] });
	expect(never.sent).toHaveLength(3);
	expect(never.result.workflowData).toBeUndefined();
});

it('asks the service nothing for the return of another payment', async () => {
	const { result, sent, shown } = await returned({ query: { id: 'b=' }, answers: [] });
	expect(sent).toEqual([]);
	expect(result).toEqual({ noWebhookResponse: true });
	expect(shown.body).not.toContain('href');
});

it('throws nothing when the service cannot be asked: the wait would end with it', async () => {
	const { result, shown, warnings } = await returnedInTime({
		query: { id: 'a=' },
		answers: Array.from({ length: 9 }, refused),
		row: parkedRow('continue'),
	});
	expect(result).toEqual({ noWebhookResponse: true });
	expect(shown.status).toBe(503);
	expect(warnings).toHaveLength(1);
	expect(warnings[0]).toContain(
		'A payer came back to "Wait" in the workflow "Shop", but the payment request could not be read: No connection to api.stitch.money',
	);
	expect(shown.headers['Cache-Control']).toBe('no-store');
	expect(warnings[0]).not.toContain('made-up-token-for-tests');
});

it.each(['options', 'operation'])(
	'throws nothing when the field %s cannot be evaluated',
	async (field) => {
		const { result, shown, warnings } = await returned({
			query: { id: 'a=' },
			answers: [pending],
			broken: [field],
		});
		expect(result).toEqual({ noWebhookResponse: true });
		expect(shown.status).toBe(field === 'options' ? 200 : 503);
		const why = /^A payer .*, but the node could not be read: Referenced node is unexecuted$/;
		expect(warnings).toEqual(field === 'options' ? [] : [expect.stringMatching(why)]);
	},
);

it.each([{ operation: 'create' }, { resource: 'disbursement', operation: 'waitForPayment' }])(
	'does nothing for another operation: %p',
	async (parameters) => {
		const { result, shown, sent } = await returned({ parameters, answers: [completed] });
		expect(result).toEqual({ noWebhookResponse: true });
		expect(shown).toMatchObject({ status: 404, body: '' });
		expect(sent).toEqual([]);
	},
);

describe('what was chosen when the wait began', () => {
	it('applies, even if the parameters have changed since', async () => {
		const query = { id: 'a=', status: 'closed' };
		const parameters = { id: 'b=', onEarlyReturn: 'continue' };
		const stays = await returned({ query, parameters, answers: [pending] });
		expect(stays.result).toEqual({ noWebhookResponse: true });
		expect(stays.sent).toEqual(['https://api.stitch.money/v2/payment-requests/a%3D']);

		const row = parkedRow('continue');
		const broken = ['id', 'onEarlyReturn'];
		const goesOn = await returned({ query, row, broken, answers: [pending] });
		expect(goesOn.result.workflowData?.[0]?.[0]?.json).toEqual({
			order: 7,
			waitForPayment: { outcome: 'notPaid', final: false, paymentRequest: pending },
		});
	});

	it.each<IDataObject>([{}, { waitForPayment: null }, { waitForPayment: { paymentRequest: {} } }])(
		'is reported as missing when the input does not have it, and Stitch is not asked: %j',
		async (row) => {
			const { result, shown, sent, warnings } = await returned({ query: { id: 'a=' }, row });
			expect(result).toEqual({ noWebhookResponse: true });
			expect(shown.status).toBe(503);
			expect(sent).toEqual([]);
			expect(warnings[0]).toMatch(/: The execution does not say what it waits for$/);
		},
	);
});

describe('a return that does not say whose it is', () => {
	it('does not continue with an open payment, nor show its link', async () => {
		const { result, shown } = await returnedInTime({
			row: parkedRow('continue'),
			answers: [pending, pending, pending],
		});
		expect(result).toEqual({ noWebhookResponse: true });
		expect(shown.body).toContain('not complete yet');
		expect(shown.body).not.toContain('pay.test');
	});

	it('is read again after a moment when Stitch may not be up to date', async () => {
		const { result, sent } = await returnedInTime({ answers: [pending, completed] });
		expect(sent).toHaveLength(2);
		expect(result.workflowData).toBeDefined();
	});
});

describe('many returns at the same time', () => {
	it('make one reading, and each gets the page that fits its own query', async () => {
		const executionId = 'shared';
		const answers = [pending];
		const closed = { id: 'a=', status: 'closed' };
		const [first, second, another] = await Promise.all([
			returned({ executionId, answers, query: closed }),
			returned({ executionId, answers, query: closed, row: parkedRow('continue') }),
			returned({ executionId, answers, query: { id: 'b=' } }),
		]);
		expect([first, second, another].flatMap(({ sent }) => sent)).toHaveLength(1);
		expect(first.result.workflowData).toBeUndefined();
		expect(second.result.workflowData).toBeDefined();
		expect(another.shown.body).not.toContain('href');
	});

	it('make the next reading after a rest, however many ask in between', async () => {
		jest.useFakeTimers();
		const executionId = 'reloaded';
		const answers = [pending, pending, pending];
		const closed = { executionId, answers, query: { id: 'a=', status: 'closed' } };
		const started = Date.now();
		const readings: number[] = [];
		const reload = async () => {
			const { sent } = await returned(closed);
			readings.push(...sent.map(() => Date.now() - started));
		};
		await reload();
		await jest.advanceTimersByTimeAsync(400);
		const reloaded = Promise.all(Array.from({ length: 4 }, reload));
		await jest.advanceTimersByTimeAsync(10_000);
		await reloaded;
		jest.useRealTimers();
		expect(readings).toEqual([0, 900]);
	});

	it('are told at once to check again where there are more than four, until those are answered', async () => {
		jest.useFakeTimers();
		const executionId = 'flooded';
		const asked = { executionId, answers: Array.from({ length: 9 }, () => pending) };
		const statuses: number[] = [];
		const ask = async () => {
			const { shown } = await returned(asked);
			statuses.push(shown.status);
		};
		const all = Array.from({ length: 100 }, ask);
		await jest.advanceTimersByTimeAsync(0);
		expect(statuses).toEqual(Array.from({ length: 96 }, () => 503));
		await jest.advanceTimersByTimeAsync(20_000);
		await Promise.all(all);
		expect(statuses.slice(96)).toEqual([200, 200, 200, 200]);
		void ask();
		await jest.advanceTimersByTimeAsync(20_000);
		expect(statuses.at(-1)).toBe(200);
		jest.useRealTimers();
	});

	it('share a failure, which is not kept for those who ask again', async () => {
		jest.useFakeTimers();
		const executionId = 'failing';
		const query = { id: 'a=' };
		const wrong = { code: 'not JSON of Stitch' };
		const first = returned({ executionId, query, answers: [wrong] });
		const second = returned({ executionId, query, answers: [] });
		await jest.advanceTimersByTimeAsync(20_000);
		const third = returned({ executionId, query, answers: [completed] });
		await jest.advanceTimersByTimeAsync(20_000);
		const shown = (await Promise.all([first, second, third])).map((each) => each.shown.status);
		jest.useRealTimers();
		expect(shown).toEqual([503, 503, 200]);
	});

	it('do not share what belongs to another execution', async () => {
		const query = { id: 'a=', status: 'closed' };
		const [one, other] = await Promise.all([
			returned({ query, answers: [pending] }),
			returned({ query, answers: [completed] }),
		]);
		expect([one.sent.length, other.sent.length]).toEqual([1, 1]);
		expect(other.result.workflowData).toBeDefined();
	});
});
