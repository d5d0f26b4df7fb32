import type { IDataObject } from 'n8n-workflow';

import { tryMutation } from '../../../nodes/Stitch/idempotency/mutation';
import { ServiceFailure } from '../../../nodes/Stitch/transport/failure';
import { asFields } from '../../../nodes/Stitch/transport/json';
import type { RepeatRule } from '../../../nodes/Stitch/transport/retry';
import type { ServiceOptions } from '../../../nodes/Stitch/transport/service';
import { answer, serviceOf, type Script } from '../builders.mts';

const thing = { id: 'a', status: 'open' };
const error = (code: string | undefined, path = ['make']) => ({
	message: 'No',
	path,
	extensions: { code },
});

async function tryIt(
	script: Script,
	options: Partial<ServiceOptions> = {},
	repeat: RepeatRule = 'ifNotProcessed',
	rest: (id: string) => Promise<IDataObject | undefined> = async () => ({}),
) {
	const { service } = serviceOf(script, options);
	return await tryMutation(service, {
		query: 'mutation { make { id status } }',
		repeat,
		made: (data) => asFields(data.make),
		rest,
	});
}

describe('a mutation that makes something', () => {
	it('returns what it has made', async () => {
		expect(await tryIt([answer(200, { data: { make: thing } })])).toMatchObject({
			answer: { body: thing },
		});
	});

	it('returns what was made even if not all of it could be shown, and what was said', async () => {
		const body = { data: { make: thing }, errors: [error('INTERNAL_SERVER_ERROR')] };
		expect(await tryIt([answer(200, body)])).toMatchObject({
			answer: { body: { ...thing, warnings: ['No'] } },
		});
	});

	it('says whether an answer was lost before', async () => {
		const lost = { kind: 'answerLost', happened: 'maybe' } as const;
		const script = [lost, answer(200, { data: { make: thing } })];
		expect(await tryIt(script, { maxTries: 2 }, 'always')).toMatchObject({
			answer: { body: thing, happenedBefore: 'maybe' },
		});
	});

	it('has not made what was there before, whatever else is said', async () => {
		const errors = [error('NONCE_DUPLICATE'), error('INTERNAL_SERVER_ERROR')];
		for (const said of [errors.slice(0, 1), errors]) {
			const body = { data: { make: thing }, errors: said };
			expect(await tryIt([answer(200, body)])).toHaveProperty('failure');
		}
	});

	it.each([200, 400])(
		'meets a conflict of which another error speaks first (HTTP %i)',
		async (status) => {
			const body = { data: null, errors: [error('BAD_USER_INPUT'), error('NONCE_DUPLICATE')] };
			expect(await tryIt([answer(status, body)])).toMatchObject({
				failure: { code: 'NONCE_DUPLICATE' },
			});
		},
	);

	it.each([
		['has the nonce that it was sent with', { nonce: 'a' }, 'answer'],
		['does not tell its nonce', { nonce: null }, 'answer'],
		['has another nonce', { nonce: 'b' }, 'failure'],
	])('has made what comes back where that %s', async (_, told, outcome) => {
		const { service } = serviceOf([answer(200, { data: { make: { ...thing, ...told } } })]);
		const attempted = await tryMutation(service, {
			query: 'mutation { make { id status nonce } }',
			nonce: 'a',
			repeat: 'always',
			made: (data) => asFields(data.make),
			rest: async () => ({}),
		});
		expect(attempted).toHaveProperty(outcome);
	});

	it('adds no warnings where nothing was said', async () => {
		expect(await tryIt([answer(200, { data: { make: thing } })])).toEqual({
			answer: { status: 200, body: thing },
		});
	});

	it.each([
		['BAD_USER_INPUT', 'no'],
		['FORBIDDEN', 'no'],
		['INTERNAL_SERVER_ERROR', 'maybe'],
		['SOMETHING_NEW', 'maybe'],
		[undefined, 'maybe'],
	])('that is refused with %s may have been processed: %s', async (code, happened) => {
		const outcome = await tryIt([answer(200, { data: null, errors: [error(code)] })]);
		expect(outcome).toMatchObject({ failure: { code, happened } });
	});

	it.each(['BAD_USER_INPUT', 'FORBIDDEN', 'UNAUTHENTICATED'])(
		'may have been processed if only a field of the result is refused: %s',
		async (code) => {
			const body = { data: null, errors: [error(code, ['make', 'secret'])] };
			expect(await tryIt([answer(200, body)])).toMatchObject({
				failure: { code, happened: 'maybe' },
			});
		},
	);

	it.each([
		['NONCE_DUPLICATE', 'no'],
		['INTERNAL_SERVER_ERROR', 'maybe'],
	])('believes no certain refusal that came together with %s', async (code, happened) => {
		const errors = [error('FORBIDDEN'), error(code)];
		const outcome = await tryIt([answer(200, { data: null, errors })]);
		expect(outcome).toMatchObject({ failure: { code, happened } });
	});

	it('stays uncertain after a lost answer, whichever refusal follows', async () => {
		const errors = [error('FORBIDDEN'), error('NONCE_DUPLICATE')];
		const script = [
			{ kind: 'answerLost' as const, happened: 'maybe' as const },
			answer(200, { data: null, errors }),
		];
		expect(await tryIt(script, { maxTries: 2 }, 'always')).toMatchObject({
			failure: { code: 'NONCE_DUPLICATE', happened: 'maybe' },
		});
	});

	it('cannot be read if it shows nothing that was made', async () => {
		expect(await tryIt([answer(200, { data: {} })])).toMatchObject({
			failure: { kind: 'unreadable', happened: 'maybe' },
		});
	});

	it.each([{ id: 503, status: 'open' }, { id: 'a' }, { id: '', status: 'open' }])(
		'has not made what is no record of Stitch, with or without a refusal: %j',
		async (make) => {
			expect(await tryIt([answer(200, { data: { make } })])).toMatchObject({
				failure: { kind: 'unreadable', happened: 'maybe' },
			});
			const errors = [error('FORBIDDEN', ['make', 'secret'])];
			expect(await tryIt([answer(200, { data: { make }, errors })])).toMatchObject({
				failure: { code: 'FORBIDDEN', happened: 'maybe' },
			});
		},
	);
});

