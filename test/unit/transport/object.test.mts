import { hasId, isAbout, readObject } from '../../../nodes/Stitch/transport/object';
import { answer, serviceOf } from '../builders.mts';

const payouts = { path: '/disbursements' };

it('reads one object by its ID, whatever signs that has', async () => {
	const { service, sent } = serviceOf([answer(200, { id: 'a/b=', status: 'pending' })]);
	expect(await readObject(service, payouts, 'a/b=')).toEqual({ id: 'a/b=', status: 'pending' });
	expect(sent[0]).toMatchObject({
		method: 'GET',
		url: 'https://rest.test/v2/disbursements/a%2Fb%3D',
	});
});

it.each([
	['a page of maintenance', { message: 'Down' }],
	['an ID that is a number', { id: 503, status: 'completed' }],
	['another object', { id: 'other', status: 'completed' }],
	['an object without a status', { id: 'a' }],
	['a status that is no text', { id: 'a', status: { code: 1 } }],
])('takes %s for no answer', async (_what, body) => {
	const { service } = serviceOf([answer(200, body)]);
	await expect(readObject(service, payouts, 'a')).rejects.toMatchObject({
		details: { kind: 'unreadable' },
	});
});

it('reads an object whose status is not specified', async () => {
	const { service } = serviceOf([answer(200, { id: 'a' })]);
	expect(await readObject(service, { path: '/refunds' }, 'a', hasId)).toEqual({ id: 'a' });
});

it('knows an answer that is about the object that was asked for', () => {
	expect(isAbout('a')({ id: 'a' })).toBe(true);
	expect(isAbout('a')({ id: 'b' })).toBe(false);
	expect(isAbout('a')({ message: 'Down' })).toBe(false);
});
