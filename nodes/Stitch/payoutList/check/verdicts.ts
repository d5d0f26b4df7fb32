import type { IDataObject } from 'n8n-workflow';

import { NotChecked, type Why } from '../../idempotency/trial';
import type { EarlierPayments } from '../../idempotency/earlierPayments';
import { preparePayment, type PreparedPayment } from '../../idempotency/payment';
import { yielding } from '../../run/concurrency';
import { tryEach } from '../../run/dryRun';
import { guardDuplicates, type UniqueRequest } from '../../run/guard';
import { inWords } from '../../run/nodeError';
import { folded } from '../../schemas/characters';
import { InvalidInput, type Mistake } from '../../schemas/field';
import { allOf, quoted } from '../../transport/wording';
import type { Service } from '../../transport/service';
import { disbursementPayment } from '../../actions/disbursement/disbursementPayment';
import { dayInWords } from '../../actions/recordLabel';
import { whyNotAsTyped, whyNotBothReferences, type SheetRow } from './rows';
import { columnNames, knownColumns, nameOfColumn } from './knownColumns';
import type { Columns } from './sheet';

/**
 * The verdict on a row: as in a dry run, except for new payments and for rows that a dry run does not
 * take.
 */
export type Verdict = Exclude<Why, 'new'> | 'willBePaid' | 'cannotBePaid' | 'holderRefuted';

export interface Judged {
	row: SheetRow;
	pay: boolean;
	verdict: Verdict;
	explanation: string;
	/** The payment as it would be sent; undefined where it could not be read. */
	payment?: PreparedPayment;
	/** The result of the dry run, as far as there is one. */
	tried?: IDataObject;
}

/** How the rows would be paid: the options of the Disbursement → Create that pays them. */
interface Paying {
	columns: Columns;
	options: IDataObject;
	/** IANA name of the zone in which days are shown. */
	timezone: string;
}

/** Finds out whether each row would be paid, as a dry run of Disbursement → Create does. */
export async function judgeAll(
	rows: readonly SheetRow[],
	service: Service,
	paying: Paying,
): Promise<Judged[]> {
	const read: Read[] = [];
	const yieldToN8n = yielding();
	for (const row of rows) {
		await yieldToN8n();
		read.push(readRow(row, service.clientId, paying));
	}
	const requests = read.flatMap(asUnique);
	const repeated = guardDuplicates(requests, 'row');
	const judged = new Map<SheetRow, Judged>();
	await tryEach(read, service, async ({ row, payment, mistakes }, earlier) => {
		const why = mistakes ?? repeated.get(row.row)?.mistakes;
		const one =
			why || payment === undefined
				? notPayable(row, why ?? [], paying.columns)
				: await tryOne(row, payment, { service, earlier, paying });
		judged.set(row, { ...one, ...(payment && { payment }) });
		return true;
	});
	return rows.flatMap((row) => judged.get(row) ?? []);
}

/** What is wrong with a row; without a field, it is a whole sentence. */
type Complaint = Omit<Mistake, 'field'> & Partial<Mistake>;

interface Read {
	row: SheetRow;
	payment?: PreparedPayment;
	mistakes?: Complaint[];
}

/**
 * A row by its reference, which makes its nonce. One that cannot be read counts as well: of an old row and
 * its correction, nobody knows which one is meant.
 */
function asUnique({ row, payment }: Read): UniqueRequest[] {
	const reference = payment?.body.externalReference ?? row.cells.externalReference;
	if (reference === undefined) return [];
	const [label, key] = ['External Reference' as const, folded(String(reference))];
	return [{ itemIndex: row.row, unique: { label, key, content: payment?.body ?? row.cells } }];
}

