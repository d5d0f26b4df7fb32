import { columnNames, knownColumns, type ColumnName } from './knownColumns';
import { isEmptyLine, type Line } from './line';
import {
	differentTables,
	mostRowsAbove,
	missingHeadings,
	shownHeading,
	severalColumns,
} from './refused';

/** The user's headings of columns that are not recognised. */
export type NamedColumns = Partial<Record<ColumnName, string>>;

/** The place of a list's headings, and which column is which. */
export interface Columns {
	/** The position of the headings among the lines. */
	top: number;
	/** The position and the heading of each column that the list has. */
	found: Partial<Record<ColumnName, { place: number; heading: string }>>;
}

/** A row with fewer recognised headings is not a row of headings. */
const leastRecognised = 3;

/** The signs between the columns of a text file, as people call them. */
const signs = { Semicolons: ';', Commas: ',', Tabs: '\t' };

/**
 * “Account No.”, “account_no” and “Amount (R)” are `accountno` and `amount`, and “Ref. no” is `reference`.
 * “Amount ($)” and “Salary %” keep their signs: those are no rand. A heading of signs alone is itself, so
 * that it is not that of a column without a heading.
 */
function plain(text: unknown): string {
	const written = String(text ?? '')
		.trim()
		.toLowerCase();
	// Of a wide sheet, most cells are empty.
	if (written === '') return '';
	const letters = written
		.normalize('NFD')
		.replace(/\((r|zar)\)/g, '')
		.replace(/[^\p{L}\p{N}\p{Sc}%]/gu, '')
		.replace(/ref(erence)?(no|nr|number)?$/, 'reference');
	return letters || written;
}

/** The headings of each column, as `plain` has them. */
type Names = Map<ColumnName, ReadonlySet<string>>;

/**
 * Finds the columns of a list by their headings.
 * @param mayLack columns that the user has given a value for
 * @throws {InvalidInput} where one is missing, or could be two
 */
export function findColumns(
	lines: readonly Line[],
	named: NamedColumns,
	mayLack: readonly ColumnName[] = [],
): Columns {
	const namesOf: Names = new Map(columnNames.map((column) => [column, plainNames(column, named)]));
	const above = lines.slice(0, mostRowsAbove);
	const counts = above.map(({ cells }) => recognisedIn(cells, namesOf));
	const most = Math.max(0, ...counts);
	const isFound = most >= leastRecognised;
	const top = isFound ? counts.indexOf(most) : lines.findIndex((line) => !isEmptyLine(line));
	const texts = (lines[top]?.cells ?? []).map((cell) => String(cell ?? '').trim());
	const found = columnsIn(texts, named, namesOf);
	const needed = columnNames.filter(
		(column) =>
			!knownColumns[column].isOptional &&
			!mayLack.includes(column) &&
			// If the user names a column, no other one is meant.
			(named[column] !== undefined || !standsIn(column, found)),
	);
	const missing = needed.filter((column) => found[column] === undefined);
	if (missing.length > 0) {
		const row = isFound ? lines[top]?.row : undefined;
		const headings = texts.map(shownHeading);
		const separators = separatorsIn(above, namesOf);
		throw missingHeadings(missing, { row, headings, found, needed, separators });
	}
	requireOneTable(lines, { top, found }, needed, namesOf);
	return { top, found };
}

/** How many columns have their heading among some cells. */
function recognisedIn(cells: readonly unknown[], namesOf: Names): number {
	const written = cells.map(plain);
	return [...namesOf.values()].filter((names) => written.some((one) => names.has(one))).length;
}

/** The signs that would separate headings in one of these lines; undefined if none would. */
function separatorsIn(lines: readonly Line[], namesOf: Names): string | undefined {
	const [separators] =
		Object.entries(signs).find(([, sign]) =>
			lines.some(
				({ cells }) => recognisedIn(cells.join(sign).split(sign), namesOf) >= leastRecognised,
			),
		) ?? [];
	return separators;
}

/**
 * Which column is which. Of a column that has several headings, the second names do not count, here and below.
 * @throws {InvalidInput} where one could be two
 */
