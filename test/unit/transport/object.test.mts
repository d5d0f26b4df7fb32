import {
	tryObject,
	hasId,
	isAbout,
	readListed,
	readObject,
} from '../../../nodes/Stitch/transport/object';
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
		details: { kind: 'unreadable', happened: 'no' },
	});
});

it('reads an object whose status is not specified', async () => {
	const { service } = serviceOf([answer(200, { id: 'a' })]);
	expect(await readObject(service, { path: '/refunds' }, 'a', hasId)).toEqual({ id: 'a' });
});

it.each([{}, { id: '' }, { id: 7 }, { id: null }])('takes %j for no object', (body) => {
	expect(hasId(body)).toBe(false);
});

it('is read again after a lost answer', async () => {
	const lost = { kind: 'answerLost', happened: 'maybe' } as const;
	const found = { id: 'a', status: 'pending' };
	const { service } = serviceOf([lost, answer(200, found)], { maxTries: 2 });
	expect(await readObject(service, payouts, 'a')).toEqual(found);
});

it('knows an answer that is about the object that was asked for', () => {
	expect(isAbout('a')({ id: 'a' })).toBe(true);
	expect(isAbout('a')({ id: 'b' })).toBe(false);
	expect(isAbout('a')({ message: 'Down' })).toBe(false);
});

const reading = {
	query: 'query ($id: ID!) { node(id: $id) { id status } }',
	asOutput: ({ state, ...rest }: object & { state?: unknown }) => ({ ...rest, status: state }),
};
const node = (found: unknown) => answer(200, { data: { node: found } });

describe('an object that GraphQL reads by its ID', () => {
	it('comes in the shape that was asked for', async () => {
		const { service, sent } = serviceOf([node({ id: 'a', state: 'open' })]);
		expect(await readObject(service, reading as never, 'a')).toEqual({ id: 'a', status: 'open' });
		expect(sent[0]?.body).toEqual({ query: reading.query, variables: { id: 'a' } });
	});

	it.each([
		['null', null, { kind: 'status', status: 404, happened: 'no' }],
		['of another type', {}, { kind: 'status', status: 404, happened: 'no' }],
		['another one', { id: 'b', state: 'open' }, { kind: 'unreadable', happened: 'no' }],
		['without a status', { id: 'a' }, { kind: 'unreadable', happened: 'no' }],
	])('is not there if it is %s', async (_, found, failure) => {
		const { service } = serviceOf([node(found)]);
		expect(await tryObject(service, reading as never, 'a')).toMatchObject({ failure });
	});

	it('names what Stitch does not offer', async () => {
		const refused = answer(400, {
			errors: [{ extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } }],
		});
		const { service } = serviceOf([refused, node({ id: 'a', state: 'open' })]);
		const query = { full: 'full', core: 'core', young: ['metadata'] };
		expect(await readObject(service, { ...reading, query } as never, 'a')).toEqual({
			id: 'a',
			status: 'open',
			notRead: ['metadata'],
		});
	});

	it('is read again after a lost answer, but not when the time is up', async () => {
		const script = () => [
			{ kind: 'answerLost' as const, happened: 'maybe' as const },
			node({ id: 'a', state: 'open' }),
		];
		const { service } = serviceOf(script(), { maxTries: 2 });
		expect(await tryObject(service, reading as never, 'a')).toHaveProperty('answer');
		const late = serviceOf(script(), { maxTries: 2 });
		const until = late.clock.elapsed();
		expect(await tryObject(late.service, reading as never, 'a', { until })).toMatchObject({
			failure: { kind: 'notSent', happened: 'no' },
		});
	});
});

describe('an object that a list has shown', () => {
	const shown = { id: 'a', status: 'pending' };
	const read = async (...script: Parameters<typeof serviceOf>[0] & unknown[]) =>
		await readListed(serviceOf(script).service, payouts, shown);

	it('is returned as it is now', async () => {
		const now = { id: 'a', status: 'completed', more: 1 };
		expect(await read(answer(200, now))).toEqual(now);
	});

	it.each([404, 403, 500])('is returned as the list showed it after a %i', async (status) => {
		expect(await read(answer(status, {}))).toEqual(shown);
	});

	it('is not returned where it is something else', async () => {
		const { service } = serviceOf([answer(200, { id: 'a', status: 'pending' })]);
		const isIt = ({ amount }: { amount?: unknown }) => amount !== undefined;
		await expect(readListed(service, payouts, shown, isIt)).rejects.toMatchObject({
			details: { sentence: 'Stitch sent a list that cannot be read' },
		});
	});
});
