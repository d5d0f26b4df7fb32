import { randomUUID } from 'node:crypto';
import { until } from '../../host/until.mts';
import { byId } from '../operations/tables/row.mts';
import { activate, deactivate } from '../support/triggers.mts';
import { after, ask, returnUrl, wait, waitingAt } from '../support/waiting.mts';
import {
	calledTrigger,
	callOf,
	chain,
	editNode,
	expectSuccess,
	manualTrigger,
	node,
	outputOf,
	runToEnd,
	stitch,
} from '../support/workflows.mts';
import { resultsIn, waitingPayer } from './waitingPayer.mts';

describe('a workflow that waits for a payment', () => {
	const suite = waitingPayer();
	const { act, finished, firstOf, open, start, stillWaits } = suite;

	it('waits for two payments in one workflow, each at its own time', async () => {
		const nodes = [
			manualTrigger(),
			ask(suite.credential),
			wait(suite.credential),
			ask(suite.credential, {}, 'Ask Again'),
			wait(suite.credential, {}, 'Wait Again'),
			after(),
		];
		const first = await start(chain('Two payments', nodes, [{}]));
		await act(first, 'pay');
		const second = await waitingAt(suite.environment, first.executionId, 'Ask Again');
		expect(second.paymentRequestId).not.toBe(first.paymentRequestId);

		// The first payer's page, loaded once more, neither goes on nor shows the second payment.
		await open(returnUrl(first));
		expect(await suite.page.getByRole('link').count()).toBe(0);
		await stillWaits(second);

		await act(second, 'pay');
		const run = await finished(second);
		expect(resultsIn(run, 'Wait')).toMatchObject([
			{ paymentRequest: { id: first.paymentRequestId } },
		]);
		expect(resultsIn(run)).toMatchObject([
			{ outcome: 'paid', paymentRequest: { id: second.paymentRequestId } },
		]);
	});

	it('rejects waiting in a retry, to which no payer returns, until it has its own link', async () => {
		const { api } = suite.environment;
		const broken = node('Mail', 'n8n-nodes-base.stopAndError', 1, { errorMessage: 'no server' });
		const awaited = { awaitedPaymentRequestId: byId("={{ $('Ask').item.json.id }}") };
		const nodes = [manualTrigger(), ask(suite.credential), broken, wait(suite.credential, awaited)];
		const saved = await api.createWorkflow(chain(`Retried ${randomUUID()}`, nodes, [{}]));
		const failed = await api.finished(await api.run(saved, 'Start'));
		await editNode(api, saved, 'Mail', () => node('Mail', 'n8n-nodes-base.noOp', 1, {}));
		const retried = await api.finished(await api.retryExecution(failed.id));
		expect(retried.status).toBe('error');
		expect(retried.data.resultData.error?.message).toContain(
			`The link leads back to execution ${failed.id}, not to this one`,
		);

		const [asked] = outputOf(failed, 'Ask').map(({ json }) => json);
		const get = stitch('Ask', suite.credential, {
			resource: 'paymentRequest',
			operation: 'get',
			paymentRequestId: byId(String(asked?.id)),
			options: { returnToThisWorkflow: true },
		});
		const again = [manualTrigger(), get, wait(suite.credential), after()];
		const waiting = await start(chain('Another link', again, [{}]));
		await act(waiting, 'pay');
		expect(resultsIn(await finished(waiting))).toMatchObject([
			{ outcome: 'paid', paymentRequest: { id: asked?.id } },
		]);
	});

	it('works in an execution that a production trigger has started', async () => {
		const path = randomUUID();
		const webhook = {
			...node('Order', 'n8n-nodes-base.webhook', 2, { path, responseMode: 'onReceived' }),
			webhookId: path,
		};
		const { pinData: _, ...workflow } = chain(
			'Order comes in',
			[webhook, ask(suite.credential), wait(suite.credential), after()],
			[],
		);
		const { api } = suite.environment;
		const saved = await api.createWorkflow(workflow);
		await activate(suite.environment, saved);
		expect((await fetch(`${suite.environment.n8nUrl}/webhook/${path}`)).status).toBe(200);
		const id = await firstOf(saved);
		const waiting = await waitingAt(suite.environment, id, 'Ask');
		await act(waiting, 'pay');
		const run = await finished(waiting);
		expect(run.mode).toBe('webhook');
		expect(resultsIn(run)).toMatchObject([{ outcome: 'paid' }]);
		await deactivate(suite.environment, saved);
	});

	it('waits for many payers at the same time in a sub-workflow that runs once for each item', async () => {
		const { api } = suite.environment;
		const { pinData: _, ...sub } = chain(
			`One payment ${randomUUID()}`,
			[
				calledTrigger(),
				ask(suite.credential, {
					amount: '={{ $json.amount }}',
					externalReference: `=${randomUUID()}-{{ $json.amount }}`,
				}),
				wait(suite.credential),
				after(),
			],
			[],
		);
		const saved = await api.createWorkflow(sub);
		await activate(suite.environment, saved);
		const loop = node('Loop Over Items', 'n8n-nodes-base.splitInBatches', 3, { options: {} });
		const rows = [{ amount: '10.00' }, { amount: '20.00' }, { amount: '30.00' }];
		const nodes = [manualTrigger(), loop, callOf(saved, { waits: false })];
		const caller = chain('Many payers', nodes, rows);
		// One item at a time comes out of its second output, as long as they come back.
		const to = (name: string) => [{ node: name, type: 'main' as const, index: 0 }];
		caller.connections['Loop Over Items'] = { main: [[], to('Call')] };
		caller.connections.Call = { main: [to('Loop Over Items')] };
		expectSuccess(await runToEnd(api, caller));

		const started = await until(
			'an execution for each payer',
			async () => await api.executions(saved.id),
			(executions) => executions.length === rows.length && executions,
		);
		const all = await Promise.all(
			started.map(async ({ id }) => await waitingAt(suite.environment, id, 'Ask')),
		);
		// They come back in another order than they were asked.
		for (const waiting of all.reverse()) {
			await act(waiting, 'pay');
			expect(resultsIn(await finished(waiting))).toMatchObject([
				{ outcome: 'paid', paymentRequest: { id: waiting.paymentRequestId } },
			]);
		}
	});
});
