import type { Credential, WorkflowNode } from '../../host/api.mts';
import { after, ask, askAndWait, returnUrl, wait } from '../support/waiting.mts';
import { chain, manualTrigger, node } from '../support/workflows.mts';
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
	const { act, finished, open, start, stillWaits } = suite;

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

	it('is that of its own payment, and shows its link to no one else', async () => {
		const waiting = await start(
			askAndWait(suite.credential, { wait: { onEarlyReturn: 'continue' } }),
		);
		const nameless = new URL(returnUrl(waiting));
		nameless.searchParams.delete('id');
		await open(nameless.href);
		expect(await suite.page.locator('a').allInnerTexts()).toEqual(['Check again']);
		await stillWaits(waiting);

		await suite.environment.control.payer('pay', waiting.paymentRequestId);
		expect((await fetch(nameless)).status).toBe(200);
		expect(resultsIn(await finished(waiting))).toMatchObject([{ outcome: 'paid' }]);
	});
});
