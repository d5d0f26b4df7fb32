import type { IDataObject } from 'n8n-workflow';

import { TokenFailure } from '../../../nodes/Stitch/transport/clientToken';
import { processEvents } from '../../../nodes/Stitch/webhook/deliver';
import { executeContext } from './contexts.mts';
import { event, ok, run } from './delivering.mts';

describe('an event that does not say whether it is about a charge or the refund of one', () => {
	const mayBe = ['charge.success', 'chargeRefund.success'];
	const undecided = (eventId: string) =>
		event(eventId, {
			event: 'unknown',
			resource: 'charge',
			status: 'success',
			changeKey: eventId,
			mayBe,
		});
	const answering = (more: IDataObject) => ok({ data: { node: { ...transaction, ...more } } });
	const transaction = {
		id: 'aWQ6MQ==',
		__typename: 'CardTransaction',
		amount: { quantity: '150.00', currency: 'ZAR' },
		state: { __typename: 'TransactionSuccess' },
	};
	const original = { originalTransaction: { id: 'the charge' } };

	it.each([
		['charge', 'charge', {}],
		['chargeRefund', 'refund', original],
		['chargeRefund', 'refund', { __typename: 'CardRefundTransaction' }],
	])('is read, and is then a %s', async (family, resource, more) => {
		const chosen = mayBe;
		const { output } = await run({ events: [undecided('a')], chosen, http: answering(more) });
		expect(output[0]?.json).toMatchObject({
			event: `${family}.success`,
			resource,
			changeKey: `${family}.success/aWQ6MQ==`,
			amount: { quantity: 150 },
		});
		expect(output[0]?.json).not.toHaveProperty('mayBe');
		expect(output[0]?.json).not.toHaveProperty('current');
	});

	it('starts nothing when it turns out to be an event that was not chosen', async () => {
		const chosen = ['charge.success'];
		const given = { events: [undecided('a')], chosen, http: answering(original) };
		const { ids, recordings } = await run(given);
		expect(ids).toEqual([]);
		expect(recordings.flatMap((each) => each.ids)).toEqual([]);
	});

	it('that says charge is a refund, too, where the resource is read and has an original charge', async () => {
		const said = event('a', { event: 'charge.success', resource: 'charge', status: 'success' });
		const { output } = await run({
			events: [said],
			chosen: mayBe,
			options: { fetchCurrentResource: true },
			http: answering(original),
		});
		expect(output[0]?.json).toMatchObject({
			event: 'chargeRefund.success',
			current: { charge: 'the charge' },
		});
	});

	const forbidden = async () => ({ statusCode: 403, headers: {}, body: { code: 'FORBIDDEN' } });

	it('that the credential may not read fails the execution, and says why it is read', async () => {
		const given = { events: [undecided('a')], chosen: mayBe, http: forbidden };
		await expect(run(given)).rejects.toMatchObject({
			description: expect.stringMatching(
				/^[A-Z].*\. The event does not say .*Unknown Event as well\.$/,
			),
		});
	});

	it.each([
		['by its status', forbidden],
		['by a code of GraphQL', ok({ errors: [{ extensions: { code: 'FORBIDDEN' } }] })],
	])(
		'that Stitch forbids to read %s is unknown to a node that wants these, too',
		async (_, http) => {
			const chosen = [...mayBe, 'unknown'];
			const { output } = await run({ events: [undecided('a')], chosen, http });
			expect(output[0]?.json).toMatchObject({ event: 'unknown', changeKey: 'a' });
			expect(output[0]?.json).not.toHaveProperty('mayBe');
		},
	);

	const withoutToken = (temporary: boolean) => async () =>
		await Promise.reject(new TokenFailure('No token', temporary));

	it('that the credential gets no token for is unknown to a node that wants these, too', async () => {
		const given = { events: [undecided('a')], chosen: [...mayBe, 'unknown'] };
		expect((await run({ ...given, http: withoutToken(false) })).ids).toEqual(['a']);
	});

	it.each([
		['while Stitch is away', async () => ({ statusCode: 404, headers: {}, body: {} })],
		['while there is no token', withoutToken(true)],
	])('fails, to be retried, %s, whatever was chosen', async (_, http) => {
		jest.useFakeTimers({ advanceTimers: 1000 });
		const given = { events: [undecided('a')], chosen: [...mayBe, 'unknown'], http };
		const failed = expect(run(given)).rejects.toThrow();
		await jest.runAllTimersAsync();
		await failed;
		jest.useRealTimers();
	});

	it('fails where the credential cannot be read, whatever was chosen', async () => {
		const { context } = executeContext({ events: [undecided('a')], chosen: [...mayBe, 'unknown'] });
		const getCredentials = async () => await Promise.reject(new Error('no credential'));
		Object.assign(context, { getCredentials });
		await expect(processEvents(context)).rejects.toThrow('no credential');
	});
});

