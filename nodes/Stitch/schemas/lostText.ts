import { asText, shown, type Mistake } from './field';

/** Spreadsheets keep 15 digits of a number. */
const tooLong = 1e15;

/** As spreadsheets and JavaScript write a number that is too long for them, such as `2.02611E+11`. */
const shortenedNumber = /^[+-]?\d([.,]\d+)?E[+-]\d+$/i;

/** What a spreadsheet shows in a cell that it cannot work out. */
const cellError = /^#(N\/A|REF!|VALUE!|NAME\?|DIV\/0!|NULL!|NUM!|SPILL!|CALC!)$/i;

/** What JavaScript makes of something that is not a text. */
const notMeantAsText = /^(NaN|undefined|null)$|\[object Object\]/;

/**
 * Says what is wrong with a value that is not what somebody wrote, because a spreadsheet or an
 * expression has put something else in its place. Different texts can be lost to the same one, and
 * where it identifies a payment, the second would pass for the first.
 */
export function whatWasLost(label: string, value: unknown): Mistake | undefined {
	const given = asText(value) ?? '';
	if (typeof value === 'number' && Math.abs(value) >= tooLong) {
		return shortened(label, 'is a number with more than 15 digits, so its last digits were lost');
	}
	if (shortenedNumber.test(given)) return shortened(label, `was shortened: ${shown(given)}`);
	if (cellError.test(given)) {
		return {
			field: label,
			what: `contains a spreadsheet error: ${given}`,
			fix: 'Fix the cell in the spreadsheet.',
		};
	}
	if (!notMeantAsText.test(given)) return undefined;
	return {
		field: label,
		what: `is not usable text: ${shown(given)}`,
		fix: 'The expression or column that it comes from does not return text. Fix it.',
	};
}

function shortened(label: string, how: string): Mistake {
	return {
		field: label,
		what: how,
		fix: 'Format this column as text in the spreadsheet, and type the values again.',
	};
}
