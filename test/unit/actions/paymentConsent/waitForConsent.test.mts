import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { waitForConsent } from '../../../../nodes/Stitch/actions/paymentConsent/waitForConsent.operation';
import { Item } from '../../../../nodes/Stitch/run/item';
import { inWords } from '../../../../nodes/Stitch/run/nodeError';
import { answer } from '../../builders.mts';
import { complaints, perform } from '../perform.mts';
import { consentNode, grantedNode, readAs } from './consents.mts';

interface Setting {
	parameters?: IDataObject;
	rows?: IDataObject[];
	type?: string;
	behind?: object[];
	mode?: string;
}

/** An item of an execution that records until when it was told to wait. */
function waitingItem({
	parameters,
	rows = [{ member: 7 }],
	type = 'x.stitch',
	behind = [],
	mode = 'trigger',
}: Setting = {}) {
	const all: IDataObject = {
		id: 'consent-1',
		onEarlyReturn: 'keepWaiting',
		minutes: 60,
		...parameters,
	};
	const input = rows.map((json) => ({ json }));
	const waits: string[] = [];
	const context = {
		getNodeParameter: (name: string, _item: number, fallback?: unknown) => all[name] ?? fallback,
		getInputData: () => input,
		getNode: () => ({ name: 'Wait', type }),
		getMode: () => mode,
		evaluateExpression: () => 'https://n8n.test/webhook-waiting/4?signature=a1',
		getChildNodes: () => behind,
		getParentNodes: () => [],
		putExecutionToWait: async (until: Date) => void waits.push(until.toISOString()),
	};
	return { item: new Item(context as unknown as IExecuteFunctions, 0), input, waits };
}

const refusedWith = (code: string) =>
	answer(200, { data: null, errors: [{ message: 'no', extensions: { code } }] });

const status = (__typename: string) => ({ status: { __typename } });

describe('Payment Consent → Wait for Consent', () => {
	it.each([
		['granted', grantedNode()],
		['notGranted', consentNode(status('PaymentConsentFailed'))],
		['notGranted', consentNode(status('PaymentConsentRevoked'))],
	])('continues at once with the outcome %s', async (outcome, node) => {
		const { item, waits } = waitingItem();
		const { output } = await perform(waitForConsent, item, [readAs(node)]);
		expect(output).toMatchObject({
			member: 7,
			waitForConsent: { outcome, final: true, paymentConsent: { id: 'consent-1' } },
		});
		expect(waits).toEqual([]);
	});

	it.each(['PaymentConsentPending', 'PaymentConsentProcessing', 'PaymentConsentPaused'])(
		'waits for the chosen time when the consent is still %s',
		async (__typename) => {
			const { item, input, waits } = waitingItem();
			await perform(waitForConsent, item, [readAs(consentNode(status(__typename)))]);
			expect(waits).toEqual(['2026-11-20T11:00:00.000Z']);
			expect(input[0]?.json).toMatchObject({
				member: 7,
				waitForConsent: { outcome: 'timedOut', final: false, onEarlyReturn: 'keepWaiting' },
			});
		},
	);

	it('waits without an answer, too, for the payer may have the link', async () => {
		const { item, input, waits } = waitingItem();
		await perform(waitForConsent, item, [refusedWith('INTERNAL_SERVER_ERROR')]);
		expect(waits).toEqual(['2026-11-20T11:00:00.000Z']);
		expect(input[0]?.json).toMatchObject({
			waitForConsent: { outcome: 'timedOut', paymentConsent: { id: 'consent-1' } },
		});
	});

	it('does not wait where it may not read, and says that the payer may agree', async () => {
		const { item, waits } = waitingItem();
		const { failure } = await perform(waitForConsent, item, [refusedWith('FORBIDDEN')]);
		expect(inWords(failure).description).toMatch(
			/ The payer may have the link already, so do not create another: look this payment consent up with Payment Consent → Get\.$/,
		);
		expect(waits).toEqual([]);
	});

	it('leaves columns for when the time is up, in a node that simplifies', async () => {
		const { item, input } = waitingItem({ parameters: { simplify: true } });
		await perform(waitForConsent, item, [readAs(consentNode())]);
		expect(input[0]?.json).toMatchObject({
			waitForConsent: {
				paymentConsent: { consentUrl: expect.any(String) as string, reasonText: null },
			},
		});
	});

	it.each([
		[{ parameters: { id: '' } }, "'Payment Consent ID' is empty"],
		[{ parameters: { minutes: 0 } }, "'Minutes' cannot be 0"],
		[{ parameters: { onEarlyReturn: 'shrug' } }, "'On Early Return' cannot be shrug"],
		[
			{ rows: [{}, {}] },
			"'Wait for Consent' takes one payment consent per execution, and 2 items came",
		],
		[{ type: 'x.stitchTool' }, "'Wait for Consent' cannot be used as a tool of an AI agent"],
	])('rejects %j', (setting, complaint) => {
		expect(complaints(waitForConsent, waitingItem(setting as Setting).item)).toContain(complaint);
	});
});