function columnsIn(
	texts: readonly string[],
	named: NamedColumns,
	namesOf: Names,
): Columns['found'] {
	const [asNamed, asKnown] = [texts, originalHeadings(texts)].map((some) => some.map(plain));
	const found: Columns['found'] = {};
	for (const [column, names] of namesOf) {
		const read = (named[column] ? asNamed : asKnown) ?? [];
		const placesOf = (some: ReadonlySet<string>) =>
			read.flatMap((text, place) => (some.has(text) ? [place] : []));
		const all = placesOf(names);
		const first = firstNames(column, names);
		const preferred = placesOf(first);
		const places = preferred.length > 0 ? preferred : all;
		if (all.length > 1) namesOf.set(column, first);
		const unclear = named[column] ? [] : placesOf(plainOf(knownColumns[column].unclearNames));
		if (places.length > 1 || (places.length === 1 && unclear.length > 0)) {
			throw severalColumns(column, [...places, ...unclear], texts.map(shownHeading));
		}
		const [place] = places;
		if (place !== undefined) found[column] = { place, heading: texts[place] ?? '' };
	}
	return found;
}

/**
 * Rows below headings with different columns would be read with the first ones. A line counts as headings
 * with all that are needed, or without one, which may be unknown, if a known one has moved.
 * @throws {InvalidInput}
 */
function requireOneTable(
	lines: readonly Line[],
	{ top, found }: Columns,
	needed: readonly ColumnName[],
	namesOf: Names,
): void {
	const tables = lines.flatMap((line, index) => {
		const written = line.cells.map(plain);
		const placeOf = (column: ColumnName) =>
			written.findIndex((text) => namesOf.get(column)?.has(text));
		const isElsewhere = (column: ColumnName) => placeOf(column) !== (found[column]?.place ?? -1);
		const [missing, ...others] = needed.filter((column) => placeOf(column) < 0);
		if (missing === undefined) return [{ row: line.row, isOther: columnNames.some(isElsewhere) }];
		const hasMoved = needed.some((column) => column !== missing && isElsewhere(column));
		return others.length === 0 && index > top && hasMoved ? [{ row: line.row, isOther: true }] : [];
	});
	if (tables.some(({ isOther }) => isOther)) throw differentTables(tables.map(({ row }) => row));
}

/**
 * One column of references is enough: it is both the reference and what the bank statement shows. And a
 * branch code names the bank.
 */
const otherColumn: Partial<Record<ColumnName, ColumnName>> = {
	externalReference: 'beneficiaryReference',
	beneficiaryReference: 'externalReference',
	bank: 'branchCode',
};

function standsIn(column: ColumnName, found: Columns['found']): boolean {
	const other = otherColumn[column];
	return other !== undefined && found[other] !== undefined;
}

/** Takes one column of references for both, but for what the list may lack. */
export function shareReferenceColumn(
	{ top, found: { ...found } }: Columns,
	mayLack: readonly ColumnName[],
): Columns {
	const { externalReference, beneficiaryReference } = found;
	if (!mayLack.includes('externalReference')) found.externalReference ??= beneficiaryReference;
	if (!mayLack.includes('beneficiaryReference')) found.beneficiaryReference ??= externalReference;
	return { top, found };
}

/** Whether one column is both the reference and what the bank statement shows. */
export function hasOneReference({ found }: Columns): boolean {
	const { externalReference, beneficiaryReference } = found;
	return externalReference !== undefined && externalReference.place === beneficiaryReference?.place;
}

/** n8n calls a second column of one heading `Amount_1`. */
function originalHeadings(texts: readonly string[]): string[] {
	const all = new Set(texts);
	return texts.map((text) => {
		const first = /^(.+)_\d+$/.exec(text)?.[1];
		return first !== undefined && all.has(first) ? first : text;
	});
}

/** A heading that the user enters is the only one: a different column may have a known heading. */
function plainNames(column: ColumnName, named: NamedColumns): ReadonlySet<string> {
	const { names, secondNames } = knownColumns[column];
	return named[column] ? new Set([plain(named[column])]) : plainOf(names, secondNames);
}

function firstNames(column: ColumnName, names: ReadonlySet<string>): ReadonlySet<string> {
	const second = plainOf(knownColumns[column].secondNames);
	return new Set([...names].filter((name) => !second.has(name)));
}

const plainOf = (...names: Array<string | undefined>): ReadonlySet<string> =>
	new Set(names.flatMap((some) => some?.split(', ') ?? []).map(plain));

/** Headings of the column with the account that pays. */
const payerHeadings = new Set(['from account number', 'from account'].map(plain));

/** The accounts that pay, in a list that has them in each row. They are never payees. */
export function payersIn(lines: readonly Line[], { top }: Columns): unknown[] {
	const place = (lines[top]?.cells ?? []).findIndex((cell) => payerHeadings.has(plain(cell)));
	return place < 0 ? [] : lines.slice(top + 1).map(({ cells }) => cells[place]);
}
