import { answer } from '../builders.mts';
import type { FailureDetails } from '../../../nodes/Stitch/transport/failure';
import {
	failureOf,
	lost,
	notReachable,
	now,
	outcomeOf,
	paid,
	send,
	type Case,
} from './sending.mts';

describe('what follows from the answer and the look-up', () => {
	const refused = answer(400, { detail: 'More than is left' });
	const blocked: Case = {
		blocked: {
			kind: 'notSent',
			happened: 'no',
			sentence: 'The consent is revoked',
			advice: 'Ask again.',
		},
	};
	const replies = {
		'that the nonce was used': { answers: [answer(409, { detail: 'Nonce was already used' })] },
		'another conflict': { answers: [answer(409, { detail: 'The terminal is busy' })] },
		'a refusal after a lost answer': { answers: [lost, refused] },
		'a refusal of its values': { answers: [refused], rules: { mayRefuseItself: true } },
		'that it may not be sent': blocked,
		'any other refusal': { answers: [answer(403, { detail: 'No' })] },
	} satisfies Record<string, Case>;
	const known = {
		'it is there': { held: { a: paid } },
		'it has other values': { held: { a: { ...paid, amount: '12.00' } } },
		'none is there': {},
		'it may be unlisted': { rules: { mayBeUnlisted: true } },
		'nobody can look': { held: { a: notReachable } },
	} satisfies Record<string, Partial<Case>>;

	const first = { id: '1', alreadyExisted: true };
	const otherValues = { kind: 'otherValues', id: '1', happened: 'no' };
	const perhaps = {
		happened: 'maybe',
		sentence: /^Stitch reports a conflict: .* there may be one$/,
	};
	const perhapsRefused = {
		happened: 'maybe',
		sentence: /^Stitch refused this: .* there may be one$/,
	};
	const nobodyKnows = {
		happened: 'maybe',
		sentence: /The node could not check whether .* was paid/,
	};
	const asRefused = { status: 400, sentence: undefined };
	const asBlocked = { kind: 'notSent', happened: 'no', advice: 'Ask again.' };
	const asForbidden = { status: 403, sentence: undefined };

	type Follows = Record<keyof typeof replies, Record<keyof typeof known, object>>;
	const follows: Follows = {
		'that the nonce was used': {
			'it is there': first,
			'it has other values': otherValues,
			'none is there': perhaps,
			'it may be unlisted': nobodyKnows,
			'nobody can look': nobodyKnows,
		},
		'another conflict': {
			'it is there': first,
			'it has other values': otherValues,
			'none is there': perhaps,
			'it may be unlisted': nobodyKnows,
			'nobody can look': nobodyKnows,
		},
		'a refusal after a lost answer': {
			'it is there': first,
			'it has other values': otherValues,
			'none is there': perhapsRefused,
			'it may be unlisted': nobodyKnows,
			'nobody can look': nobodyKnows,
		},
		'a refusal of its values': {
			'it is there': first,
			'it has other values': otherValues,
			'none is there': asRefused,
			'it may be unlisted': asRefused,
			'nobody can look': asRefused,
		},
		'that it may not be sent': {
			'it is there': first,
			'it has other values': otherValues,
			'none is there': asBlocked,
			'it may be unlisted': asBlocked,
			'nobody can look': {
				happened: 'maybe',
				sentence: 'The consent is revoked. The node could not check whether it was made before',
				advice:
					'Do not move this money in another way yet. It may have gone through. Run it again unchanged: it cannot be paid twice. Look in the dashboard. Ask again.',
			},
		},
		// Nobody looks.
		'any other refusal': {
			'it is there': asForbidden,
			'it has other values': asForbidden,
			'none is there': asForbidden,
			'it may be unlisted': asForbidden,
			'nobody can look': asForbidden,
		},
	};

	const cells = (Object.keys(replies) as Array<keyof typeof replies>).flatMap((said) =>
		(Object.keys(known) as Array<keyof typeof known>).map((seen) => [said, seen] as const),
	);
	it.each(cells)('after an answer %s, and %s', async (said, seen) => {
		const outcome = await outcomeOf({ ...replies[said], ...known[seen] });
		for (const [name, expected] of Object.entries(follows[said][seen])) {
			const is = outcome[name];
			if (expected instanceof RegExp) expect(is).toMatch(expected);
			else expect(is).toEqual(expected);
		}
	});

	it("gives only Stitch's answer when the obstacle could not be read", async () => {
		const unreadable: FailureDetails = { kind: 'status', status: 500, happened: 'no' };
		const { result } = send({ blocked: unreadable, held: { a: notReachable } });
		expect(await failureOf(result)).toEqual({ ...unreadable, nonce: 'a' });
	});

	it.each<[string, Case]>([
		['a conflict shows it', {}],
		['it is only found because this one may not be sent', blocked],
		['it is found so, however new it is', { ...blocked, held: { a: { ...paid, createdAt: now } } }],
	])('fails where a duplicate is to fail and %s', async (_, more) => {
		const { result } = send({ onDuplicate: 'fail', held: { a: paid }, ...more });
		expect(await failureOf(result)).toMatchObject({
			kind: 'duplicate',
			id: '1',
			sentence: 'Already sent under the reference salary-1: nothing was sent again',
		});
	});

	it('looks nothing up when the document was refused, because nothing was done', async () => {
		const notOffered = { kind: 'notOffered', happened: 'no', status: 400 } as const;
		const rules = { mayRefuseItself: true };
		const outcome = await outcomeOf({ answers: [notOffered], rules, held: { a: paid } });
		expect(outcome).toMatchObject({ kind: 'notOffered', lookedUp: [] });
	});

	it('keeps the reason where a proxy answered with its page, and that it may have gone through', async () => {
		const page = answer(403, '<!DOCTYPE html><html>Blocked</html>');
		const outcome = await outcomeOf({ answers: [page], held: { a: paid } });
		expect(outcome).toMatchObject({ kind: 'notTheService', happened: 'maybe', lookedUp: [] });
		expect(outcome).not.toHaveProperty('sentence');
	});
});
