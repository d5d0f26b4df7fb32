import { get } from '../../../../nodes/Stitch/actions/paymentRequest/get.operation';
import { answer, graphqlPage, itemOf, serviceOf } from '../../builders.mts';
import { complaints, perform } from '../perform.mts';

describe('the address to pay at', () => {
	const page = 'https://pay.test/1';
	const pending = answer(200, { id: 'a', status: 'pending', interaction: { url: page } });
	const here = 'https://n8n.test/webhook-waiting/1?signature=a1';

	async function addressOf(options: object) {
		const { output } = await perform(get, { paymentRequestId: 'a', options: { ...options } }, [
			pending,
		]);
		const { paymentUrl, interaction } = output as { paymentUrl: string; interaction: object };
		expect(interaction).toEqual({ url: paymentUrl });
		return new URL(paymentUrl);
	}

	it('brings the payer back to a Redirect URL', async () => {
		const { searchParams } = await addressOf({ redirectUrl: 'https://shop.test/' });
		expect([...searchParams]).toEqual([['redirect_uri', 'https://shop.test/']]);
	});

	it('brings the payer back to this execution, also one who has not paid', async () => {
		const { searchParams } = await addressOf({
			redirectUrl: 'https://shop.test/',
			returnToThisWorkflow: true,
		});
		expect([...searchParams]).toEqual([
			['redirect_uri', here],
			['failure_redirect_uri', here],
		]);
	});

	it('is rejected where the payer could not come back', () => {
		const item = itemOf({ paymentRequestId: 'a', options: { returnToThisWorkflow: true } }, 0, {
			count: 2,
			resumeUrl: here,
		});
		expect(complaints(get, item)).toEqual([
			"'Return to This Workflow' takes one payment per execution, and got 2 items",
		]);
		expect(complaints(get, { paymentRequestId: 'a', options: { redirectUrl: 'shop' } })).toEqual([
			"'Redirect URL' is not a full web address",
		]);
	});
});

const refused = answer(400, {
	errors: [
		{ message: 'Cannot query field "metadata"', extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } },
	],
});

describe('what only GraphQL knows', () => {
	const read = { id: 'a', status: 'completed', amount: { quantity: 10, currency: 'ZAR' } };
	const listing = (...nodes: object[]) => graphqlPage('paymentInitiationRequests', nodes);
	const node = {
		id: 'a',
		amount: { quantity: '10.00', currency: 'ZAR' },
		state: { __typename: 'PaymentInitiationRequestPending' },
		paymentConfirmation: { __typename: 'PaymentReceived', received: '2026-11-20T12:00:00Z' },
	};

	async function completed(script: Parameters<typeof serviceOf>[0]) {
		const { service, sent } = serviceOf(script);
		return { output: await get.complete?.(read, service), sent };
	}

	it('is whether and when the money has arrived; for the rest, REST was asked', async () => {
		const { output, sent } = await completed([listing(node)]);
		expect(sent[0]?.body).toMatchObject({
			variables: { filter: { id: { eq: 'a' } }, first: 1 },
		});
		expect(output).toMatchObject({
			...read,
			paymentConfirmation: 'received',
			paymentConfirmationDate: '2026-11-20T12:00:00Z',
		});
	});

	it('keeps the date of a status for that status', async () => {
		const date = '2026-11-20T11:00:00Z';
		const now = { ...node, state: { __typename: 'PaymentInitiationRequestCompleted', date } };
		expect((await completed([listing(now)])).output).toMatchObject({ statusDate: date });
		const other = { ...node, state: { __typename: 'PaymentInitiationRequestExpired', date } };
		const { output } = await completed([listing(other)]);
		expect(output).toMatchObject({ status: 'completed' });
		expect(output?.statusDate).toBeUndefined();
	});

	it('is that someone completed it by hand, whatever REST calls that', async () => {
		const date = '2026-11-20T11:00:00Z';
		const byHand = { __typename: 'PaymentInitiationRequestManuallyCompleted', date };
		const { output } = await completed([listing({ ...node, state: byHand })]);
		expect(output).toMatchObject({
			status: 'manually_completed',
			statusDate: date,
			paymentConfirmation: null,
		});
	});

	const missing = ['paymentConfirmation', 'paymentConfirmationDate', 'refunds', 'settlement'];

	it('is named as not read where the list does not have it', async () => {
		const named = { ...read, notRead: missing };
		expect((await completed([listing()])).output).toEqual(named);
		expect((await completed([listing({ ...node, id: 'b' })])).output).toEqual(named);
	});

	it.each([
		['says no', answer(403, {})],
		['does not offer what even the core asks for', refused],
	])(
		'fails when Stitch %s, because an unread confirmation must not appear as none',
		async (_, no) => {
			await expect(completed([no, no])).rejects.toThrow();
		},
	);

	it('comes without young fields from a Stitch that lacks them, and names them', async () => {
		const { output } = await completed([refused, listing(node)]);
		expect(output).toMatchObject({ paymentConfirmation: 'received', notRead: ['metadata'] });
	});

	it('does not name fields that REST returned', async () => {
		const { service } = serviceOf([refused, listing(node)]);
		const output = await get.complete?.({ ...read, metadata: {} }, service);
		expect(output).not.toHaveProperty('notRead');
	});
});
