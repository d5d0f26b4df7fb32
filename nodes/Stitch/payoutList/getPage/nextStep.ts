import type { PageKind } from './pageText';
import type { Part, Section } from './sections';

/** Sentences about what the reader does next; none if the rows say everything. */
export function nextStep(kind: PageKind, sections: readonly Section[]): string[] {
	const countOf = (...some: Part[]) =>
		sections
			.filter(({ part }) => some.includes(part))
			.reduce((sum, { rows }) => sum + rows.length, 0);
	if (kind === 'review') return beforePaying(countOf, sections.length === 1);
	const waiting = countOf('waiting');
	const steps = waiting > 0 ? [topUp] : [];
	return kind === 'result' ? [...afterPaying(countOf), ...steps] : steps;
}

type CountOf = (...some: Part[]) => number;

/** @param areAlike whether all rows are in one part of the page */
function beforePaying(countOf: CountOf, areAlike: boolean): string[] {
	const needYou = countOf('needsYou');
	if (countOf('toBePaid', 'checkFirst') > 0) {
		return needYou > 0
			? [
					'You can pay the rows that are ready now. Correct the others and keep their references.',
					uploadAgain,
				]
			: [];
	}
	if (needYou > 0) {
		return [
			'No row of this file can be paid. Correct the rows that need you and keep their references.',
			uploadAgain,
		];
	}
	const areAllSentBefore = areAlike && countOf('sentBefore') > 0;
	return areAllSentBefore ? ['There is nothing to pay: every row was sent before.'] : [];
}

function afterPaying(countOf: CountOf): string[] {
	const first = [
		countOf('perhapsSent') > 0 &&
			'It is not known whether all payments were made. Do not change the rows that may have been sent.',
		countOf('failed', 'needsYou', 'reversed') > 0 &&
			'Correct the rows that were not paid and keep their references.',
		countOf('notSent') > 0 &&
			'For rows that were not sent, do what each says and keep their references.',
	].filter((step) => step !== false);
	return [
		...first,
		first.length > 0 && uploadAgain,
		countOf('onItsWay') > 0 &&
			'Payments that are on their way are not paid yet. Do not pay them in another way.',
	].filter((step) => step !== false);
}

const uploadAgain =
	'Delete the rows that you have paid in another way, then upload the file again: no reference is paid twice.';

const topUp =
	'Top up your account at Stitch: payments wait for money for up to 7 days, and then fail.';
