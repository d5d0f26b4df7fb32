import type { IDataObject } from 'n8n-workflow';
import { Webhook } from 'standardwebhooks';

import { receive } from '../../../nodes/Stitch/webhook/receive';
import { webhookContext } from './contexts.mts';
import { eventText, secretOf } from './deliveries.mts';

const kept = secretOf('kept');
const events = ['disbursement.completed'];

function headersOf(secret: string, body: string | Buffer, id = 'msg_1'): Record<string, string> {
	const at = new Date();
	return {
		'svix-id': id,
		'svix-timestamp': String(Math.floor(at.getTime() / 1000)),
		'svix-signature': new Webhook(secret).sign(id, at, body.toString()),
	};
}

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

const completed = eventText('disbursement', 'completed', {
	amount: { quantity: 150, currency: 'ZAR' },
});

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
			eventId: 'msg_1',
			receivedAt: expect.stringMatching(/^\d{4}-.*Z$/),
			raw: JSON.parse(completed) as IDataObject,
		},
	]);
	expect(answer.status).toBeUndefined();
	expect(result.noWebhookResponse).toBeUndefined();
});

it('accepts the secret of any address that this node is subscribed at', async () => {
	const staticData = {
		subscriptions: {
			'https://n8n.test/webhook': { id: 'ep_1', secret: secretOf('production') },
			'https://n8n.test/webhook-test': { id: 'ep_2', secret: secretOf('test') },
		},
	};
	for (const name of ['production', 'test']) {
		const { started } = await deliver(completed, { secret: secretOf(name), staticData });
		expect(started).toHaveLength(1);
	}
});

describe('a request that cannot be verified', () => {
	const nothing = { noWebhookResponse: true };

	it.each([
		['a forged signature', { secret: secretOf('somebody else') }],
		['no headers', { headers: {} }],
		['no secret kept', { staticData: {} }],
		['a kept secret that is none', { staticData: { subscriptions: { x: { secret: '' } } } }],
		[
			'a credential that cannot be read',
			{ parameters: { events, subscription: 'manual' }, credential: undefined },
		],
		[
			'a credential without a signing secret',
			{ parameters: { events, subscription: 'manual' }, credential: {} },
		],
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

	it('does not count the secret of a subscription when the credential is to be asked', async () => {
		const { answer } = await deliver(completed, {
			parameters: { events, subscription: 'manual' },
			credential: { webhookSecret: secretOf('by hand') },
		});
		expect(answer.status).toBe(401);
	});

	it('writes at most one line a minute, without the request in it', async () => {
		const secret = secretOf('somebody else');
		const { context, log } = webhookContext({
			headers: headersOf(secret, completed),
			rawBody: Buffer.from(completed),
			parameters: { events },
		});
		const clock = jest.spyOn(Date, 'now');
		const start = Date.now();
		for (const after of [0, 1000, 59_000, 61_000]) {
			clock.mockReturnValue(start + after);
			await receive(context);
		}
		clock.mockRestore();
		expect(log).toEqual([
			expect.stringContaining('no signature matches'),
			expect.stringContaining('2 more were refused'),
		]);
		expect(log.join()).not.toMatch(/whsec|v1,|shop-1/);
	});
});

it('takes any of the secrets in the credential when the subscription is looked after by hand', async () => {
	const credential = { webhookSecret: `${secretOf('old')}\n${secretOf('new')}` };
	for (const name of ['old', 'new']) {
		const { started } = await deliver(completed, {
			secret: secretOf(name),
			parameters: { events, subscription: 'manual' },
			credential,
		});
		expect(started).toHaveLength(1);
	}
});

describe('a genuine request that is no event', () => {
	it.each([
		['text', 'hello', 400],
		['a list', '[]', 400],
		['a number', '1', 400],
		['null', 'null', 400],
		['nothing', '', 400],
		['a megabyte and more', JSON.stringify({ x: 'x'.repeat(1024 * 1024) }), 413],
	])('is refused and logged: %s', async (_, body, status) => {
		const { result, answer, log } = await deliver(body);
		expect(result).toEqual({ noWebhookResponse: true });
		expect(answer).toEqual({ status, ended: true });
		expect(log).toHaveLength(1);
	});

	it('is still an event at exactly one megabyte', async () => {
		const frame = eventText('disbursement', 'completed', { x: '' });
		const body = eventText('disbursement', 'completed', {
			x: 'x'.repeat(1024 * 1024 - frame.length),
		});
		expect((await deliver(body)).started).toHaveLength(1);
	});
});

describe('a genuine event that is not wanted', () => {
	const acknowledged = { status: 200, ended: true };

	it.each([
		['another kind', { parameters: { events: ['refund.completed'] } }],
		['no kind chosen', { parameters: {} }],
		['too small', { parameters: { events, options: { minimumAmount: '150.01' } } }],
		['another reference', { parameters: { events, options: { externalReferencePrefix: 'x' } } }],
		[
			'of a test client',
			{
				parameters: { events, options: { clientType: 'live' } },
				credential: { clientId: 'test-1' },
			},
		],
		[
			'of a live client',
			{
				parameters: { events, options: { clientType: 'test' } },
				credential: { clientId: 'live-1' },
			},
		],
	])('is acknowledged and starts nothing: %s', async (_, given) => {
		const { result, answer, log } = await deliver(completed, given);
		expect(result).toEqual({ noWebhookResponse: true });
		expect(answer).toEqual(acknowledged);
		expect(log).toEqual([]);
	});

	it('is left to the filters of the execution when the resource is fetched first', async () => {
		const options = { minimumAmount: '150.01', fetchCurrentResource: true };
		const { started } = await deliver(completed, { parameters: { events, options } });
		expect(started).toHaveLength(1);
	});
});

it('passes on an unknown event as it came, when that was asked for', async () => {
	const body = JSON.stringify({ type: 'mandate', data: { id: 'm', surprise: [1] } });
	expect((await deliver(body)).answer.status).toBe(200);
	const { started } = await deliver(body, { parameters: { events: ['unknown'] } });
	expect(started).toMatchObject([{ event: 'unknown', id: 'm', raw: { data: { surprise: [1] } } }]);
});
