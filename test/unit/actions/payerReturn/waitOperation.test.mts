import type { IDataObject } from 'n8n-workflow';

import { waitForConsent } from '../../../../nodes/Stitch/actions/paymentConsent/waitForConsent.operation';
import { waitForPayment } from '../../../../nodes/Stitch/actions/paymentRequest/waitForPayment.operation';
import { messageOf } from '../../../../nodes/Stitch/run/nodeError';
import { answer, refused } from '../../builders.mts';
import { complaints, mistakesIn, perform } from '../perform.mts';
import { addressOf, hour, now, waitingItem, type Setting } from './waiting.mts';

const mayHaveTheLink =
	'The payer may have the link already, so do not create another: look this payment request up with Payment Request → Get.';

const pending = (more: IDataObject = {}) =>
	answer(200, { id: 'a=', status: 'pending', expireAt: '2026-11-21T10:00:00.000Z', ...more });

it('reads the payment request by its ID', async () => {
	const { item } = waitingItem();
	const { sent } = await perform(waitForPayment, item, [pending()]);
	expect(sent).toEqual([{ method: 'GET', url: 'https://rest.test/v2/payment-requests/a%3D' }]);
});

it('continues at once with a payment request that is final already', async () => {
	const { item, waits, input } = waitingItem();
	const paymentRequest = { id: 'a=', status: 'completed' };
	const { output } = await perform(waitForPayment, item, [answer(200, paymentRequest)]);
	const waitForPaymentField = { outcome: 'paid', final: true, paymentRequest };
	expect(output).toEqual({ order: 7, waitForPayment: waitForPaymentField });
	expect(waits).toEqual([]);
	expect(input).toEqual([{ json: { order: 7 } }]);
});

describe('the time limit', () => {
	async function waitOf(parameters: IDataObject, request: IDataObject = {}) {
		const { item, waits } = waitingItem({ parameters });
		const performed = await perform(waitForPayment, item, [pending(request)]);
		return Object.assign(performed, { waits });
	}

	it('is the expiry of the request and a minute, for a payer who is on the way back', async () => {
		const { waits } = await waitOf({});
		expect(waits).toEqual([24 * hour + 60_000]);
	});

	it('is shorter when Minutes says so', async () => {
		const { waits } = await waitOf({ timeLimit: 'minutes', minutes: 90 });
		expect(waits).toEqual([1.5 * hour]);
	});

	it('is never longer than the request can be paid', async () => {
		const { waits } = await waitOf({ timeLimit: 'minutes', minutes: 525_600 });
		expect(waits).toEqual([24 * hour + 60_000]);
	});

	it('is asked for where the request does not say when it expires', async () => {
		const { failure, waits } = await waitOf({}, { expireAt: null });
		expect(waits).toEqual([]);
		expect(String(failure)).toContain('the payment request a= does not say when it expires');
		const limited = await waitOf({ timeLimit: 'minutes', minutes: 60 }, { expireAt: null });
		expect(limited.waits).toEqual([hour]);
	});

	it('is over at once for a request whose time has passed and that is pending all the same', async () => {
		const { output, waits } = await waitOf({}, { expireAt: '2026-11-20T09:58:00Z' });
		expect(waits).toEqual([]);
		expect(output).toMatchObject({
			waitForPayment: {
				outcome: 'timedOut',
				final: false,
				paymentRequest: { status: 'pending' },
			},
		});
	});

	it.each([0, 525_601])('rejects %p minutes, saying what to write', (minutes) => {
		const { item } = waitingItem({ parameters: { timeLimit: 'minutes', minutes } });
		expect(mistakesIn(waitForPayment, item)).toEqual([
			expect.objectContaining({ fix: 'Enter a whole number from 1 to 525600.' }),
		]);
	});
});

