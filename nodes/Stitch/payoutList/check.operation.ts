import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { onDuplicateOf } from '../idempotency/duplicateProtection';
import { yielding } from '../run/concurrency';
import type { Item } from '../run/item';
import { defineOnAllItems, type Output } from '../run/operation';
import { dayLimitOption, itemLimitOption, runLimitOption } from '../run/options';
import { InvalidInput, oneText } from '../schemas/field';
import { money, randOf, type Money } from '../schemas/money';
import { asFields, textOf, withoutUndefined } from '../transport/json';
import type { Service } from '../transport/service';
import { clientKind } from '../transport/clientToken';
import { pick } from '../actions/columns';
import { disbursementPayment, shortenNames } from '../actions/disbursement/disbursementPayment';
import { changesOf } from './check/changes';
import { withFailures } from './check/corrected';
import { accountKey, paidRow } from './check/paidRow';
import { judgeAll, type Judged } from './check/verdicts';
import { readKnownAtStitch, type KnownAtStitch } from './check/knownAtStitch';
import { cellsToCorrect, rowsOf, withoutTotal, type SheetRow } from './check/rows';
import { columnNames, optionalColumns, knownColumns } from './check/knownColumns';
import { notRead } from './check/refusedSheet';
import { findColumns, linesOf, type NamedColumns } from './check/sheet';
import { summaryOf, type Limits } from './check/summary';
import { verifyAccountsOption, verifyAccounts } from './check/verifyAccounts';
import { warningsOf, type Warnings } from './check/warnings';
import { field, ifAdded, notice, numberField, orDefault, textField } from '../schemas/formFields';
import { form } from '../schemas/form';
import { collection, options } from '../schemas/formGroups';

/** The options of the whole list; read from the first item. */
interface ListSettings {
	named: NamedColumns;
	/** For columns that the list does not have. */
	defaults: SheetRow['cells'];
	options: IDataObject;
	limits: Limits;
	/** How many days back the rows are compared. */
	days: number;
	verify: 'all' | 'new' | 'off';
	timezone: string;
}

interface LineToCheck {
	line: IDataObject;
	/** Of the first item. */
	settings?: ListSettings;
}

/** The headings of the columns, in alphabetical order. */
const columnFields = Object.fromEntries(
	columnNames
		.map((name) => [name, knownColumns[name].label] as const)
		.sort(([, one], [, other]) => one.localeCompare(other, 'en'))
		.map(([name, displayName]) => [
			name,
			textField({ displayName, description: 'The heading of this column in your sheet' }, oneText),
		]),
);

/** A limit of Disbursement → Create, which sends nothing if a list is above it. */
const comparedLimit = (limit: INodeProperties) =>
	ifAdded(
		field(
			{
				...limit,
				description:
					'In rand. The summary says so if the list is above it. Only warns: to stop a run, set it in Disbursement → Create as well.',
			},
			money(limit.displayName),
		),
		'option',
	);

const checkForm = form({
	/**
	 * The notice for a person who opens the panel for the first time: the panel asks for almost nothing.
	 */
	checkNotice: notice(
		'Connect <b>Extract from File</b> before this node, with its option <b>Header Row</b> turned off. Nothing is paid here: to pay, put <b>Disbursement → Create</b> after it, behind a Filter on <code>pay</code>.',
	),
	columns: collection(
		{
			displayName: 'Columns',
			placeholder: 'Add column',
			default: {},
			description:
				'The headings of columns that the node does not recognise. It knows many headings in English and Afrikaans.',
		},
		columnFields,
	),
	options: options({
		beneficiaryReference: textField(
			{
				displayName: 'Beneficiary Reference',
				placeholder: 'e.g. Salary Nov',
				description:
					"For rows without one. Shown on the beneficiary's bank statement, at most 20 characters. By default, a sheet without this column uses its reference.",
			},
			oneText,
		),
		/** More than a month, as many payments are monthly. */
		compareDays: orDefault(
			numberField(
				{
					displayName: 'Days to Compare',
					default: 35,
					description:
						'How many days back the rows are compared with earlier payouts. Enter 100 for suppliers that you pay once a quarter.',
				},
				{ least: 1, most: 366 },
			),
		),
		maxTotalPerDay: comparedLimit(dayLimitOption),
		maxAmountPerItem: comparedLimit(itemLimitOption),
		maxTotalPerRun: comparedLimit(runLimitOption),
		onDuplicate: onDuplicateOf(disbursementPayment),
		shortenNames,
		verifyAccounts: verifyAccountsOption,
	}),
});

/** Checks the rows of a sheet before they are paid; it sends nothing that pays. */
export const checkPayouts = defineOnAllItems<LineToCheck>({
	value: 'check',
	name: 'Check',
	action: 'Check payout list',
	description:
		'Check the rows of a sheet: which would be paid, which were paid before, and which need your attention',
	form: checkForm,
	notAsTool: true,

	prepare: (item) => ({
		line: item.row,
		// A list may have thousands of items, and an expression takes n8n milliseconds.
		...(item.index === 0 && { settings: settingsOf(item) }),
	}),

	sendTogether: checkList,
});

