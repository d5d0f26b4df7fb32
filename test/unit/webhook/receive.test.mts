import type { IDataObject } from 'n8n-workflow';
import { Webhook } from 'standardwebhooks';

import { receive } from '../../../nodes/Stitch/webhook/receive';
import { sealingCredential, webhookContext } from './contexts.mts';
import { completed, eventText, headersOf, secretOf } from './deliveries.mts';

const kept = secretOf('kept');
const events = ['disbursement.completed'];

const hourAgo = () => new Date(Date.now() - 60 * 60_000);

/** Delivers a body to a trigger. */
async function deliver(
	body: string,
	{
		secret = kept,
		headers = headersOf(secret, body),
		...given
	}: { secret?: string; headers?: Record<string, string> } & Omit<
		Parameters<typeof webhookContext>[0],
		'headers' | 'rawBody'
	> = {},
) {
	const { context, answer, log } = webhookContext({
		headers,
		rawBody: Buffer.from(body),
		parameters: { events },
		...given,
	});
	const result = await receive(context);
	return { result, answer, log, started: result.workflowData?.[0]?.map(({ json }) => json) };
}

it('starts the workflow with the event and leaves the answer to n8n, which stores it first', async () => {
	const { started, answer, result } = await deliver(completed);
	expect(started).toEqual([
		{
			event: 'disbursement.completed',
			resource: 'disbursement',
			id: 'ZGlzYnVyc2VtZW50OjE=',
			status: 'completed',
			statusReason: null,
			amount: { quantity: 150, currency: 'ZAR' },
			externalReference: 'shop-1',
			nonce: null,
			occurredAt: null,
			changeKey: 'disbursement.completed/ZGlzYnVyc2VtZW50OjE=',
			eventId: 'msg_1',
			receivedAt: expect.stringMatching(/^\d{4}-.*Z$/),
			raw: JSON.parse(completed) as IDataObject,
		},
	]);
	expect(answer.status).toBeUndefined();
	expect(result.noWebhookResponse).toBeUndefined();
});

describe('a request under the names of the standard', () => {
	const signedAt = (at: Date, body = completed) =>
		Object.fromEntries(
			Object.entries(headersOf(kept, body, 'msg_1', at)).map(([name, value]) => [
				name.replace('svix-', 'webhook-'),
				value,
			]),
		);
	const now = new Date();

	it.each([
		['as it was signed', signedAt(now)],
		['of another secret', { ...signedAt(now), 'webhook-signature': 'v1,bm90IG91cnM=' }],
		['with another body', signedAt(now, completed.replace('150', '151'))],
		['with another ID', { ...signedAt(now), 'webhook-id': 'msg_2' }],
		['of an hour ago', signedAt(hourAgo())],
		['without its time', { ...signedAt(now), 'webhook-timestamp': '' }],
	])('is accepted exactly where the library of the standard accepts it: %s', async (_, headers) => {
		const { started = [] } = await deliver(completed, { headers });
		const isAccepted = started.some((item) => 'event' in item);
		const accepts = () => new Webhook(kept).verify(completed, headers);
		if (isAccepted) expect(accepts).not.toThrow();
		else expect(accepts).toThrow();
	});
});