describe('the output of a wait that times out, which n8n takes from the input', () => {
	it('has the payment request and "timedOut" in one field, and keeps all others', async () => {
		const before = { id: 'order-7', status: 'new', outcome: 'paid', final: true };
		const linked = { binary: { invoice: { data: '', mimeType: '' } }, pairedItem: { item: 0 } };
		const { item, input } = waitingItem({ input: [{ json: before, ...linked }] });
		await perform(waitForPayment, item, [pending()]);
		expect(input).toEqual([
			{
				json: {
					...before,
					waitForPayment: {
						outcome: 'timedOut',
						final: false,
						onEarlyReturn: 'keepWaiting',
						paymentRequest: {
							id: 'a=',
							status: 'pending',
							expireAt: '2026-11-21T10:00:00.000Z',
						},
					},
				},
				...linked,
			},
		]);
		// What the node before has put out is its own.
		expect(before).not.toHaveProperty('waitForPayment');
	});

	it('simplifies the payment request, and nothing of the input', async () => {
		const before = { id: 'order-7', amount: { quantity: '1.00' } };
		const { item, input } = waitingItem({
			parameters: { simplify: true },
			input: [{ json: before }],
		});
		await perform(waitForPayment, item, [pending({ amount: { quantity: 10.1, currency: 'ZAR' } })]);
		expect(input[0]?.json).toMatchObject({
			...before,
			waitForPayment: {
				outcome: 'timedOut',
				onEarlyReturn: 'keepWaiting',
				paymentRequest: { id: 'a=', status: 'pending', amount: 10.1, currency: 'ZAR' },
			},
		});
	});

	it('does not say so while it waits', async () => {
		const { item } = waitingItem();
		const { output } = await perform(waitForPayment, item, [pending()]);
		expect(output).toEqual({
			order: 7,
			waitForPayment: {
				final: false,
				paymentRequest: expect.objectContaining({ status: 'pending' }),
			},
		});
	});
});

describe('without an answer when the wait begins', () => {
	const expireAt = '2026-11-21T10:00:00.000Z';
	const asked = { id: 'a=', status: 'pending', expireAt };
	const away = answer(503, {});

	it.each([
		['a network in between', answer(522, '<html>')],
		['an error of Stitch', answer(500, { code: 'INTERNAL' })],
		['too many requests', answer(429, {})],
	])('waits all the same, for the payer may have the link: %s', async (_, script) => {
		const { item, input, waits } = waitingItem({
			parameters: { timeLimit: 'minutes' },
		});
		await perform(waitForPayment, item, [script]);
		expect(waits).toEqual([hour]);
		const waitForPaymentField = {
			outcome: 'timedOut',
			final: false,
			onEarlyReturn: 'keepWaiting',
			paymentRequest: { id: 'a=' },
		};
		expect(input[0]?.json).toEqual({ order: 7, waitForPayment: waitForPaymentField });
	});

	it('waits for a consent all the same after an error inside GraphQL', async () => {
		const { item, waits } = waitingItem({ parameters: { timeLimit: 'minutes' } });
		await perform(waitForConsent, item, [refused('INTERNAL_SERVER_ERROR')]);
		expect(waits).toEqual([hour]);
	});

	it.each([
		['its input', { input: [{ json: asked }] }],
		['the output of a node before', { input: [{ json: { sent: true } }], asked }],
	])('waits until the request expires, as %s says', async (_, setting: Setting) => {
		const { item, waits } = waitingItem(setting);
		await perform(waitForPayment, item, [away]);
		expect(waits).toEqual([Date.parse(expireAt) + 60_000 - now]);
	});

	it('does not take the expiry of another payment request', async () => {
		const { item, waits } = waitingItem({ asked: { ...asked, id: 'b=' } });
		const { failure } = await perform(waitForPayment, item, [away]);
		expect(waits).toEqual([]);
		expect(messageOf(failure)).toEqual({
			message: 'Stitch is not available at the moment',
			description: mayHaveTheLink,
		});
	});

	it.each([
		[403, { missingScopes: ['client_paymentrequest'] }, 'Open the Stitch API credential'],
		[404, {}, 'Check the ID'],
	])('does not wait after a %p, and says that the payer may pay', async (status, body, advice) => {
		const { item, waits } = waitingItem({ asked });
		const { failure } = await perform(waitForPayment, item, [answer(status, body)]);
		const { description } = messageOf(failure);
		expect(description).toMatch(new RegExp(`^${advice}.* ${mayHaveTheLink}$`));
		expect(description).not.toContain('Try again');
		expect(failure).toMatchObject({ details: { status } });
		expect(waits).toEqual([]);
	});
});

