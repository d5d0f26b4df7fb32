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

it('a secret of digits alone is cut from a number, and the answer can still be read', async () => {
	const said = answer(409, { client: 1234567890, limit: 12, detail: 'Not for 1234567890' });
	const helpers = { httpRequestWithAuthentication: async () => said };
	const send = sender({ helpers } as unknown as IExecuteFunctions, 'stitchApi', () => [
		'1234567890',
	]);
	expect(await send({ url: 'https://host.test/things' })).toMatchObject({
		statusCode: 409,
		body: { client: '…', limit: 12, detail: 'Not for …' },
	});
});
