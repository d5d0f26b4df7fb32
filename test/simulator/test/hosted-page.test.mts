import type { RunningSimulator } from '../start.mts';
import { startSimulator } from '../start.mts';
import type { Caller } from './caller.mts';
import { newCallers } from './caller.mts';
import { createPaymentRequest, paymentRequestAt } from './orders.mts';

let simulator: RunningSimulator;
beforeAll(async () => {
	simulator = await startSimulator({ seed: 14, timeScale: 0 });
});
afterAll(() => simulator.stop());

const newCaller = newCallers(() => simulator, 'client_paymentrequest');

const statusOf = async (caller: Caller, id: string) =>
	(await caller.get(paymentRequestAt(id))).body.status;

describe('the hosted page (spec 4.2)', () => {
	const home = 'https://shop.example.com/done?step=1';
	const failure = 'https://shop.example.com/sorry';

	async function press(
		caller: Caller,
		action: string,
		returns: Record<string, string> = {},
		changes = {},
	) {
		const id = await createPaymentRequest(caller, changes);
		const created = await caller.get(paymentRequestAt(id));
		const { url } = created.body.interaction as { url: string };
		const target = `${url}?${new URLSearchParams(returns)}`;
		const page = await fetch(target);
		const html = await page.text();
		const answer = await fetch(target, {
			method: 'POST',
			redirect: 'manual',
			body: new URLSearchParams({ action }),
		});
		const location = answer.headers.get('location');
		return { id, page, html, answer, location: location ? new URL(location) : undefined };
	}

	const shop = { returnDomains: ['shop.example.com'] };

	it('shows the amount and three buttons', async () => {
		const { page, html } = await press(await newCaller(shop), 'pay', { redirect_uri: home });
		expect(page.status).toBe(200);
		expect(html).toContain('R 100.50');
		for (const id of ['pay', 'fail', 'close']) expect(html).toContain(`id="${id}"`);
	});

	it.each([
		['pay', 'complete', 'completed'],
		['fail', 'failed', 'pending'],
		['close', 'closed', 'pending'],
	])('%s returns with status %s and leaves the request %s', async (action, status, state) => {
		const caller = await newCaller(shop);
		const { id, location } = await press(caller, action, { redirect_uri: home });
		expect(`${location?.origin}${location?.pathname}`).toBe('https://shop.example.com/done');
		expect(Object.fromEntries(location?.searchParams ?? [])).toEqual({
			step: '1',
			id,
			status,
			externalReference: 'order-1',
		});
		expect(await statusOf(caller, id)).toBe(state);
	});

	it.each([
		['pay', '/done'],
		['fail', '/sorry'],
		['close', '/sorry'],
	])('with a failure address, %s returns to %s', async (action, path) => {
		const returns = { redirect_uri: home, failure_redirect_uri: failure };
		const { location } = await press(await newCaller(shop), action, returns);
		expect(location?.pathname).toBe(path);
	});

	it('cancels on close when the client is set up so', async () => {
		const caller = await newCaller({ ...shop, closeToCancel: true });
		const { id, location } = await press(caller, 'close', { redirect_uri: home });
		expect(location?.searchParams.get('status')).toBe('closed');
		expect(await statusOf(caller, id)).toBe('cancelled');
	});

	it.each([
		['a domain that is not on the allowlist', { redirect_uri: 'https://other.example.com/' }, {}],
		['an address that is none', { redirect_uri: 'nowhere' }, {}],
		['another protocol', { redirect_uri: 'javascript:alert(1)' }, {}],
		[
			'a failure address elsewhere',
			{ redirect_uri: home, failure_redirect_uri: 'https://x.y/' },
			{},
		],
		['http for a production client', { redirect_uri: 'http://shop.example.com/' }, { test: false }],
	])('refuses %s, and nothing happens', async (_name, returns, options) => {
		const caller = await newCaller({ ...shop, ...options });
		const { id, page, answer } = await press(caller, 'pay', returns);
		expect([page.status, answer.status]).toEqual([400, 400]);
		expect(await statusOf(caller, id)).toBe('pending');
	});

	it('offers no buttons once the request is final, and takes no second payment', async () => {
		const caller = await newCaller(shop);
		const { id } = await press(caller, 'pay');
		const { url } = (await caller.get(paymentRequestAt(id))).body.interaction as { url: string };
		expect(await (await fetch(url)).text()).not.toContain('<button');
		const again = await fetch(url, {
			method: 'POST',
			body: new URLSearchParams({ action: 'close' }),
		});
		expect(again.status).toBe(409);
	});

	it('shows a page for an unknown payment', async () => {
		expect((await fetch(`${simulator.authUrl}/pay/none`)).status).toBe(404);
	});
});
