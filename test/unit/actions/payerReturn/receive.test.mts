import type { IDataObject } from 'n8n-workflow';

import { parkedRow, returned, returning, Stitch } from './returning.mts';

const facts = { amount: { currency: 'ZAR', quantity: 120.5 }, externalReference: 'order-7' };
const pending = { id: 'a=', status: 'pending', interaction: { url: 'https://pay.test/1' } };
const completed = { id: 'a=', status: 'completed', ...facts };
const expired = { id: 'a=', status: 'expired' };

/** What a browser sends that comes back from Stitch's page, and from its Cancel. */
const payerDetails = { id: 'a=' };
const closed = { id: 'a=', status: 'closed' };

beforeEach(() => void jest.useFakeTimers());

afterEach(async () => {
	// The rest after the last reading.
	await jest.runAllTimersAsync();
	jest.useRealTimers();
});

const paid = () => new Stitch(completed);
const unpaid = () => new Stitch(pending);
const away = () => new Stitch(Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }));

describe('a payer who has paid', () => {
	it('lets the workflow continue with what Stitch says, and with nothing of the query', async () => {
		const forged = { status: 'closed', externalReference: 'forged', outcome: 'timedOut' };
		const stitch = paid();
		const { continued } = await returned({ query: { id: 'a=', ...forged }, stitch });
		expect(stitch.readings.map(({ url }) => url)).toEqual([
			'https://api.stitch.money/v2/payment-requests/a%3D',
		]);
		expect(continued).toEqual({
			json: {
				order: 7,
				waitForPayment: { outcome: 'paid', final: true, paymentRequest: completed },
			},
			pairedItem: { item: 0 },
		});
	});

	it('is thanked in whatever letters Stitch writes the status', async () => {
		const stitch = new Stitch({ ...completed, status: 'COMPLETED' });
		const { continued, shown } = await returned({ query: { id: 'a=' }, stitch });
		expect(shown.body).toContain('Thank you');
		expect(continued?.json).toMatchObject({ waitForPayment: { outcome: 'paid', final: true } });
	});

	it('lets it continue with columns where the node simplifies', async () => {
		const { continued } = await returned({ parameters: { simplify: true }, stitch: paid() });
		const columns = { id: 'a=', status: 'completed', amount: 120.5, currency: 'ZAR' };
		expect(continued?.json).toMatchObject({
			order: 7,
			waitForPayment: { outcome: 'paid', final: true, paymentRequest: columns },
		});
	});

	it.each`
		are                                       | waitsWith                                         | binary
		${'passed on with the payment'}           | ${{ json: parkedRow(), binary: { invoice: {} } }} | ${{ invoice: {} }}
		${'not taken from a column of that name'} | ${{ ...parkedRow(), binary: 'yes' }}              | ${undefined}
	`(
		'the files of whose item are $are',
		async ({ waitsWith, binary }: Record<string, IDataObject>) => {
			const { continued } = await returned({ waitsWith, stitch: paid() });
			expect(continued?.binary).toEqual(binary);
		},
	);

	it('is thanked in their language, with what they paid, and by whom they were asked', async () => {
		const headers = { 'accept-language': 'af-ZA,af;q=0.9,en;q=0.8' };
		const parameters = { options: { businessName: 'Example Shop' } };
		const { shown } = await returned({ headers, parameters, query: payerDetails, stitch: paid() });
		expect(shown.status).toBe(200);
		for (const said of ['Dankie', 'R120.50', 'order-7', 'Example Shop']) {
			expect(shown.body).toContain(said);
		}
		const other = await returned({ query: payerDetails, stitch: paid() });
		expect(other.shown.body).toContain('Thank you');
	});
});

it.each`
	who                       | stitch    | url                               | location
	${'paid'}                 | ${paid}   | ${'https://shop.test/thanks?a=1'} | ${'https://shop.test/thanks?a=1'}
	${'not paid'}             | ${unpaid} | ${'https://shop.test/thanks?a=1'} | ${undefined}
	${'paid, and no address'} | ${paid}   | ${'javascript:alert(1)'}          | ${undefined}
`(
	'sends a payer to the Thank-You URL only if they have paid and it is an address: $who',
	async ({ stitch, url, location }: { stitch: () => Stitch; url: string; location?: string }) => {
		const parameters = { options: { thankYouUrl: url } };
		const { shown } = await returned({ parameters, query: payerDetails, stitch: stitch() });
		expect(shown.headers.Location).toBe(location);
		expect(shown.status).toBe(location === undefined ? 200 : 303);
		expect(shown.body === '').toBe(location !== undefined);
	},
);