describe('what a mutation does not ask for', () => {
	const made = () => [answer(200, { data: { make: thing } })];

	it('is read afterwards, by the ID', async () => {
		const rest = async (id: string) => ({ id, status: 'closed', reference: 'salary-1' });
		expect(await tryIt(made(), {}, 'always', rest)).toEqual({
			answer: { status: 200, body: { id: 'a', status: 'closed', reference: 'salary-1' } },
		});
	});

	it.each<[string, () => Promise<undefined>, string]>([
		[
			'is refused',
			async () =>
				await Promise.reject(
					new ServiceFailure({ kind: 'notOffered', happened: 'no', detail: 'No.' }),
				),
			'could not be read: This version of the node asks Stitch for something that Stitch does not offer: No. Use Get later.',
		],
		['breaks', async () => await Promise.reject(new Error('x')), 'could not be read: Stitch sent'],
		['finds nothing yet', async () => undefined, 'could not be read. Use Get later.'],
	])(
		'leaves the object as created, and is only reported when reading it %s',
		async (_, rest, says) => {
			expect(await tryIt(made(), {}, 'always', rest)).toEqual({
				answer: {
					status: 200,
					body: { ...thing, warnings: [expect.stringContaining(says) as string] },
				},
			});
		},
	);

	it('is not read where nothing was made', async () => {
		const rest = jest.fn();
		await tryIt([answer(200, { data: null, errors: [error('FORBIDDEN')] })], {}, 'always', rest);
		expect(rest).not.toHaveBeenCalled();
	});
});