describe('a request that cannot be verified', () => {
	const nothing = { noWebhookResponse: true };
	const forged = { secret: secretOf('somebody else') };

	it.each([
		['a forged signature', forged],
		['a changed body', { headers: headersOf(kept, completed.replace('150', '151')) }],
		['a body that was cut off', { headers: headersOf(kept, `${completed} `) }],
		['no headers', { headers: {} }],
		['no headers and no secret kept', { headers: {}, staticData: {} }],
	])('is answered with 401 and starts nothing: %s', async (_, given) => {
		const { result, answer } = await deliver(completed, given);
		expect(result).toEqual(nothing);
		expect(answer).toEqual({ status: 401, ended: true });
	});

	it('is answered with 401 when its body cannot be read', async () => {
		const { context, answer } = webhookContext({ headers: headersOf(kept, completed) });
		expect(await receive(context)).toEqual(nothing);
		expect(answer).toEqual({ status: 401, ended: true });
	});

	it('without any signature is rejected before the credential is read', async () => {
		const { context } = webhookContext({ rawBody: Buffer.from(completed) });
		const getCredentials = jest.fn();
		expect(await receive(Object.assign(context, { getCredentials }))).toEqual(nothing);
		expect(getCredentials).not.toHaveBeenCalled();
	});

	it('never has the request in the log', async () => {
		const { log } = await deliver(completed, forged);
		expect(log[0]).toContain('no signature matches');
		expect(log.join()).not.toMatch(/whsec|v1,|shop-1/);
	});
});

describe('the log of refused requests', () => {
	const unsigned =
		'"Stitch Payments Trigger" in the workflow "Shop" rejected an event: the signature headers are missing or incomplete';

	/** A trigger, and what its log says of a request at each of these seconds. */
	function trigger() {
		const { context, log } = webhookContext({ rawBody: Buffer.from(completed) });
		return async (seconds: number[], headers: Record<string, string> = {}) => {
			Object.assign(context, { getHeaderData: () => headers });
			for (const second of seconds) {
				jest.spyOn(performance, 'now').mockReturnValue(second * 1000);
				await receive(context);
			}
			return log.splice(0);
		};
	}

	afterEach(() => jest.restoreAllMocks());

	it('gets one line a minute for each kind of rejection', async () => {
		const log = trigger();
		const forged = headersOf(secretOf('somebody else'), completed);
		expect(await log([0, 1, 59])).toEqual([unsigned]);
		expect((await log([59], forged))[0]).toContain('no signature matches');
		expect(await log([59, 60])).toEqual([unsigned]);
	});

	it('gets no more lines where only the figures differ', async () => {
		const log = trigger();
		const late = (hours: number) =>
			headersOf(kept, completed, 'msg_1', new Date(Date.now() - hours * 60 * 60_000));
		expect(await log([0], late(1))).toHaveLength(1);
		expect(await log([1], late(2))).toEqual([]);
	});

	it('gets the line of each trigger', async () => {
		expect(await trigger()([0])).toEqual([unsigned]);
		expect(await trigger()([1])).toEqual([unsigned]);
	});
});

describe('when genuine and forged events cannot be distinguished', () => {
	const live = { clientId: 'live-1', clientSecret: 'another' };

	it.each([
		['client', 'the credential names another client', { credential: live }],
		['lost', 'the client secret is another', { credential: { clientId: 'test-1' } }],
		['clock', 'the clock is wrong', { headers: headersOf(kept, completed, 'msg_1', hourAgo()) }],
	])('answers 401, and a failed execution explains why: %s, %s', async (why, _, given) => {
		const { answer, started } = await deliver(completed, given);
		expect(answer).toEqual({ status: 401, ended: true });
		expect(started).toEqual([{ alert: why }]);
	});

	it('creates one failed execution an hour, whoever sends requests', async () => {
		const { context } = webhookContext({
			headers: headersOf(kept, completed),
			rawBody: Buffer.from(completed),
			parameters: { events },
			credential: live,
		});
		const clock = jest.spyOn(performance, 'now');
		const minutes = [0, 1, 59, 60, 61, 119, 120];
		const alerted: number[] = [];
		for (const minute of minutes) {
			clock.mockReturnValue(minute * 60_000);
			if ((await receive(context)).workflowData !== undefined) alerted.push(minute);
		}
		clock.mockRestore();
		expect(alerted).toEqual([0, 60, 120]);
	});

	it('creates no failed execution for a test in the editor', async () => {
		const { result } = await deliver(completed, { credential: live, mode: 'manual' });
		expect(result.workflowData).toBeUndefined();
	});
});