it('shows a payer who has not paid the way back, from which they return here again', async () => {
	const query = { id: 'a=', status: 'failed' };
	const { continued, shown } = await returned({ query, stitch: unpaid() });
	expect(continued).toBeUndefined();
	const here = encodeURIComponent('https://n8n.test/webhook-waiting/7?signature=s');
	expect(shown.body).toContain(
		`href="https://pay.test/1?redirect_uri=${here}&#38;failure_redirect_uri=${here}"`,
	);
});

it.each`
	payment      | onEarlyReturn    | goesOn   | cached
	${completed} | ${'keepWaiting'} | ${true}  | ${'private, max-age=86400'}
	${expired}   | ${'keepWaiting'} | ${true}  | ${'private, max-age=86400'}
	${pending}   | ${'continue'}    | ${true}  | ${'private, max-age=86400'}
	${pending}   | ${'keepWaiting'} | ${false} | ${'no-store'}
`(
	'asks the browser to keep a page only when the workflow goes on: $payment.status, $onEarlyReturn',
	async ({ payment, onEarlyReturn, goesOn, cached }: Record<string, never>) => {
		const stitch = new Stitch(payment);
		const { continued, shown } = await returned({
			query: closed,
			stitch,
			row: parkedRow(onEarlyReturn),
		});
		expect(continued !== undefined).toBe(goesOn);
		expect(shown.headers['Cache-Control']).toBe(cached);
	},
);

it.each`
	who                                      | query                               | states                           | readings | goesOn
	${'says to have paid, and has'}          | ${{ id: 'a=', status: 'complete' }} | ${[pending, completed]}          | ${2}     | ${true}
	${'says so, and Stitch is slow'}         | ${{ id: 'a=', status: 'complete' }} | ${[pending, pending, completed]} | ${3}     | ${true}
	${'says so, and has not'}                | ${{ id: 'a=', status: 'complete' }} | ${[pending]}                     | ${3}     | ${false}
	${'does not say what they return from'}  | ${{}}                               | ${[pending, completed]}          | ${2}     | ${true}
	${'says that they have closed the page'} | ${closed}                           | ${[pending, completed]}          | ${1}     | ${false}
`(
	'reads the payment again for a moment where Stitch may not be up to date, as for a payer who $who',
	async ({ query, states, readings, goesOn }: Record<string, never>) => {
		const stitch = new Stitch(...(states as IDataObject[]));
		const { continued } = await returned({ query, stitch });
		expect(stitch.readings).toHaveLength(readings);
		expect(continued !== undefined).toBe(goesOn);
	},
);

describe('someone who is not known to be the payer', () => {
	const parameters = { options: { businessName: 'Example Shop' } };

	it('sees nothing of the payment, and asks nothing, where they return from another one', async () => {
		const stitch = unpaid();
		const { continued, shown } = await returned({ parameters, query: { id: 'b=' }, stitch });
		expect([continued, stitch.readings]).toEqual([undefined, []]);
		expect(shown.body).toContain('Example Shop');
		expect(shown.body).not.toMatch(/R120|order-7|href/);
	});

	it('sees nothing of the payment where the return does not say whose it is', async () => {
		const { shown } = await returned({ parameters, stitch: paid() });
		expect(shown.body).toContain('Example Shop');
		expect(shown.body).not.toMatch(/R120|order-7/);
	});

	it('lets nothing continue while the payment is open, and sees no link to it', async () => {
		const { continued, shown } = await returned({ row: parkedRow('continue'), stitch: unpaid() });
		expect(continued).toBeUndefined();
		expect(shown.body).toContain('not complete yet');
		expect(shown.body).not.toContain('pay.test');
	});
});

describe('throws nothing, for the wait would end with it,', () => {
	it('when Stitch cannot be asked', async () => {
		const { continued, shown, warnings } = await returned({
			query: payerDetails,
			stitch: away(),
			row: parkedRow('continue'),
		});
		expect(continued).toBeUndefined();
		expect(shown.status).toBe(503);
		expect(shown.headers['Cache-Control']).toBe('no-store');
		expect(warnings).toEqual([
			expect.stringContaining(
				'A payer came back to "Wait" in the workflow "Shop", but the payment request could not be read: No connection to api.stitch.money',
			),
		]);
		expect(warnings[0]).not.toContain('made-up-token-for-tests');
	});

	it('when its operation cannot be evaluated', async () => {
		const { continued, shown, warnings } = await returned({
			query: payerDetails,
			broken: ['operation'],
		});
		expect([continued, shown.status]).toEqual([undefined, 503]);
		const why = /^A payer .*, but the node could not be read: Referenced node is unexecuted$/;
		expect(warnings).toEqual([expect.stringMatching(why)]);
	});

	it('when its options cannot be evaluated, of which it can do without', async () => {
		const { shown, warnings } = await returned({
			query: payerDetails,
			broken: ['options'],
			stitch: paid(),
		});
		expect([shown.status, warnings]).toEqual([200, []]);
	});

	it.each`
		row
		${{}}
		${{ waitForPayment: null }}
		${{ waitForPayment: { paymentRequest: {} } }}
	`(
		'when its input does not say what it waits for: $row',
		async ({ row }: { row: IDataObject }) => {
			const stitch = paid();
			const { continued, shown, warnings } = await returned({ query: payerDetails, row, stitch });
			expect([continued, stitch.readings, shown.status]).toEqual([undefined, [], 503]);
			expect(warnings[0]).toMatch(/: The execution does not say what it waits for$/);
		},
	);
});

