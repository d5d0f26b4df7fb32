import { readThrown } from '../../../nodes/Stitch/transport/http';

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