it('is judged by the credential as it is now', async () => {
	const { context } = webhookContext({
		headers: headersOf(kept, completed),
		rawBody: Buffer.from(completed),
		parameters: { events },
	});
	const getCredentials = jest.spyOn(context, 'getCredentials');
	const starts = async (credential: object) => {
		getCredentials.mockResolvedValue(credential as never);
		const [[item] = []] = (await receive(context)).workflowData ?? [];
		return item !== undefined && !('alert' in item.json);
	};
	expect(await starts(sealingCredential)).toBe(true);
	expect(await starts({ clientId: 'live-1', clientSecret: 'another' })).toBe(false);
	expect(await starts(sealingCredential)).toBe(true);
});

describe('a genuine request that is no event', () => {
	it.each([
		['text', 'hello', 400],
		['a list', '[]', 400],
		['null', 'null', 400],
		['nothing', '', 400],
		['a megabyte and more', JSON.stringify({ x: 'x'.repeat(1024 * 1024) }), 413],
	])('is refused, logged and shown: %s', async (_, body, status) => {
		const { result, answer, log, started } = await deliver(body);
		expect(result.noWebhookResponse).toBe(true);
		expect(answer).toEqual({ status, ended: true });
		expect(started).toEqual([{ alert: 'noEvent' }]);
		const why = status === 413 ? /: its body has \d{7} bytes/ : /: its body is not a JSON object$/;
		expect(log).toEqual([expect.stringMatching(why)]);
	});

	it('is still an event at exactly one megabyte', async () => {
		const frame = eventText('disbursement', 'completed', { x: '' });
		const body = eventText('disbursement', 'completed', {
			x: 'x'.repeat(1024 * 1024 - frame.length),
		});
		expect((await deliver(body)).started).toMatchObject([{ event: 'disbursement.completed' }]);
	});
});

describe('a genuine event that is not wanted', () => {
	const acknowledged = { status: 200, ended: true };

	it.each([
		['another kind', { parameters: { events: ['refund.completed'] } }],
		['another reference', { parameters: { events, options: { externalReferencePrefix: 'x' } } }],
		[
			'another reference, where the resource is fetched',
			{
				parameters: {
					events,
					options: { externalReferencePrefix: 'x', fetchCurrentResource: true },
				},
			},
		],
	])('is acknowledged and starts nothing: %s', async (_, given) => {
		const { result, answer, log } = await deliver(completed, given);
		expect(result).toEqual({ noWebhookResponse: true });
		expect(answer).toEqual(acknowledged);
		expect(log).toEqual([]);
	});

	it('is left to the filter of the execution where the event does not carry the reference', async () => {
		const body = completed.replace('"shop-1"', 'null');
		const options = { externalReferencePrefix: 'x' };
		const { started } = await deliver(body, { parameters: { events, options } });
		expect(started).toHaveLength(1);
	});
});

it('passes on an unknown event as it came, when that was asked for', async () => {
	const body = JSON.stringify({ type: 'mandate', data: { id: 'm', surprise: [1] } });
	const { started } = await deliver(body, { parameters: { events: ['unknown'] } });
	const raw = { data: { surprise: [1] } };
	expect(started).toMatchObject([{ event: 'unknown', id: 'm', changeKey: 'msg_1', raw }]);
});

it('starts on a charge or the refund of one, where a message may be about either', async () => {
	const body = JSON.stringify({ type: 'transaction', data: { id: 'c', status: 'SUCCESS' } });
	const mayBe = ['charge.success', 'chargeRefund.success'];
	const refunds = { parameters: { events: ['chargeRefund.success'] } };
	expect((await deliver(body, refunds)).started).toMatchObject([{ event: 'unknown', mayBe }]);
	const failed = { parameters: { events: ['charge.failure'] } };
	expect((await deliver(body, failed)).started).toBeUndefined();
});