function settingsOf(item: Item): ListSettings {
	const { columns, options } = checkForm.read(item);
	const { beneficiaryReference, onDuplicate, shortenNames: isShortening } = options;
	const centsOfLimit = (limit: Money | undefined) => limit?.cents ?? Infinity;
	return {
		named: columns,
		defaults: beneficiaryReference ? { beneficiaryReference } : {},
		options: withoutUndefined({ onDuplicate, shortenNames: isShortening }),
		limits: {
			maxCentsPerItem: centsOfLimit(options.maxAmountPerItem),
			maxCentsPerRun: centsOfLimit(options.maxTotalPerRun),
			maxCentsPerDay: centsOfLimit(options.maxTotalPerDay),
		},
		days: options.compareDays,
		verify: options.verifyAccounts,
		timezone: item.timezone,
	};
}

/** @throws {InvalidInput} for a list whose columns cannot be recognised */
async function checkList(plans: readonly LineToCheck[], service: Service): Promise<Output[]> {
	const settings = plans[0]?.settings;
	if (settings === undefined) return [];
	const { named, defaults, options, limits, days, verify, timezone } = settings;
	const unread = plans.length === 1 ? messageOnly(plans[0]?.line) : undefined;
	if (unread !== undefined) throw notRead(unread);
	const yieldToN8n = yielding();
	const lines = linesOf(plans.map(({ line }) => line));
	const columns = findColumns(lines, named, Object.keys(defaults) as Array<keyof typeof defaults>);
	await yieldToN8n();
	const { rows, total } = withoutTotal(rowsOf(lines, columns, defaults), defaults);
	if (rows.length === 0) throw emptyList();
	const [tried, known] = await Promise.all([
		judgeAll(rows, service, { columns, options, timezone }),
		readKnownAtStitch(service, { zone: timezone, days }),
	]);
	const compared = withFailures(tried, known.failed, timezone);
	const verified = await verifyAccounts(compared, service, whichToVerify(verify, known));
	const { judged, says: saidByBank } = verified;
	const client = clientKind(service.clientId);
	const isTestClient = client === 'test';
	const read = judged.flatMap((one) => paidRow(one) ?? []);
	await yieldToN8n();
	const changes = changesOf(read, known.recent ?? [], timezone);
	await yieldToN8n();
	const now = service.clock.now();
	const found = { isTestClient, saidByBank, lastList: changes?.since, now, timezone };
	const warnings = await warningsOf(read, { ...known, ...found }, yieldToN8n);
	await yieldToN8n();
	const summary = summaryOf({
		...{ ...known, judged, warnings, changes, columns, total, limits },
		gaps: [...known.gaps, ...verified.gaps],
		verification: verified.notes,
		client,
		checkedAt: new Date(now).toISOString(),
	});
	const outputs: Output[] = plans.map(() => []);
	for (const [position, one] of judged.entries()) {
		await yieldToN8n();
		const output = {
			...checkedRowColumns(one, warnings.byRow.get(one.row.row)),
			verification: verified.outcomes.get(one.row.row) ?? null,
		};
		outputs[one.row.item] = { ...output, client, ...(position === 0 && { summary }) };
	}
	return outputs;
}

/** What n8n puts out instead of a file that it cannot read, if it is set to continue. */
const messageOnly = ({ error, ...others }: IDataObject = {}): string | undefined =>
	Object.keys(others).length === 0 ? textOf(error) : undefined;

/** Which accounts to verify with their banks. An account about which nothing is known is a new one. */
function whichToVerify(verify: ListSettings['verify'], { recent = [] }: KnownAtStitch) {
	if (verify !== 'new') return () => verify === 'all';
	const paidBefore = new Set(recent.map(accountKey));
	return (one: Judged) => {
		const paid = paidRow(one);
		return paid !== undefined && !paidBefore.has(accountKey(paid));
	};
}

function emptyList(): InvalidInput {
	return new InvalidInput([
		{
			field: 'Sheet',
			what: 'has no rows below the headings',
			fix: 'Check that the sheet has rows to pay.',
		},
	]);
}

/** A row in the order in which a person reads it; with the columns that Disbursement → Create takes. */
function checkedRowColumns(
	{ row, pay, verdict, explanation, payment, tried }: Judged,
	{ texts, similarPayoutAt }: Partial<Warnings> = {},
): IDataObject {
	const { beneficiary, externalReference, beneficiaryReference }: IDataObject =
		payment?.body ?? cellsToCorrect(row);
	const { name, bank, accountNumber } = asFields(beneficiary);
	return {
		...{ pay, verdict, explanation, warnings: texts ?? [], row: row.row },
		externalReference: externalReference ?? null,
		beneficiaryName: name ?? row.cells.beneficiaryName ?? null,
		amount: payment ? randOf(payment.amount.cents) : (row.cells.amount ?? null),
		bank: bank ?? row.cells.bank ?? null,
		accountNumber: accountNumber ?? row.cells.accountNumber ?? null,
		beneficiaryReference: beneficiaryReference ?? null,
		...pick(row.cells, optionalColumns),
		status: tried?.status ?? null,
		createdAt: tried?.createdAt ?? null,
		nonce: tried?.nonce ?? null,
		id: tried?.id ?? tried?.elsewhereId ?? null,
		similarPayoutAt: similarPayoutAt ?? null,
	};
}
