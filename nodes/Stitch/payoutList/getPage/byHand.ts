import { joinWithOr } from '../../transport/wording';
import type { PageKind } from './pageText';
import { partsThatMayMove, partsToCorrect, partsToPay, type Part } from './parts';
import type { Section } from './sections';

/** What people who pay by hand have to know: the page says it once, for all of its rows. */
export function adviceOnPayingByHand(sections: readonly Section[], kind: PageKind): string[] {
	const titlesOf = (some: readonly Part[]) =>
		sections.filter(({ part }) => some.includes(part)).map(({ title }) => `“${title}”`);
	const open = titlesOf(partsThatMayMove);
	const says =
		open.length > 0 &&
		`Do not pay anybody under ${joinWithOr(open)} in another way: this money has moved, or still may.`;
	const isToBePaid = kind === 'review' && titlesOf([...partsToPay, 'held']).length > 0;
	const isCheckedAgain = kind !== 'report' && titlesOf(partsToCorrect).length > 0;
	const todo = isToBePaid ? deleteRowAndCheck : isCheckedAgain && deleteRowsFirst;
	return [says, todo].filter((text) => typeof text === 'string');
}

const deleteRowAndCheck =
	"Have you paid one of these people by hand, such as in your bank's app? Then pay nothing: delete that row, and check the list again.";

export const deleteRowsFirst =
	"Before you check the list again, delete the rows that you have paid by hand, such as in your bank's app.";
