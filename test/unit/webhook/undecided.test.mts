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

	it('that the credential may not read is unknown to a node that wants these, too', async () => {
		const chosen = [...mayBe, 'unknown'];
		const { output } = await run({ events: [undecided('a')], chosen, http: forbidden });
		expect(output[0]?.json).toMatchObject({ event: 'unknown', changeKey: 'a' });
		expect(output[0]?.json).not.toHaveProperty('mayBe');
	});

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
