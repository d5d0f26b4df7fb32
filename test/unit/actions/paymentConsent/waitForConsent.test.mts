import { waitForConsent } from '../../../../nodes/Stitch/actions/paymentConsent/waitForConsent.operation';
import { refused } from '../../builders.mts';
import { hour, waitingItem, type Setting } from '../payerReturn/waiting.mts';
import { complaints, perform } from '../perform.mts';
import { consentNode, grantedNode, readAs } from './consents.mts';

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
			order: 7,
			waitForConsent: { outcome, final: true, paymentConsent: { id: 'consent-1' } },
		});
		expect(waits).toEqual([]);
	});

	it.each(['PaymentConsentPending', 'PaymentConsentProcessing', 'PaymentConsentPaused'])(
		'waits for the chosen time when the consent is still %s',
		async (__typename) => {
			const { item, input, waits } = waitingItem();
			await perform(waitForConsent, item, [readAs(consentNode(status(__typename)))]);
			expect(waits).toEqual([hour]);
			expect(input[0]?.json).toMatchObject({
				order: 7,
				waitForConsent: { outcome: 'timedOut', final: false, onEarlyReturn: 'keepWaiting' },
			});
		},
	);

	it('waits without an answer, too, for the payer may have the link', async () => {
		const { item, input, waits } = waitingItem();
		await perform(waitForConsent, item, [refused('INTERNAL_SERVER_ERROR', 'no')]);
		expect(waits).toEqual([hour]);
		expect(input[0]?.json).toMatchObject({
			waitForConsent: { outcome: 'timedOut', paymentConsent: { id: 'consent-1' } },
		});
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
		[
			{ input: [{ json: {} }, { json: {} }] },
			"'Wait for Consent' takes one payment consent per execution, and got 2 items",
		],
	])('rejects %j', (setting, complaint) => {
		expect(complaints(waitForConsent, waitingItem(setting as Setting).item)).toContain(complaint);
	});
});
