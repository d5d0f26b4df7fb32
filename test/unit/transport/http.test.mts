import type { IExecuteFunctions } from 'n8n-workflow';

import { TokenFailure } from '../../../nodes/Stitch/transport/clientToken';
import { readThrown, saysTokenInvalid, sender } from '../../../nodes/Stitch/transport/http';
import { mayRepeat } from '../../../nodes/Stitch/transport/retry';
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
	expect(readThrown(thrownWith(code, 'connect'), 'host.test')).toMatchObject({
		kind: 'answerLost',
		happened: 'maybe',
	});
});

it.each(['SsrfBlockedIpError', 'SsrfBlockedHostnameError'])(
	'%s of n8n is no lost connection: nothing was sent, and a repeat does not help',
	(name) => {
		const blocked = Object.assign(new Error('restricted'), { name, ip: '10.0.0.1' });
		const thrown = Object.assign(new Error('Request'), { cause: blocked });
		const failure = readThrown(thrown, 'host.test');
		expect(mayRepeat(failure, 'always')).toBe(false);
		expect(failure).toMatchObject({
			happened: 'no',
			sentence: expect.stringMatching(/^n8n has blocked the request/) as string,
			advice: expect.stringMatching(/^Nothing was sent.*N8N_SSRF_ALLOWED_HOSTNAMES=/) as string,
		});
	},
);

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

it('a failure is read whatever its causes are', () => {
	const endless = new Error('endless');
	endless.cause = endless;
	for (const thrown of [endless, new Error('none', { cause: null }), 'text', null]) {
		expect(readThrown(thrown, 'host.test').kind).toBe('answerLost');
	}
	const outer = Object.assign(thrownWith('ECONNREFUSED'), { code: 500 });
	expect(readThrown(outer, 'host.test')).toMatchObject({ networkCode: 'ECONNREFUSED' });
});

it('without a token, nothing was sent', () => {
	const thrown = new Error('outer', { cause: new TokenFailure('No token', true) });
	expect(readThrown(thrown, 'host.test')).toEqual({
		kind: 'token',
		happened: 'no',
		sentence: 'No token',
		temporary: true,
	});
});

it('only one code of GraphQL says that the token is not valid', () => {
	const saying = (code: string) => answer(200, { data: null, errors: [{ extensions: { code } }] });
	expect(saysTokenInvalid(saying('UNAUTHENTICATED'), {})).toBe(true);
	expect(saysTokenInvalid(saying('FORBIDDEN'), {})).toBe(false);
});
