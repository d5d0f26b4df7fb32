import type { IDataObject } from 'n8n-workflow';

import type { Once, OnDuplicate } from '../../../nodes/Stitch/idempotency/once';
import { madeBefore, tellingFirst } from '../../../nodes/Stitch/idempotency/tellingFirst';
import { ServiceFailure } from '../../../nodes/Stitch/transport/failure';
import type { Outcome } from '../../../nodes/Stitch/transport/service';

interface Case {
	/** The first payment under the nonce, as a look-up shows it; a failure is thrown. */
	first?: IDataObject | ServiceFailure;
	/** What the service says to the payment now. */
	outcome?: Outcome;
	onDuplicate?: OnDuplicate;
}

const asked = { amount: '10.00' };
const answered: Outcome = {
	answer: { status: 200, body: { id: '2', ...asked, status: 'error' } },
};

/** Sends one payment under a nonce; `calls` are what was looked up and sent, in order. */
async function send({ first, outcome = answered, onDuplicate = 'payAgainIfFailed' }: Case) {
	const calls: string[] = [];
	const once: Once = {
		name: () => 'External Reference subscription-1',
		nonces: ['nonce-1'],
		onDuplicate,
		async send(nonce) {
			calls.push(`send ${nonce}`);
			return outcome;
		},
		async find(nonce) {
			calls.push(`find ${nonce}`);
			if (first instanceof ServiceFailure) throw first;
			return first;
		},
		compare: ({ amount }) => [
			{ label: 'Amount', asked: asked.amount, found: amount as string | undefined },
		],
		hasFailed: ({ status }) => status === 'error',
		lookUpAdvice: 'Look in the dashboard.',
	};
	return { outcome: await tellingFirst(once).send('nonce-1'), calls };
}

const failed = { id: '1', ...asked, status: 'error' };

describe('a service that may answer a used nonce with the first payment', () => {
	it('is not asked where the first one has failed: its answer would look like a new failure', async () => {
		expect(await send({ first: failed })).toEqual({
			outcome: { failure: madeBefore },
			calls: ['find nonce-1'],
		});
	});

	it.each<[string, Case]>([
		['there is no first one', {}],
		['the first one stands', { first: { ...failed, status: 'completed' } }],
		['nobody can look', { first: new ServiceFailure({ kind: 'status', status: 500 }) }],
	])('is asked, and believed, where %s', async (_, one) => {
		expect(await send(one)).toEqual({
			outcome: answered,
			calls: ['find nonce-1', 'send nonce-1'],
		});
	});

	it.each(['returnExisting', 'fail'] as const)(
		'is asked without a look where a failed payment is not made again (%s)',
		async (onDuplicate) => {
			expect(await send({ first: failed, onDuplicate })).toEqual({
				outcome: answered,
				calls: ['send nonce-1'],
			});
		},
	);

	it('has answered with the first one where the answer shows another payment', async () => {
		const other: Outcome = { answer: { status: 200, body: { ...failed, amount: '12.00' } } };
		expect((await send({ outcome: other })).outcome).toEqual({ failure: madeBefore });
	});

	it('is believed in its refusals', async () => {
		const refusal: Outcome = { failure: { kind: 'status', status: 400 } };
		expect((await send({ outcome: refusal })).outcome).toEqual(refusal);
	});
});
