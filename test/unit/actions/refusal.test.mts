import type { IDataObject } from 'n8n-workflow';

import { cancelledIn, refusedAs } from '../../../nodes/Stitch/actions/refusal';
import type { StatusMeaning } from '../../../nodes/Stitch/run/resource';
import { ServiceFailure, type FailureDetails } from '../../../nodes/Stitch/transport/failure';
import type { Outcome } from '../../../nodes/Stitch/transport/service';

const words = { sentence: 'It cannot be cancelled', advice: 'Ask Stitch.' };
const statuses = { pending: 'open', held: 'paused', paid: 'done', cancelled: 'failed' } as const;
const things = { statuses: statuses as Record<string, StatusMeaning> };

const answered = (body: IDataObject): Outcome => ({ answer: { status: 200, body } });
const refused = (status: number, more: Partial<FailureDetails> = {}): Outcome => ({
	failure: { kind: 'status', status, happened: 'no', ...more } as FailureDetails,
});

function cancel(outcome: Outcome): IDataObject {
	try {
		return cancelledIn(outcome, words, things);
	} catch (cause) {
		return (cause as ServiceFailure).details as unknown as IDataObject;
	}
}

describe('a cancellation', () => {
	it('returns the record where it is cancelled', () => {
		const body = { id: '1', status: 'cancelled' };
		expect(cancel(answered(body))).toEqual(body);
	});

	it('that Stitch accepted has failed where the record was paid at the same moment', () => {
		expect(cancel(answered({ id: '1', status: 'paid' }))).toEqual({
			...{ kind: 'status', status: 409, happened: 'no', id: '1' },
			...words,
		});
	});

	it.each(['pending', 'held', 'a new word'])(
		'says that a record may still be paid which is %s',
		(status) => {
			expect(cancel(answered({ id: '1', status, warnings: ['Read in part.'] })).warnings).toEqual([
				'Read in part.',
				`Stitch accepted this, but the status is “${status}”. Read it again with Get before you rely on it.`,
			]);
		},
	);

	it('has words of its own for a conflict, and Stitch says which reason it is', () => {
		expect(cancel(refused(409, { detail: 'Paid.' }))).toMatchObject({
			sentence: 'It cannot be cancelled (Stitch says: Paid)',
			advice: 'Ask Stitch.',
		});
		expect(cancel(refused(409))).toMatchObject({ sentence: 'It cannot be cancelled' });
	});

	it.each([400, 405, 410, 412, 422])(
		'says what to do where Stitch refuses it with %i',
		(status) => {
			const failure = cancel(refused(status));
			expect(failure).toMatchObject({ status, advice: 'Ask Stitch.' });
			expect(failure).not.toHaveProperty('sentence');
		},
	);

	it.each([
		['a status that says nothing of the record', refused(403)],
		['no clear answer', refused(422, { happened: 'maybe' })],
		['a document that Stitch does not know', refused(400, { kind: 'notOffered' })],
	])('has no advice of its own for %s', (_what, outcome) => {
		expect(cancel(outcome)).not.toHaveProperty('advice');
	});
});

it('a refusal with a different status keeps its own words', () => {
	const outcome = refused(404);
	expect(refusedAs(409, words, outcome)).toBe(outcome);
	expect(refusedAs(404, words, outcome)).toMatchObject({ failure: words });
});
