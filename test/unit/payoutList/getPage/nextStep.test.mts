import { nextStep } from '../../../../nodes/Stitch/payoutList/getPage/nextStep';
import type { PageKind } from '../../../../nodes/Stitch/payoutList/getPage/pageText';
import type { Part, Section } from '../../../../nodes/Stitch/payoutList/getPage/sections';

const section = (part: Part): Section => ({
	...{ part, title: part, tone: 'plain', isToPay: false },
	rows: [{ json: {}, cents: 100, says: [] }],
});

const again = /^Delete the rows that you have paid in another way, then upload the file again/;

const next = (kind: PageKind, ...parts: Part[]) => nextStep(kind, parts.map(section));

describe('what to do next', () => {
	it.each<[PageKind, Part[], RegExp[]]>([
		['review', ['toBePaid'], []],
		['review', ['checkFirst', 'sentBefore'], []],
		['review', ['toBePaid', 'needsYou'], [/^You can pay the rows that are ready now/, again]],
		['review', ['checkFirst', 'needsYou'], [/^You can pay the rows that are ready now/, again]],
		['review', ['needsYou', 'sentBefore'], [/^No row of this file can be paid/, again]],
		['review', ['sentBefore'], [/^There is nothing to pay/]],
		['review', ['sentBefore', 'perhapsSent'], []],
		['review', ['notSent'], []],
		['review', [], []],
		['result', ['paid'], []],
		[
			'result',
			['paid', 'failed'],
			[/^Correct the rows that were not paid and keep their references/, again],
		],
		['result', ['needsYou'], [/^Correct the rows/, again]],
		['result', ['reversed'], [/^Correct the rows/, again]],
		['result', ['notSent'], [/^For rows that were not sent, do what each says/, again]],
		['result', ['failed', 'notSent'], [/^Correct the rows/, /^For rows that were not sent/, again]],
		['result', ['cancelled'], []],
		[
			'result',
			['perhapsSent', 'onItsWay'],
			[/^It is not known.*Do not change/, again, /on their way/],
		],
		['result', ['waiting'], [/^Top up your account at Stitch/]],
		['report', ['waiting', 'failed'], [/^Top up your account at Stitch/]],
		['report', ['failed'], []],
	])('of a %s with %j', (kind, parts, says) => {
		expect(next(kind, ...parts)).toEqual(says.map((one) => expect.stringMatching(one)));
	});
});
