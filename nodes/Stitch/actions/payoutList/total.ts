import { moneyIn } from '../../schemas/money';
import { inRands } from './words';
import type { Row } from './rows';

/** A list without the row that only adds the others up. */
export interface WithoutTotal {
	rows: readonly Row[];
	/** What the total says, if there is one. */
	total?: { message: string; agrees: boolean };
}

/** Leaves out a last row that has an amount and no account, and says whether it is the sum of the others. */
export function withoutTotal(rows: readonly Row[], given: Row['cells'] = {}): WithoutTotal {
	const last = rows.at(-1);
	const cents = moneyIn(last?.cells.amount)?.cents;
	if (last === undefined || cents === undefined || rows.length < 2) return { rows };
	const others = rows.slice(0, -1);
	const sum = others.reduce((all, row) => all + (moneyIn(row.cells.amount)?.cents ?? 0), 0);
	if (!isWithoutPayee(last, given) || (sum !== cents && !isCalledTotal(last, given))) {
		return { rows };
	}
	const where = `The total in row ${last.row}`;
	if (sum === cents) {
		return {
			rows: others,
			total: { agrees: true, message: `${where} agrees: ${inRands(cents)}.` },
		};
	}
	const message = `${where} is ${inRands(cents)}, but the rows above come to ${inRands(sum)}: look for a row that is missing or wrong.`;
	return { rows: others, total: { agrees: false, message } };
}

function isWithoutPayee({ cells }: Row, given: Row['cells']): boolean {
	return cells.accountNumber === undefined && textsIn(cells, given).length < 2;
}

function isCalledTotal({ cells }: Row, given: Row['cells']): boolean {
	return textsIn(cells, given).every((text) => /tota+l|^sum|^som/i.test(text));
}

function textsIn(cells: Row['cells'], given: Row['cells']): string[] {
	const { externalReference, beneficiaryName, bank } = cells;
	const isGiven = cells.beneficiaryReference === given.beneficiaryReference;
	const statement = isGiven ? undefined : cells.beneficiaryReference;
	return [externalReference, beneficiaryName, bank, statement].filter((text) => text !== undefined);
}
