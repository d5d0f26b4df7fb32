import { askAndWait, returnUrl } from '../support/waiting.mts';
import { resultsIn, waitingPayer } from './waitingPayer.mts';

describe('the page that a payer comes back to', () => {
	const suite = waitingPayer();
	const { act, finished, follow, heading, open, press, reload, start, stillWaits } = suite;

	it('keeps to itself, and names the business, the amount and the reference, in light and dark mode', async () => {
		const options = { businessName: 'Example Shop' };
		const more = { ask: { externalReference: `order-${Date.now()}` }, wait: { options } };
		const waiting = await start(askAndWait(suite.credential, more));
		const requests: string[] = [];
		const complaints: string[] = [];
		suite.page.on('request', (request) => requests.push(request.url()));
		suite.page.on('console', (message) => complaints.push(message.text()));
		const url = returnUrl(waiting, { status: 'closed' });
		const answer = await open(url);
		expect(requests.filter((each) => !each.endsWith('/favicon.ico'))).toEqual([url]);
		expect(complaints.filter((each) => !each.includes('favicon'))).toEqual([]);
		expect(answer?.headers()).toMatchObject({
			'content-type': 'text/html; charset=utf-8',
			'content-security-policy': expect.stringMatching(
				/^default-src 'none'; style-src 'sha256-[^']+'; .*frame-ancestors 'none'; sandbox$/,
			),
			'cache-control': 'no-store',
			'referrer-policy': 'no-referrer',
			'x-content-type-options': 'nosniff',
		});
		const main = suite.page.locator('main');
		// The style is let through by the policy.
		expect(await main.evaluate((element) => getComputedStyle(element).textAlign)).toBe('center');
		const words = await main.innerText();
		for (const told of ['Example Shop', 'R120.50', more.ask.externalReference]) {
			expect(words).toContain(told);
		}
		const background = async () =>
			await main.evaluate((element) => getComputedStyle(element).backgroundColor);
		const light = await background();
		await suite.page.emulateMedia({ colorScheme: 'dark' });
		expect(await background()).not.toBe(light);
	});

	it('keeps each label on one line, and rings the focused button outside of it', async () => {
		const externalReference = `invoice-${Date.now()}/customer-00042/branch-cape-town-north`;
		await suite.page.setViewportSize({ width: 390, height: 800 });
		const waiting = await start(askAndWait(suite.credential, { ask: { externalReference } }));
		await open(returnUrl(waiting, { status: 'closed' }));
		const lines = await suite.page.locator('dt').evaluateAll((labels) =>
			labels.map((label) => {
				const range = document.createRange();
				range.selectNodeContents(label);
				return range.getClientRects().length;
			}),
		);
		expect(lines).toEqual([1, 1]);
		await suite.page.keyboard.press('Tab');
		const ring = await suite.page.locator('a:focus').evaluate((button) => {
			const { outlineColor, outlineStyle, outlineOffset, color } = getComputedStyle(button);
			return { style: outlineStyle, offset: outlineOffset, isSeen: outlineColor !== color };
		});
		expect(ring).toEqual({ style: 'solid', offset: '3px', isSeen: true });
	});

	it('sends a payer who has paid to the page of the shop, which can be loaded again', async () => {
		const options = { thankYouUrl: `${suite.environment.n8nUrl}/healthz?thanks` };
		const waiting = await start(askAndWait(suite.credential, { wait: { options } }));
		await act(waiting, 'close');
		expect(await heading()).toBe('Your payment is not complete yet');
		await follow('Back to payment');
		await press('pay', /\/healthz\?thanks$/);
		expect(await reload()).toBe(200);
		expect(resultsIn(await finished(waiting))).toMatchObject([{ outcome: 'paid' }]);
	});

	it('is still there for a payer who comes back to it, although n8n would answer with JSON', async () => {
		const waiting = await start();
		await suite.environment.control.payer('pay', waiting.paymentRequestId);
		const url = returnUrl(waiting);
		await open(url);
		expect(await heading()).toBe('Thank you');
		await finished(waiting);
		expect((await fetch(url)).status).toBe(409);

		await open(`${suite.environment.n8nUrl}/healthz`);
		await suite.page.goBack();
		expect(await heading()).toBe('Thank you');
		await open(url);
		expect(await heading()).toBe('Thank you');
		// Only the button that loads a page anew asks n8n all the same, which no node can change.
		expect(await reload()).toBe(409);
	});

	describe('a return that is not what it says', () => {
		it.each([
			['without a signature', (url: URL) => url.searchParams.delete('signature')],
			['with a wrong signature', (url: URL) => url.searchParams.set('signature', 'a'.repeat(64))],
			[
				'with a signature that differs in one character',
				(url: URL) => {
					const signature = url.searchParams.get('signature') ?? '';
					const last = signature.endsWith('a') ? 'b' : 'a';
					url.searchParams.set('signature', signature.slice(0, -1) + last);
				},
			],
		])('is rejected with 401 %s', async (_, forge) => {
			const waiting = await start();
			await suite.environment.control.payer('pay', waiting.paymentRequestId);
			const forged = new URL(returnUrl(waiting));
			forge(forged);
			expect((await fetch(forged)).status).toBe(401);
			await stillWaits(waiting);
		});

		it('is not believed when it says that an unpaid request was paid', async () => {
			const waiting = await start();
			await open(returnUrl(waiting, { status: 'complete' }));
			expect(await heading()).toBe('Your payment is not complete yet');
			await stillWaits(waiting);
		});

		it('is not let in with the ID of another payment, paid or not', async () => {
			const waiting = await start(
				askAndWait(suite.credential, { wait: { onEarlyReturn: 'continue' } }),
			);
			const other = await start();
			await suite.environment.control.payer('pay', other.paymentRequestId);
			await open(returnUrl(waiting, { id: other.paymentRequestId }));
			expect(await heading()).toBe('This page is about a different payment');
			expect(await suite.page.getByRole('link').count()).toBe(0);
			await stillWaits(waiting);
		});
	});
});
