import { clientKind, clientOf, secretOf } from '../../../nodes/Stitch/transport/client';

it.each([
	['test-1', 'test'],
	['1', 'live'],
	['my-test-', 'live'],
])('the client %s is a %s client', (clientId, kind) => {
	expect(clientKind(clientId)).toBe(kind);
});

it('a client and its secret are the same with spaces around them', () => {
	const credential = { clientId: ' test-1 ', clientSecret: 'made-up-1\n' };
	expect([clientOf(credential), secretOf(credential)]).toEqual(['test-1', 'made-up-1']);
});

it('a credential without them has an empty client', () => {
	expect([clientOf({}), secretOf({})]).toEqual(['', '']);
});
