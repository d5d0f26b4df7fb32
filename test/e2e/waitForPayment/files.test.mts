import { randomUUID } from 'node:crypto';
import type { Execution, WorkflowNode } from '../../host/api.mts';
import { byId } from '../operations/tables/row.mts';
import { after, ask, returnUrl, wait } from '../support/waiting.mts';
import { chain, manualTrigger, node, outputOf, runToEnd } from '../support/workflows.mts';
import { waitingPayer } from './waitingPayer.mts';

/** Makes a file of the link to pay at. */
const asFile = node('As File', 'n8n-nodes-base.convertToFile', 1.1, {
	operation: 'toText',
	sourceProperty: 'paymentUrl',
	options: { fileName: 'link.txt' },
});

/** What a node has passed on of the file, and of the item that it comes from. */
const passedOn = (run: Execution, name = 'After') =>
	outputOf(run, name).map(({ binary, pairedItem }) => ({ binary, pairedItem }));

const theFile = [
	{
		binary: { data: expect.objectContaining({ fileName: 'link.txt', data: expect.anything() }) },
		pairedItem: { item: 0 },
	},
];

describe('the file of an item that waits for a payment', () => {
	const suite = waitingPayer();

	/** A workflow that asks for a payment, makes a file and waits. */
	const withFile = (waiting: WorkflowNode) =>
		chain(
			`Wait with a file ${randomUUID()}`,
			[manualTrigger(), ask(suite.credential), asFile, waiting, after()],
			[{}],
		);

	const waitFor = (id: string, more: Record<string, unknown> = {}) =>
		wait(suite.credential, { awaitedPaymentRequestId: byId(id), ...more });

	const asked = "={{ $('Ask').item.json.id }}";

	it('is passed on when the payer returns', async () => {
		const waiting = await suite.start(withFile(waitFor(asked)));
		await suite.environment.control.payer('pay', waiting.paymentRequestId);
		await fetch(returnUrl(waiting));
		const run = await suite.finished(waiting);
		expect(passedOn(run)).toEqual(theFile);
		expect(outputOf(run, 'Wait')[0]?.json).toMatchObject({ waitForPayment: { outcome: 'paid' } });
	});

	it('is passed on when the payment is final already', async () => {
		const { paymentRequestId } = await suite.start();
		await suite.environment.control.payer('pay', paymentRequestId);
		const run = await runToEnd(suite.environment.api, withFile(waitFor(paymentRequestId)));
		expect(passedOn(run)).toEqual(theFile);
	});

	it('is passed on when the wait cannot begin and the workflow continues', async () => {
		const failing = { ...waitFor('unknown'), onError: 'continueRegularOutput' as const };
		const run = await runToEnd(suite.environment.api, withFile(failing));
		expect(passedOn(run)).toEqual(theFile);
		expect(outputOf(run, 'Wait')[0]?.json).toHaveProperty('error');
	});
});
