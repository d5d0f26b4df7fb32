import type { Credential, WorkflowNode } from '../../host/api.mts';
import {
	after,
	ask,
	askAndWait,
	inStatus,
	returnUrl,
	wait,
	type Waiting,
} from '../support/waiting.mts';
import { chain, manualTrigger, node, outputOf } from '../support/workflows.mts';
import { resultsIn, waitingPayer, wentOnWith } from './waitingPayer.mts';

/** A node that replaces its item's fields by these. */
const fields = (name: string, json: Record<string, unknown>) =>
	node(name, 'n8n-nodes-base.set', 3.4, {
		mode: 'raw',
		jsonOutput: JSON.stringify(json),
		options: {},
	});

/** A wait as a new node is, for the payment that another node has asked for. */
function waitFor(
	asked: string,
	credential: Credential,
	more: Record<string, unknown> = {},
	name = 'Wait',
): WorkflowNode {
	const value = `={{ $('${asked}').item.json.id }}`;
	const awaitedPaymentRequestId = { __rl: true, mode: 'id', value };
	const parameters = { awaitedPaymentRequestId, simplify: false, ...more };
	return wait(credential, parameters, name);
}

describe('what a return reads and decides', () => {
	const suite = waitingPayer();
	const { act, finished, start, stillWaits } = suite;
	/** Started first and looked at last: two waits in one workflow, the second of which times out. */
	let forgotten: Waiting;

	beforeAll(async () => {
		const nodes = [
			manualTrigger(),
			ask(suite.credential),
			ask(suite.credential, {}, 'Ask Again'),
			waitFor('Ask', suite.credential),
			waitFor('Ask Again', suite.credential, { timeLimit: 'minutes', minutes: 1 }, 'Wait Again'),
			after(),
		];
		forgotten = await start(chain('Two payments asked for at once', nodes, [{ order: 7 }]));
		await suite.environment.control.payer('pay', forgotten.paymentRequestId);
		expect((await fetch(returnUrl(forgotten))).status).toBe(200);
		await inStatus(suite.environment, forgotten.executionId, 'waiting', 'Wait Again');
	});

	it('is the choice that was made when the wait began, with the input as it was then', async () => {
		const order = { id: 'order-7', status: 'new', final: true, outcome: 'notPaid' };
		const nodes = [
			manualTrigger(),
			ask(suite.credential),
			fields('Order', order),
			waitFor('Ask', suite.credential, {
				onEarlyReturn: "={{ $json.status === 'new' ? 'keepWaiting' : 'continue' }}",
			}),
			after(),
		];
		const waiting = await start(chain('Chosen by an expression', nodes, [{}]));
		await act(waiting, 'close');
		await stillWaits(waiting);

		await act(waiting, 'pay');
		const run = await finished(waiting);
		expect(resultsIn(run)).toMatchObject([{ outcome: 'paid' }]);
		expect(wentOnWith(run)).toMatchObject([order]);
	});

	it('is that of its own payment, and tells nobody else where it is paid', async () => {
		const waiting = await start(
			askAndWait(suite.credential, { wait: { onEarlyReturn: 'continue' } }),
		);
		const nameless = new URL(returnUrl(waiting));
		nameless.searchParams.delete('id');
		await suite.page.goto(nameless.href);
		expect(await suite.page.locator('a').allInnerTexts()).toEqual(['Check again']);
		await stillWaits(waiting);

		await suite.environment.control.payer('pay', waiting.paymentRequestId);
		expect((await fetch(nameless)).status).toBe(200);
		expect(resultsIn(await finished(waiting))).toMatchObject([{ outcome: 'paid' }]);
	});

	it('asks the service a few times only, however often its address is loaded', async () => {
		const waiting = await start();
		const load = async () =>
			await Promise.all(
				Array.from({ length: 40 }, async () => await (await fetch(returnUrl(waiting))).text()),
			);
		const before = await readings();
		const pages = await load();
		expect(pages.filter((page) => !page.includes('not complete yet'))).toEqual([]);
		// Each of them may look three times within three seconds; together they do hardly more.
		expect((await readings()) - before).toBeLessThan(30);
		await stillWaits(waiting);

		await suite.environment.control.payer('pay', waiting.paymentRequestId);
		await load();
		const run = await finished(waiting);
		expect(run.status).toBe('success');
		expect(run.data.resultData.runData.After).toHaveLength(1);
	});

	it('is not there when nobody comes: the input goes on, and one expression tells all cases', async () => {
		const run = await inStatus(suite.environment, forgotten.executionId, 'success', 'After');
		expect(resultsIn(run, 'Wait')).toMatchObject([
			{ outcome: 'paid', paymentRequest: { id: forgotten.paymentRequestId } },
		]);
		const [second] = outputOf(run, 'Ask Again').map(({ json }) => json);
		expect(wentOnWith(run)).toEqual([
			{
				...second,
				waitForPayment: expect.objectContaining({
					outcome: 'timedOut',
					paymentRequest: expect.objectContaining({ id: second?.id, status: 'pending' }),
				}),
			},
		]);
	});

	/** How often the service was asked for a payment request so far. */
	async function readings(): Promise<number> {
		const { requests } = await suite.client.ledger();
		const isReading = /\/payment-requests\/./;
		return requests.filter(({ method, path }) => method === 'GET' && isReading.test(path)).length;
	}
});
