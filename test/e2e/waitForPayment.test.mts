import { randomUUID } from 'node:crypto';
import type { Browser, Page } from 'playwright-core';
import type { Credential, Execution, NewWorkflow } from '../host/api.mts';
import type { TestClient } from '../simulator/control-client.mts';
import { openBrowser } from './browser.mts';
import { openEnvironment, type Environment } from './environment.mts';
import {
	after,
	ask,
	askAndWait,
	inStatus,
	payeeClient,
	returnUrl,
	startWaiting,
	wait,
	waitingAt,
	type Waiting,
} from './waiting.mts';
import { chain, manualTrigger, node, outputOf } from './workflows.mts';

describe('waiting for a payment in a real n8n', () => {
	let environment: Environment;
	let client: TestClient;
	let credential: Credential;
	let browser: Browser;
	/** Of the payer. */
	let page: Page;
	/** Started first and looked at last: its payer never comes back. */
	let forgotten: Waiting;

	beforeAll(async () => {
		environment = await openEnvironment();
		({ client, credential } = await payeeClient(environment));
		const impatient = { timeLimit: 'minutes', minutes: 1 };
		forgotten = await startWaiting(environment, askAndWait(credential, { wait: impatient }));
		browser = await openBrowser();
	}, 120_000);

	afterAll(async () => {
		await browser?.close();
	});

	beforeEach(async () => {
		const context = await browser.newContext({ locale: 'en-ZA' });
		page = await context.newPage();
		page.setDefaultTimeout(30_000);
	});

	afterEach(async () => {
		await page.context().close();
	});

	async function start(workflow: NewWorkflow = askAndWait(credential)): Promise<Waiting> {
		return await startWaiting(environment, workflow);
	}

	/** What the payer does on the payment page; resolves on the page that n8n shows. */
	async function act(waiting: Waiting, action: 'pay' | 'fail' | 'close'): Promise<void> {
		await page.goto(waiting.paymentUrl);
		await page.click(`#${action}`);
		await page.waitForURL(/webhook-waiting/);
	}

	const heading = async () => await page.locator('h1').innerText();

	async function finished({ executionId }: Waiting): Promise<Execution> {
		return await environment.api.finished(executionId);
	}

	async function stillWaits({ executionId }: Waiting): Promise<void> {
		const execution = await environment.api.execution(executionId);
		expect(execution.status).toBe('waiting');
		expect(execution.data.resultData.runData.After).toBeUndefined();
	}

	const wentOnWith = (execution: Execution, name = 'After') =>
		outputOf(execution, name).map(({ json }) => json);

	it('goes on with the paid request when the payer has paid and comes back', async () => {
		const waiting = await start();
		await act(waiting, 'pay');
		expect(await heading()).toBe('Thank you');
		const run = await finished(waiting);
		expect(run.status).toBe('success');
		expect(wentOnWith(run)).toEqual([
			expect.objectContaining({
				id: waiting.paymentRequestId,
				status: 'completed',
				final: true,
				outcome: 'paid',
			}),
		]);
		expect(outputOf(run, 'After')[0]?.pairedItem).toEqual({ item: 0 });
	});

	it.each(['close', 'fail'] as const)(
		'stays parked when the payer chooses "%s", and goes on when they pay after that',
		async (action) => {
			const waiting = await start();
			await act(waiting, action);
			expect(await heading()).toBe('Your payment is not complete yet');
			await stillWaits(waiting);

			await page.getByRole('link', { name: 'Check again' }).click();
			expect(await heading()).toBe('Your payment is not complete yet');
			await page.getByRole('link', { name: 'Back to payment' }).click();
			await page.click('#pay');
			await page.waitForURL(/webhook-waiting/);
			expect(await heading()).toBe('Thank you');
			expect(wentOnWith(await finished(waiting))).toMatchObject([{ outcome: 'paid' }]);
		},
	);

	it('goes on unpaid when that was chosen', async () => {
		const waiting = await start(askAndWait(credential, { wait: { whenUnpaid: 'goOn' } }));
		await act(waiting, 'close');
		expect(await heading()).toBe('Your payment was not completed');
		expect(await page.getByRole('link').count()).toBe(0);
		expect(wentOnWith(await finished(waiting))).toMatchObject([
			{ status: 'pending', final: false, outcome: 'notPaid' },
		]);
	});

	it('goes on when the payment was called off meanwhile', async () => {
		await client.change({ closeToCancel: true });
		const waiting = await start();
		await act(waiting, 'close');
		await client.change({ closeToCancel: false });
		expect(await heading()).toBe('This payment is no longer open');
		expect(wentOnWith(await finished(waiting))).toMatchObject([
			{ status: 'cancelled', final: true, outcome: 'notPaid' },
		]);
	});

	it('does not wait for what is final already', async () => {
		const read = { resource: 'paymentRequest', operation: 'get', id: '={{ $json.known }}' };
		const { paymentRequestId } = await start();
		await environment.control.payer('pay', paymentRequestId);
		const workflow = chain(
			'Paid before',
			[manualTrigger(), wait(credential, { ...read, operation: 'waitForPayment' }), after()],
			[{ known: paymentRequestId }],
		);
		const saved = await environment.api.createWorkflow(workflow);
		const run = await environment.api.finished(await environment.api.run(saved, 'Start'));
		expect(wentOnWith(run)).toMatchObject([{ id: paymentRequestId, outcome: 'paid' }]);
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
		])('is refused with 401 %s', async (_, forge) => {
			const waiting = await start();
			await environment.control.payer('pay', waiting.paymentRequestId);
			const forged = new URL(returnUrl(waiting));
			forge(forged);
			expect((await fetch(forged)).status).toBe(401);
			await stillWaits(waiting);
		});

		it('is not believed when it says that an unpaid request was paid', async () => {
			const waiting = await start();
			await page.goto(returnUrl(waiting, { status: 'complete' }));
			expect(await heading()).toBe('Your payment is not complete yet');
			await stillWaits(waiting);
		});

		it('is not let in with the ID of another payment, paid or not', async () => {
			const waiting = await start(askAndWait(credential, { wait: { whenUnpaid: 'goOn' } }));
			const other = await start();
			await environment.control.payer('pay', other.paymentRequestId);
			await page.goto(returnUrl(waiting, { id: other.paymentRequestId }));
			expect(await page.locator('body').innerText()).not.toContain('complete');
			expect(await page.getByRole('link').count()).toBe(0);
			await stillWaits(waiting);
		});

		it('cannot put anything on the page', async () => {
			const waiting = await start();
			const evil = '"><script>document.title="broken"</script><img src=x onerror=alert(1)>';
			for (const name of ['status', 'externalReference', 'id', 'lang', evil]) {
				const answer = await fetch(returnUrl(waiting, { status: 'failed', [name]: evil }));
				const html = await answer.text();
				expect(html).not.toMatch(/<script|<img|onerror|broken/);
			}
			await page.goto(returnUrl(waiting, { status: 'failed', externalReference: evil }));
			expect(await page.title()).toBe('Your payment is not complete yet');
			await stillWaits(waiting);
		});
	});

	it('shows a page that keeps to itself', async () => {
		const waiting = await start();
		const requests: string[] = [];
		const complaints: string[] = [];
		page.on('request', (request) => requests.push(request.url()));
		page.on('console', (message) => complaints.push(message.text()));
		const url = returnUrl(waiting, { status: 'closed' });
		const answer = await page.goto(url);
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
		// The style is let through by the policy.
		const align = await page.locator('main').evaluate((main) => getComputedStyle(main).textAlign);
		expect(align).toBe('center');
	});

	it("speaks the payer's language, or the chosen one", async () => {
		const waiting = await start();
		const inAfrikaans = { headers: { 'accept-language': 'af-ZA,en;q=0.8' } };
		const back = { status: 'closed' };
		const automatic = await (await fetch(returnUrl(waiting, back), inAfrikaans)).text();
		expect(automatic).toContain('<html lang="af">');
		expect(automatic).toContain('Jou betaling is nog nie voltooi nie');

		const options = { pageLanguage: 'en' };
		const english = await start(askAndWait(credential, { wait: { options } }));
		const chosen = await fetch(returnUrl(english, back), inAfrikaans);
		expect(await chosen.text()).toContain('<html lang="en">');
	});

	it('stays parked and says so while the service cannot be asked', async () => {
		const waiting = await start();
		await environment.control.payer('pay', waiting.paymentRequestId);
		await client.addFaults({ kind: 'status', status: 404, match: { method: 'GET' } });
		const answer = await page.goto(returnUrl(waiting));
		await client.clearFaults();
		expect(answer?.status()).toBe(503);
		expect(await heading()).toBe('We could not check your payment just now');
		await stillWaits(waiting);

		await page.getByRole('link', { name: 'Check again' }).click();
		expect(await heading()).toBe('Thank you');
		expect(wentOnWith(await finished(waiting))).toMatchObject([{ outcome: 'paid' }]);
	});

	it('goes on once when the payer comes back several times at once, and once more later', async () => {
		const waiting = await start();
		await environment.control.payer('pay', waiting.paymentRequestId);
		const url = returnUrl(waiting);
		const answers = await Promise.all(Array.from({ length: 6 }, async () => await fetch(url)));
		expect(answers.map(({ status }) => status)).toContain(200);
		expect(answers.filter(({ status }) => status !== 200 && status !== 409)).toEqual([]);
		await finished(waiting);
		expect((await fetch(url)).status).toBe(409);
		const run = await environment.api.execution(waiting.executionId);
		expect(run.status).toBe('success');
		expect(run.data.resultData.runData.After).toHaveLength(1);
		expect(wentOnWith(run)).toMatchObject([{ outcome: 'paid' }]);
	});

	it('waits for two payments in one workflow, each at its own time', async () => {
		const nodes = [
			manualTrigger(),
			ask(credential),
			wait(credential),
			ask(credential, {}, 'Ask Again'),
			wait(credential, {}, 'Wait Again'),
			after(),
		];
		const first = await start(chain('Two payments', nodes, [{}]));
		await act(first, 'pay');
		const second = await waitingAt(environment, first.executionId, 'Ask Again');
		expect(second.paymentRequestId).not.toBe(first.paymentRequestId);

		// The first payer's page, loaded once more, neither goes on nor shows the second payment.
		await page.goto(returnUrl(first));
		expect(await page.getByRole('link').count()).toBe(0);
		await stillWaits(second);

		await act(second, 'pay');
		const run = await finished(second);
		expect(wentOnWith(run, 'Wait')).toMatchObject([{ id: first.paymentRequestId }]);
		expect(wentOnWith(run)).toMatchObject([{ id: second.paymentRequestId, outcome: 'paid' }]);
	});

	it('works in an execution that a production trigger has started', async () => {
		const path = randomUUID();
		const webhook = {
			...node('Order', 'n8n-nodes-base.webhook', 2, { path, responseMode: 'onReceived' }),
			webhookId: path,
		};
		const { pinData: _, ...workflow } = chain(
			'Order comes in',
			[webhook, ask(credential), wait(credential), after()],
			[],
		);
		const { api } = environment;
		const saved = await api.createWorkflow(workflow);
		await api.activate(saved);
		while (!(await fetch(`${environment.n8nUrl}/webhook/${path}`)).ok) {
			await new Promise((resolve) => setTimeout(resolve, 200));
		}
		const [{ id = '' } = {}] = await api.executions(saved.id);
		const waiting = await waitingAt(environment, id, 'Ask');
		await act(waiting, 'pay');
		const run = await finished(waiting);
		expect(run.mode).toBe('webhook');
		expect(wentOnWith(run)).toMatchObject([{ outcome: 'paid' }]);
		await api.deactivate(saved.id);
	});

	it('works in an execution that a schedule has started, also after the schedule was turned off', async () => {
		const everySecond = { rule: { interval: [{ field: 'seconds', secondsInterval: 1 }] } };
		const schedule = node('Schedule', 'n8n-nodes-base.scheduleTrigger', 1.2, everySecond);
		const nodes = [schedule, ask(credential), wait(credential), after()];
		const { pinData: _, ...workflow } = chain('Now and then', nodes, []);
		const { api } = environment;
		const saved = await api.createWorkflow(workflow);
		await api.activate(saved);
		while ((await api.executions(saved.id)).length === 0) {
			await new Promise((resolve) => setTimeout(resolve, 200));
		}
		await api.deactivate(saved.id);
		const { id = '' } = (await api.executions(saved.id)).at(-1) ?? {};
		const waiting = await waitingAt(environment, id, 'Ask');
		await act(waiting, 'pay');
		const run = await finished(waiting);
		expect(run.mode).toBe('trigger');
		expect(wentOnWith(run)).toMatchObject([{ outcome: 'paid' }]);
	});

	it('sends a payer who has paid to the page of the shop, which can be loaded again', async () => {
		const options = { thankYouUrl: `${environment.n8nUrl}/healthz?thanks` };
		const waiting = await start(askAndWait(credential, { wait: { options } }));
		await page.goto(waiting.paymentUrl);
		await page.click('#close');
		await page.waitForURL(/webhook-waiting/);
		expect(await heading()).toBe('Your payment is not complete yet');
		await page.getByRole('link', { name: 'Back to payment' }).click();
		await page.click('#pay');
		await page.waitForURL(/\/healthz\?thanks$/);
		expect((await page.reload())?.status()).toBe(200);
		expect(wentOnWith(await finished(waiting))).toMatchObject([{ outcome: 'paid' }]);
	});

	it('waits for many payers at the same time in a sub-workflow that runs once for each item', async () => {
		const { api } = environment;
		const called = node('Each', 'n8n-nodes-base.executeWorkflowTrigger', 1.1, {
			inputSource: 'passthrough',
		});
		const { pinData: _, ...sub } = chain(
			`One payment ${randomUUID()}`,
			[called, ask(credential, { amount: '={{ $json.amount }}' }), wait(credential), after()],
			[],
		);
		const saved = await api.createWorkflow(sub);
		await api.activate(saved);
		const call = node('Call', 'n8n-nodes-base.executeWorkflow', 1.2, {
			workflowId: { __rl: true, mode: 'id', value: saved.id },
			mode: 'each',
			options: { waitForSubWorkflow: false },
		});
		const rows = [{ amount: '10.00' }, { amount: '20.00' }, { amount: '30.00' }];
		const caller = await api.createWorkflow(chain('Many payers', [manualTrigger(), call], rows));
		const run = await api.finished(await api.run(caller, 'Start'));
		expect(run.status).toBe('success');

		const started = await api.executions(saved.id);
		expect(started).toHaveLength(3);
		const all = await Promise.all(
			started.map(async ({ id }) => await waitingAt(environment, id, 'Ask')),
		);
		// They come back in another order than they were asked.
		for (const waiting of all.reverse()) {
			await act(waiting, 'pay');
			expect(wentOnWith(await finished(waiting))).toMatchObject([
				{ id: waiting.paymentRequestId, outcome: 'paid' },
			]);
		}
	});

	it('takes one payment per execution, and asks nobody for money otherwise', async () => {
		const before = (await client.summary()).paymentRequests;
		const workflow = chain('Many', [manualTrigger(), ask(credential), wait(credential)], [{}, {}]);
		const saved = await environment.api.createWorkflow(workflow);
		const run = await environment.api.finished(await environment.api.run(saved, 'Start'));
		expect(run.status).toBe('error');
		expect(run.data.resultData.error?.message).toContain('one payment per execution');
		expect((await client.summary()).paymentRequests).toBe(before);
	});

	it('says "timedOut" when the payer never comes back, paid or not', async () => {
		await environment.control.payer('pay', forgotten.paymentRequestId);
		const { executionId, paymentRequestId } = forgotten;
		const run = await inStatus(environment, executionId, 'success', 'After', 180_000);
		expect(wentOnWith(run)).toEqual([
			expect.objectContaining({ id: paymentRequestId, final: false, outcome: 'timedOut' }),
		]);
		// What came before keeps what it had put out.
		expect(outputOf(run, 'Ask')[0]?.json).not.toHaveProperty('outcome');
	}, 240_000);
});
