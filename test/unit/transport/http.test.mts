import type { IExecuteFunctions } from 'n8n-workflow';

import { readThrown, sender } from '../../../nodes/Stitch/transport/http';
import { answer } from '../builders.mts';

const thrownWith = (code: string, syscall?: string) =>
	Object.assign(new Error('Request'), { cause: Object.assign(new Error(code), { code, syscall }) });

it.each(['ECONNREFUSED', 'ENOTFOUND', 'CERT_HAS_EXPIRED'])('%s is no connection', (code) => {
	expect(readThrown(thrownWith(code), 'host.test')).toEqual({
		kind: 'notConnected',
		happened: 'no',
		networkCode: code,
		host: 'host.test',
	});
});

it.each(['EHOSTUNREACH', 'ENETUNREACH', 'ENETDOWN'])(
	'%s is no connection while connecting, and a lost answer once there was one',
	(code) => {
		expect(readThrown(thrownWith(code, 'connect'), 'host.test').kind).toBe('notConnected');
		expect(readThrown(thrownWith(code, 'read'), 'host.test').kind).toBe('answerLost');
		expect(readThrown(thrownWith(code), 'host.test').kind).toBe('answerLost');
	},
);

it.each(['ECONNRESET', 'ETIMEDOUT', 'EPIPE'])('%s is a lost answer', (code) => {
	expect(readThrown(thrownWith(code, 'connect'), 'host.test').kind).toBe('answerLost');
});

describe('a secret', () => {
	const received = async (body: object, ...secrets: string[]) => {
		const helpers = { httpRequestWithAuthentication: async () => answer(409, body) };
		const context = { helpers } as unknown as IExecuteFunctions;
		const send = sender(context, 'stitchApi', () => secrets);
		return await send({ url: 'https://host.test/things' });
	};

	it.each([
		{
			which: 'of digits alone, even from a number',
			secret: '1234567890',
			body: { client: 1234567890, limit: 12, detail: 'Not for 1234567890' },
			shown: { client: '…', limit: 12, detail: 'Not for …' },
		},
		{
			which: 'with signs that JSON escapes',
			secret: 'a"b\\c\nd',
			body: { errors: [{ message: 'Not a"b\\c\nd' }] },
			shown: { errors: [{ message: 'Not …' }] },
		},
		{
			which: 'that begins as a line break does in JSON',
			secret: 'not-this',
			body: { detail: 'First\not-this' },
			shown: { detail: 'First\not-this' },
		},
	])('$which is cut from an answer', async ({ secret, body, shown }) => {
		expect(await received(body, secret)).toMatchObject({ statusCode: 409, body: shown });
	});

	it('of six characters or more is cut, and nothing shorter', async () => {
		expect(await received({ detail: 'abcdef abcde' }, 'abcdef', 'abcde')).toMatchObject({
			body: { detail: '… abcde' },
		});
	});
});