describe('in an execution that has its link from another one', () => {
	const linkTo = (back: string) => ({
		id: 'a=',
		paymentUrl: `https://pay.test/1?redirect_uri=${encodeURIComponent(back)}`,
	});
	const ofThree = linkTo(addressOf(3));

	async function waitOf(setting: Setting, script = pending()) {
		const { item, waits } = waitingItem(setting);
		return Object.assign(await perform(waitForPayment, item, [script]), { waits });
	}

	it.each([
		['a retry, by its input', { mode: 'retry', input: [{ json: ofThree }] }],
		['a retry, by what Create has put out', { mode: 'retry', asked: ofThree }],
		['a step that a person runs', { mode: 'manual', asked: ofThree }],
	])('rejects to wait where no payer comes back to: %s', async (_, setting) => {
		const { failure, waits } = await waitOf(setting);
		expect(messageOf(failure)).toEqual({
			message:
				'The link leads back to execution 3, not to this one, so a returning payer would not resume this execution',
			description: `${mayHaveTheLink} To wait for it, run another workflow: first Payment Request → Get with 'Return to This Workflow' turned on, then a node that sends the payer the new link, then this node.`,
		});
		expect(failure).toMatchObject({ details: { kind: 'notSent', happened: 'no' } });
		expect(waits).toEqual([]);
	});

	it('continues at once with a payment that was made since then', async () => {
		const completed = answer(200, { id: 'a=', status: 'completed' });
		const { output } = await waitOf({ mode: 'retry', asked: ofThree }, completed);
		expect(output).toMatchObject({ waitForPayment: { outcome: 'paid' } });
	});

	it.each([
		['has a link of its own', { asked: linkTo(addressOf(4)) }],
		['has both', { asked: ofThree, input: [{ json: linkTo(addressOf(4)) }] }],
		['has the link of another payment', { asked: { ...ofThree, id: 'b=' } }],
		['has a link that leads to a shop', { asked: linkTo('https://shop.test/thanks/3') }],
		['has a link that leads nowhere', { asked: { id: 'a=', paymentUrl: 'https://pay.test/1' } }],
		['has a link that was shortened', { asked: { id: 'a=', paymentUrl: 'go.test/1' } }],
		['has no link', { asked: { id: 'a=' } }],
		['was called by another workflow', { asked: ofThree, mode: 'integrated' }],
	])('waits as ever if it %s', async (_, setting: Setting) => {
		const { waits } = await waitOf({ mode: 'retry', ...setting });
		expect(waits).toHaveLength(1);
	});
});

describe('before anything is sent, it rejects', () => {
	it('an empty ID, a wrong address and several items, all reported at once', () => {
		const input = [{ json: {} }, { json: {} }, { json: {} }];
		const options = { thankYouUrl: 'shop.example.com' };
		const { item } = waitingItem({ parameters: { awaitedPaymentRequestId: '', options }, input });
		expect(complaints(waitForPayment, item)).toEqual([
			"'Payment Request' is empty",
			"'Thank-You URL' is not a full web address",
			"'Wait for Payment' takes one payment per execution, and got 3 items",
		]);
	});

	it('an unknown choice, which cannot be fixed once the payer has the link', () => {
		const { item } = waitingItem({ parameters: { onEarlyReturn: 'go on' } });
		expect(complaints(waitForPayment, item)).toEqual(["'On Early Return' cannot be go on"]);
	});

	it('waiting where the payer could answer another node of the same execution', () => {
		const behind = [
			{
				name: 'Approve',
				type: 'n8n-nodes-base.slack',
				typeVersion: 2,
				disabled: false,
				parameters: { operation: 'sendAndWait' },
			},
		];
		expect(complaints(waitForPayment, waitingItem({ behind }).item)).toEqual([
			expect.stringContaining('could also answer “Approve”'),
		]);
	});

	it('waiting in an execution that n8n cancels when the time is up', () => {
		const { item } = waitingItem({ timeout: now + hour });
		expect(mistakesIn(waitForPayment, item)).toEqual([
			{
				field: 'Timeout Workflow',
				what: 'cannot be on with Wait for Payment: n8n would cancel the execution at the end of the wait, and nothing would follow',
				fix: "Open the settings of this workflow, turn 'Timeout Workflow' off and save. If another workflow calls this one, do the same there.",
			},
		]);
	});

	it('being the tool of an AI agent, which cannot wait for days', () => {
		const { item } = waitingItem({ type: 'n8n-nodes-stitch-payments.stitchTool' });
		expect(complaints(waitForPayment, item)).toEqual([
			"'Wait for Payment' cannot be used as a tool of an AI agent",
		]);
	});
});
