import type { IDataObject } from 'n8n-workflow';

import { NotChecked, type Why } from '../../idempotency/trial';
import type { EarlierPayments } from '../../idempotency/earlierPayments';
import { preparePayment } from '../../idempotency/payment';
import { inTurns } from '../../run/concurrency';
import { tryEach } from '../../run/dryRun';
import { guardDuplicates, type UniqueRequest } from '../../run/guard';
import { messageOf } from '../../run/nodeError';
import { folded } from '../../schemas/characters';
import { InvalidInput, type Mistake } from '../../schemas/invalidInput';
import { ServiceFailure } from '../../transport/failure';
import { joinWithAnd, quoted } from '../../transport/wording';
import type { Service } from '../../transport/service';
import { disbursementPayment } from '../../actions/disbursement/disbursementPayment';
import { dayInWords } from '../../schemas/dateTime';
import { isReadable, referenceOf, type ListRow, type ReadableRow } from './listRow';
import { whyNotAsTyped, whyNotBothReferences, type SheetRow } from '../read/rows';
import { columnNames, knownColumns, nameOfColumn } from '../read/knownColumns';
import type { Columns } from '../read/headings';
import type { PaymentFile } from '../read/readFile';
import type { ListSettings } from './checkForm';
import { transferOf } from './transfer';

type Paying = Pick<PaymentFile, 'columns'> & Pick<ListSettings, 'options' | 'timezone'>;

/** Finds out whether each row would be paid, as a dry run of Disbursement → Create does. */
export async function judgeAll(
	file: Pick<PaymentFile, 'rows' | 'columns'>,
	service: Service,
	settings: Pick<ListSettings, 'options' | 'timezone'>,
): Promise<ListRow[]> {
	const paying = { ...settings, columns: file.columns };
	const read: Read[] = [];
	for await (const sheet of inTurns(file.rows)) read.push(readRow(sheet, service.clientId, paying));
	const repeated = guardDuplicates(read.map(({ row }) => row).flatMap(uniqueRequests), 'row');
	await tryEach(read, service, async ({ row, mistakes }, earlier) => {
		const why = mistakes ?? repeated.get(row.sheet.row)?.mistakes;
		if (why) row.explanation = complaintsInWords(why, paying.columns);
		else if (isReadable(row)) await tryOut(row, { service, earlier, paying });
		return true;
	});
	return read.map(({ row }) => row);
}

/** What is wrong with a row; without a field, it is a whole sentence. */
type Complaint = Omit<Mistake, 'field'> & Partial<Mistake>;

interface Read {
	row: ListRow;
	mistakes?: Complaint[];
}

/**
 * A row by its reference, which makes its nonce. One that cannot be read counts as well: of an old row and
 * its correction, nobody knows which one is meant.
 */
function uniqueRequests(row: ListRow): UniqueRequest[] {
	const reference = referenceOf(row);
	if (reference === '') return [];
	const [label, content] = ['External Reference' as const, row.payment?.body ?? row.sheet.cells];
	return [{ itemIndex: row.sheet.row, unique: { label, key: folded(reference), content } }];
}

function readRow(sheet: SheetRow, clientId: string, { columns, options }: Paying): Read {
	const row: ListRow = {
		...{ sheet, verdict: 'cannotBePaid', explanation: '', warnings: [] },
	};
	const wrong = whyNotAsTyped(sheet) ?? whyNotBothReferences(sheet, columns);
	if (wrong !== undefined) return { row, mistakes: [wrong] };
	const values: IDataObject = { ...sheet.cells, nonceSource: 'externalReference', options };
	const parameters = {
		get: (name: string) => values[name] ?? '',
		isRetriedOnFail: false,
		sendingSince: () => Infinity,
	};
	try {
		const payment = preparePayment(disbursementPayment, parameters, clientId);
		return { row: { ...row, payment, transfer: transferOf(payment) } };
	} catch (cause) {
		if (cause instanceof InvalidInput) return { row, mistakes: cause.mistakes };
		return { row, mistakes: [{ what: messageOf(cause).message, fix: '' }] };
	}
}

/** The service and what it is known to have paid before, as a dry run needs them. */
interface Trying {
	service: Service;
	earlier: EarlierPayments;
	paying: Paying;
}

async function tryOut(row: ReadableRow, { service, earlier, paying }: Trying): Promise<void> {
	try {
		row.tried = await row.payment.dryRun(service, earlier);
	} catch (cause) {
		const { message, description } = messageOf(cause);
		if (cause instanceof NotChecked) {
			Object.assign(row, { verdict: 'unknown', explanation: message });
			row.tried = { nonce: row.payment.nonce };
			return;
		}
		const isOther = cause instanceof ServiceFailure && cause.details.kind === 'otherValues';
		if (isOther) row.verdict = 'sentWithOtherValues';
		row.explanation = complaintsInWords([{ what: message, fix: description }], paying.columns);
		return;
	}
	const why = row.tried.why as Why;
	row.verdict = why === 'new' ? 'willBePaid' : why;
	row.explanation = explanationOf(why, row.tried, paying.timezone);
}

function explanationOf(why: Why, tried: IDataObject, zone: string): string {
	// The page shows the status and the day of what was sent already.
	if (why === 'new' || why === 'alreadyPaid') return '';
	if (why !== 'paidElsewhere') return String(tried.explanation);
	const day = dayInWords(tried.elsewhereCreatedAt, zone);
	return `A payment with this reference was made on ${day} outside this workflow, for example in the Stitch dashboard. If it is the same payment, delete this row. If not, find out in Stitch what that one was for before you give the row a new reference.`;
}

function complaintsInWords(mistakes: readonly Complaint[], columns: Columns): string {
	const isEmpty = ({ what }: Complaint) => what === 'is empty';
	return [
		...emptyCells(mistakes.filter(isEmpty), columns),
		...mistakes.filter((one) => !isEmpty(one)).map((one) => complaintInWords(one, columns)),
	].join(' ');
}

function emptyCells(mistakes: readonly Complaint[], columns: Columns): string[] {
	const headings = mistakes.map(({ field = '' }) => headingOf(field, columns));
	if (headings.length === 0) return [];
	if (headings.length === 1) return [`${joinWithAnd(headings)} is empty. Fill in this cell.`];
	return [
		`${joinWithAnd(headings)} are empty. Fill in these cells, or delete the row if it is not a payment.`,
	];
}

/** What is wrong with a row and how to fix it, for a person at the spreadsheet. */
function complaintInWords({ field, what, fix }: Complaint, columns: Columns): string {
	if (field === undefined) return `${what}. ${fix}`.trim();
	const heading = headingOf(field, columns);
	return `${heading} ${what}. ${fix.replaceAll(quoted(field), () => heading)}`;
}

/** The sheet's heading of a field, in quotes; a heading to suggest if it has no such column. */
function headingOf(field: string, { found }: Columns): string {
	const column = columnNames.find((one) => knownColumns[one].label === field);
	return quoted(column ? (found[column]?.heading ?? nameOfColumn(column)) : field);
}