function readRow(row: SheetRow, clientId: string, { columns, options }: Paying): Read {
	const { cells } = row;
	const wrong = whyNotAsTyped(row) ?? whyNotBothReferences(row, columns);
	if (wrong !== undefined) return { row, mistakes: [wrong] };
	const values: IDataObject = { ...cells, nonceSource: 'externalReference', options };
	const parameters = {
		get: (name: string) => values[name] ?? '',
		isRetriedOnFail: false,
		sendingSince: () => Infinity,
	};
	try {
		return { row, payment: preparePayment(disbursementPayment, parameters, clientId) };
	} catch (cause) {
		if (cause instanceof InvalidInput) return { row, mistakes: cause.mistakes };
		return { row, mistakes: [{ what: inWords(cause).message, fix: '' }] };
	}
}

async function tryOne(
	row: SheetRow,
	payment: PreparedPayment,
	{ service, earlier, paying }: { service: Service; earlier: EarlierPayments; paying: Paying },
): Promise<Judged> {
	let tried: IDataObject;
	try {
		tried = await payment.dryRun(service, earlier);
	} catch (cause) {
		const { message, description } = inWords(cause);
		const { nonce } = payment;
		if (cause instanceof NotChecked)
			return { row, pay: false, verdict: 'unknown', explanation: message, tried: { nonce } };
		return notPayable(row, [{ what: message, fix: description }], paying.columns);
	}
	const why = tried.why as Why;
	const verdict = why === 'new' ? 'willBePaid' : why;
	const pay = tried.wouldSend === true && verdict !== 'paidElsewhere';
	const explanation = explanationOf(verdict, tried, paying.timezone);
	return { row, pay, verdict, explanation, tried };
}

/** How far a payment is, for people. */
const standings: Record<string, string> = {
	pending: 'It is on its way.',
	submitted: 'It is on its way.',
	completed: 'It was paid.',
	paused: 'It waits for money in your account at Stitch.',
};

function explanationOf(verdict: Verdict, tried: IDataObject, zone: string): string {
	if (verdict === 'willBePaid') return '';
	const said = String(tried.explanation);
	if (verdict === 'alreadyPaid') {
		const { status, createdAt } = tried;
		const standing = standings[String(status)] ?? `Stitch says “${String(status)}”.`;
		// Without the amount, which the row shows already: so that many rows have the same explanation.
		return `Sent on ${dayInWords(createdAt, zone)}. ${standing}`;
	}
	if (verdict !== 'paidElsewhere') return said;
	const day = dayInWords(tried.elsewhereCreatedAt, zone);
	return `A payment with this reference was made on ${day} in another way, for example in the Stitch dashboard. If this is a different payment, find out in Stitch what that one was for before you give the row a new reference.`;
}

function notPayable(row: SheetRow, mistakes: readonly Complaint[], columns: Columns): Judged {
	const isEmpty = ({ what }: Complaint) => what === 'is empty';
	const explanation = [
		...emptyCells(mistakes.filter(isEmpty), columns),
		...mistakes.filter((one) => !isEmpty(one)).map((one) => inSheet(one, columns)),
	].join(' ');
	return { row, pay: false, verdict: 'cannotBePaid', explanation };
}

function emptyCells(mistakes: readonly Complaint[], columns: Columns): string[] {
	const headings = mistakes.map(({ field = '' }) => headingOf(field, columns));
	if (headings.length === 0) return [];
	if (headings.length === 1) return [`${allOf(headings)} is empty. Fill in this cell.`];
	return [
		`${allOf(headings)} are empty. Fill in these cells, or delete the row if it is not a payment.`,
	];
}

/** What is wrong with a row and how to fix it, for a person at the spreadsheet. */
function inSheet({ field, what, fix }: Complaint, columns: Columns): string {
	if (field === undefined) return `${what}. ${fix}`.trim();
	const heading = headingOf(field, columns);
	return `${heading} ${what}. ${fix.replaceAll(quoted(field), () => heading)}`;
}

/** The sheet's heading of a field, in quotes; a heading to suggest if it has no such column. */
function headingOf(field: string, { found }: Columns): string {
	const column = columnNames.find((one) => knownColumns[one].label === field);
	return quoted(column ? (found[column]?.heading ?? nameOfColumn(column)) : field);
}