it.each`
	parameters
	${{ operation: 'create' }}
	${{ resource: 'disbursement', operation: 'waitForPayment' }}
`(
	'does nothing where the node has another operation: $parameters',
	async ({ parameters }: Record<string, IDataObject>) => {
		const stitch = paid();
		const { continued, shown } = await returned({ parameters, stitch });
		expect([continued, stitch.readings]).toEqual([undefined, []]);
		expect(shown).toMatchObject({ status: 404, body: '' });
	},
);

describe('what was chosen when the wait began applies', () => {
	it('when the parameters have changed since', async () => {
		const stitch = unpaid();
		const parameters = { id: 'b=', onEarlyReturn: 'continue' };
		const { continued } = await returned({ query: closed, parameters, stitch });
		expect(continued).toBeUndefined();
		expect(stitch.readings[0]?.url).toBe('https://api.stitch.money/v2/payment-requests/a%3D');
	});

	it('when they cannot be evaluated any more', async () => {
		const { continued } = await returned({
			query: closed,
			row: parkedRow('continue'),
			broken: ['id', 'onEarlyReturn'],
			stitch: unpaid(),
		});
		expect(continued?.json).toEqual({
			order: 7,
			waitForPayment: { outcome: 'notPaid', final: false, paymentRequest: pending },
		});
	});
});

describe('many returns at the same time', () => {
	const pass = async (ms: number) => await jest.advanceTimersByTimeAsync(ms);

	it('make one reading, and each gets the page that fits its own query', async () => {
		const stitch = unpaid();
		const shared = { executionId: 'shared', stitch };
		const answers = Promise.all([
			returning({ ...shared, query: closed }),
			returning({ ...shared, query: closed, row: parkedRow('continue') }),
			returning({ ...shared, query: { id: 'b=' } }),
		]);
		await pass(20_000);
		const [stays, goesOn, another] = await answers;
		expect(stitch.readings).toHaveLength(1);
		expect(stays.continued).toBeUndefined();
		expect(goesOn.continued).toBeDefined();
		expect(another.shown.body).not.toContain('href');
	});

	it('make the next reading after a rest, however many ask in between', async () => {
		const stitch = unpaid();
		const reload = async () => await returning({ executionId: 'reloaded', stitch, query: closed });
		await reload();
		await pass(400);
		const reloaded = Promise.all(Array.from({ length: 4 }, reload));
		await pass(10_000);
		await reloaded;
		expect(stitch.readings.map(({ atMs }) => atMs)).toEqual([0, 900]);
	});

	it('are told at once to check again where one execution has more than four, until those are answered', async () => {
		const stitch = unpaid();
		const statuses: number[] = [];
		const ask = async (executionId = 'flooded') => {
			const { shown } = await returning({ executionId, stitch });
			statuses.push(shown.status);
		};
		const all = Array.from({ length: 100 }, async () => await ask());
		await pass(0);
		expect(statuses).toEqual(Array.from({ length: 96 }, () => 503));
		all.push(ask('another'));
		await pass(20_000);
		await Promise.all(all);
		expect(statuses.slice(96)).toEqual([200, 200, 200, 200, 200]);
		void ask();
		await pass(20_000);
		expect(statuses.at(-1)).toBe(200);
	});

	it('share a failure, which is not kept for those who ask again', async () => {
		const [alone, shared] = [away(), away()];
		await returned({ query: payerDetails, stitch: alone });
		const statusOf = async (stitch: Stitch) => {
			const { shown } = await returning({ executionId: 'failing', query: payerDetails, stitch });
			return shown.status;
		};
		const together = Promise.all([statusOf(shared), statusOf(shared)]);
		await pass(20_000);
		const later = statusOf(paid());
		await pass(20_000);
		expect([...(await together), await later]).toEqual([503, 503, 200]);
		expect(shared.readings).toHaveLength(alone.readings.length);
	});

	it('do not share what belongs to another execution', async () => {
		const [one, other] = [unpaid(), paid()];
		const [stays, goesOn] = await Promise.all([
			returned({ query: closed, stitch: one }),
			returned({ query: closed, stitch: other }),
		]);
		expect([one.readings.length, other.readings.length]).toEqual([1, 1]);
		expect([stays.continued, goesOn.continued !== undefined]).toEqual([undefined, true]);
	});
});