describe('an event of a confirmation that does not say whether the money has arrived', () => {
	const mayBe = ['paymentConfirmation.received', 'paymentConfirmation.unsettled'];
	const undecided = (eventId: string) =>
		event(eventId, {
			event: 'unknown',
			resource: 'paymentRequest',
			status: 'completed',
			changeKey: eventId,
			mayBe,
		});
	const showing = (state: string, paymentConfirmation: IDataObject | null) => {
		const request = {
			id: 'aWQ6MQ==',
			externalReference: 'shop-1',
			amount: { quantity: '150.00', currency: 'ZAR' },
			state: { __typename: `PaymentInitiationRequest${state}`, date: '2026-11-20T09:00:00.000Z' },
			paymentConfirmation,
		};
		const pageInfo = { hasNextPage: false };
		const list = { edges: [{ node: request }], pageInfo };
		return ok({ data: { client: { paymentInitiationRequests: list } } });
	};
	const received = { __typename: 'PaymentReceived', received: '2026-11-20T10:00:00.000Z' };
	const chosen = mayBe;

	it.each([
		['received', received, '2026-11-20T10:00:00.000Z'],
		['unsettled', { __typename: 'PaymentUnsettled', description: 'Late' }, null],
	])('is read, and decided by the confirmation: %s', async (status, confirmation, occurredAt) => {
		const http = showing('Completed', confirmation);
		const { output } = await run({ events: [undecided('a')], chosen, http });
		expect(output[0]?.json).toMatchObject({
			event: `paymentConfirmation.${status}`,
			status,
			resource: 'paymentRequest',
			occurredAt,
			externalReference: 'shop-1',
			amount: { quantity: 150 },
			changeKey: `paymentConfirmation.${status}/aWQ6MQ==`,
		});
		expect(output[0]?.json).not.toHaveProperty('mayBe');
	});

	it.each([
		['ManuallyCompleted', received],
		['Cancelled', null],
		['Expired', null],
	])('starts nothing where no money can arrive (%s)', async (state, money) => {
		const http = showing(state, money);
		expect((await run({ events: [undecided('a')], chosen, http })).ids).toEqual([]);
	});

	it.each([
		['a pending confirmation', { __typename: 'PaymentPending' }],
		['no confirmation', null],
	])(
		'fails, to be retried, while Stitch still shows %s: the money is not lost',
		async (_, money) => {
			const http = showing('Completed', money);
			await expect(run({ events: [undecided('a')], chosen, http })).rejects.toMatchObject({
				message: 'Stitch does not show yet whether the money of this payment request has arrived',
				description: expect.stringMatching(
					/^Retry this execution in a few minutes\. The event does not say whether it is Payment Confirmation Received or Payment Confirmation Unsettled, so the trigger reads it\./,
				),
			});
		},
	);

	it('fails where the request is not found', async () => {
		const http = ok({
			data: {
				client: { paymentInitiationRequests: { edges: [], pageInfo: { hasNextPage: false } } },
			},
		});
		await expect(run({ events: [undecided('a')], chosen, http })).rejects.toThrow('does not know');
	});

	it('that says it keeps to what it said, whatever is read', async () => {
		const said = event('a', { event: 'paymentConfirmation.received', status: 'received' });
		const options = { fetchCurrentResource: true };
		const http = showing('Completed', { __typename: 'PaymentPending' });
		const { output } = await run({ events: [said], chosen, options, http });
		expect(output[0]?.json).toMatchObject({
			event: 'paymentConfirmation.received',
			status: 'received',
			current: { paymentConfirmation: 'pending' },
		});
	});
});
