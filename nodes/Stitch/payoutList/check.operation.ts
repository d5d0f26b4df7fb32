import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { z } from 'zod/v4';

import { disbursementPayment } from '../actions/disbursement/disbursementPayment';
import { shortenNames } from '../actions/fields/payment';
import { onDuplicateOf } from '../idempotency/duplicateProtection';
import { inTurns } from '../run/concurrency';
import type { Item } from '../run/item';
import { defineOnAllItems, type Output } from '../run/operation';
import { dayLimitOption, itemLimitOption, runLimitOption } from '../run/options';
import { optionalDay } from '../schemas/dateTime';
import { asText, check, oneText } from '../schemas/field';
import { form, type ReadBy } from '../schemas/form';
import {
	choiceOrNone,
	dateField,
	field,
	ifAdded,
	notice,
	numberField,
	orDefault,
	switchField,
	textField,
} from '../schemas/formFields';
import { collection, options } from '../schemas/formGroups';
import { money, type Money } from '../schemas/money';
import { clientKind } from '../transport/clientToken';
import { withoutUndefined } from '../transport/json';
import type { Service } from '../transport/service';
import { keepBackChanged } from './check/approved';
import { checkedColumns } from './check/checkedRow';
import { compare } from './check/comparison';
import { dayName, daysBetween, daysIn } from './check/days';
import { addEarlier, addPaidForPeriod } from './check/earlier';
import { columnNames, knownColumns } from './read/knownColumns';
import { readKnownAtStitch } from './check/knownAtStitch';
import { applyLimits, type Limits } from './check/limits';
import { referenceOf, type ListRow } from './check/listRow';
import type { NamedColumns } from './read/headings';
import { readChecked } from './read/readChecked';
import { readWithReferences, type PaymentsFor } from './read/readWithReferences';
import { listKinds, personColumns } from './read/references';
import type { SheetRow } from './read/rows';
import { summaryOf } from './check/summary';
import { totalsOf } from './check/totals';
import { blockRepeated, repeatsOf } from './check/repeats';
import { judgeAll } from './check/verdicts';
import { verifyAccounts, verifyAccountsOption } from './check/verifyAccounts';
import { addWarnings, holdForCall } from './check/warnings';
import { comparedWithDay } from './difference';

/** The options of the whole list; read from the first item. */
interface ListSettings {
	named: NamedColumns;
	/** For columns that the list does not have. */
	defaults: SheetRow['cells'];
	options: IDataObject;
	limits: Limits;
	/** How many days back the rows are compared. */
	days: number;
	/** The payday to compare with, as an ISO date. */
	chosen: string | undefined;
	verify: 'all' | 'new' | 'off';
	/** A new account that gets more has to be confirmed by a call, in cents. */
	holdAbove: number;
	/** The references of rows whose payee was called, and by whom. */
	confirmed: ReadonlySet<string>;
	confirmedBy: string;
	/** What the list pays, for files without a reference for each row. */
	paymentsFor: PaymentsFor | undefined;
	/** Whether it may repeat a payday of a few days ago. */
	isAnother: boolean;
	/** Whether each line is a row of an earlier check, and only what was approved then may be paid. */
	onlyAsApproved: boolean;
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

/** References, as a list or in one text. */
const references = (label: string) =>
	z.unknown().transform((value): string[] => {
		const texts = Array.isArray(value) ? value : String(value ?? '').split(/[,\n]/);
		return texts.map((one) => check(oneText(label), one) ?? '').filter(Boolean);
	});

/** A limit of Disbursement → Create: what is above it is not paid. */
const comparedLimit = (limit: INodeProperties) =>
	ifAdded(
		field(
			{
				...limit,
				description:
					'In rand. Rows above it are not paid. Set it in Disbursement → Create as well, which rejects what is above it.',
			},
			money(limit.displayName),
		),
		'option',
	);

const kindNames = {
	...{ salaries: 'Salaries', wages: 'Wages', bonus: 'Bonus' },
	...{ suppliers: 'Suppliers', other: 'Other' },
};

const byName = ({ name: one }: { name: string }, { name: other }: { name: string }): number =>
	one.localeCompare(other, 'en');

/** A year. */
const mostDays = 366;

const checkForm = form({
	/**
	 * The notice for a person who opens the panel for the first time: the panel asks for almost nothing.
	 */
	checkNotice: notice(
		'Connect <b>Extract from File</b> before this node: <b>Extract From Text File</b> with the encoding iso88591, or <b>Extract From XLSX</b> with <b>Header Row</b> turned off. Nothing is paid here: to pay, put <b>Disbursement → Create</b> after it, behind a Filter on <code>pay</code>.',
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
		/** Two months and a little: a December that is paid early is 61 days before January. */
		compareDays: orDefault(
			numberField(
				{
					displayName: 'Days to Compare',
					default: 70,
					description:
						'How many days back the rows are compared with earlier payouts. Enter 100 for suppliers that you pay once a quarter.',
				},
				{ least: 1, most: mostDays },
			),
		),
		compareWith: dateField(
			{
				displayName: 'Compare With',
				description:
					'The payday to compare the list with. By default, the last day on which most of these people were paid.',
			},
			optionalDay,
		),
		confirmedBy: textField(
			{
				displayName: 'Confirmed By',
				placeholder: 'e.g. clerk@example.com',
				description: 'Who called the payees of Confirmed Rows, for the approver and the record',
			},
			oneText,
		),
		confirmedRows: textField(
			{
				displayName: 'Confirmed Rows',
				placeholder: 'e.g. salary-2026-11-003',
				description:
					'References of rows that are held until somebody has called the payee, if somebody has: separated by commas, or a list',
			},
			references,
		),
		holdNewAccountsAbove: ifAdded(
			textField(
				{
					displayName: 'Hold New Accounts Above',
					placeholder: 'e.g. 10000',
					description:
						'In rand. A first payment to an account is held until somebody has called the payee, if it is above this.',
				},
				money,
			),
			'option',
		),
		maxTotalPerDay: comparedLimit(dayLimitOption),
		maxAmountPerItem: comparedLimit(itemLimitOption),
		maxTotalPerRun: comparedLimit(runLimitOption),
		onDuplicate: onDuplicateOf(disbursementPayment),
		onlyAsApproved: switchField({
			displayName: 'Only as Approved',
			default: false,
			description:
				'Whether the items are rows of an earlier Check that people have approved. A row that is not exactly as it was then is held back.',
		}),
		another: switchField({
			displayName: 'Another Payment of the Same Kind',
			default: false,
			description:
				'Whether a list with references from Payments For may have the people and amounts of a payday of a few days ago. Otherwise it is blocked.',
		}),
		paymentsFor: choiceOrNone({
			displayName: 'Payments For',
			options: listKinds.map((kind) => ({ name: kindNames[kind], value: kind })).sort(byName),
			default: 'salaries',
			description:
				'What the list pays. If the file has no reference of its own for each row, this, the period and the employee code are the reference.',
		}),
		paymentsForWord: textField(
			{
				displayName: 'Payments For: Other',
				placeholder: 'e.g. 13th cheque',
				description: 'What the list pays, if Payments For is Other',
			},
			oneText,
		),
		peopleBy: choiceOrNone({
			displayName: 'People Told Apart By',
			options: personColumns
				.map((column) => ({ name: knownColumns[column].label, value: column }))
				.sort(byName),
			default: 'employeeCode',
			description:
				'For references from Payments For. By default, the employee code, or else the best column that the file has.',
		}),
		period: dateField(
			{
				displayName: 'Period',
				description:
					'Any day of the month that is paid, for Payments For. For wages, the payday itself. By default, today.',
			},
			optionalDay,
		),
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

	prepare: (item, { clock }) => ({
		line: item.row,
		// A list may have thousands of items, and an expression takes n8n milliseconds.
		...(item.index === 0 && { settings: settingsOf(item, daysIn(item.timezone)(isoNow(clock))) }),
	}),

	sendTogether: checkList,
});

const isoNow = (clock: Service['clock']): string => new Date(clock.now()).toISOString();

function settingsOf(item: Item, today: string): ListSettings {
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
		chosen: options.compareWith,
		verify: options.verifyAccounts,
		holdAbove: centsOfLimit(options.holdNewAccountsAbove),
		confirmed: new Set(options.confirmedRows),
		confirmedBy: options.confirmedBy ?? 'somebody',
		onlyAsApproved: options.onlyAsApproved ?? false,
		isAnother: options.another ?? false,
		paymentsFor: paymentsForOf(options, today),
		timezone: item.timezone,
	};
}

function paymentsForOf(
	{ paymentsFor: kind, paymentsForWord: word, peopleBy: column, period }: CheckOptions,
	today: string,
): PaymentsFor | undefined {
	if (kind === undefined) return undefined;
	return { kind, day: period ?? today, ...(word && { word }), ...(column && { column }) };
}

type CheckOptions = ReadBy<typeof checkForm>['options'];

/** @throws {InvalidInput} for a list whose columns cannot be recognised */
async function checkList(plans: readonly LineToCheck[], service: Service): Promise<Output[]> {
	const settings = plans[0]?.settings;
	if (settings === undefined) return [];
	const { named, defaults, options, limits, chosen, verify, timezone: zone } = settings;
	const items = plans.map(({ line }) => line);
	const file = settings.onlyAsApproved
		? readChecked(items)
		: readWithReferences(items, { named, defaults }, settings.paymentsFor);
	const { rows: sheets, columns, total, readAs, derivedFrom } = file;
	const checkedAt = isoNow(service.clock);
	const today = daysIn(zone)(checkedAt);
	const days = Math.max(settings.days, Math.min(mostDays, chosen ? daysBetween(chosen, today) : 0));
	const [rows, known] = await Promise.all([
		judgeAll(sheets, service, { columns, options, timezone: zone }),
		readKnownAtStitch(service, { zone, days }),
	]);
	const { payouts } = known;
	const comparison = payouts && (await compare(rows, { payouts, today, chosen }));
	const totals = comparison && totalsOf(comparison, today);
	addEarlier(rows, { payouts: payouts ?? [], areReused: Boolean(comparison?.reused), today });
	if (derivedFrom !== undefined) addPaidForPeriod(rows, payouts ?? [], derivedFrom);
	const verification = await verifyAccounts(rows, service, verify);
	const missing = totals?.missing ?? [];
	const ofMost = comparison
		? await addWarnings(rows, { comparison, missing, today, holdAbove: settings.holdAbove })
		: [];
	const rowThen = ({ sheet }: ListRow) => plans[sheet.item]?.line ?? {};
	holdForCall(rows, (row) => {
		if (settings.confirmed.has(referenceOf(row))) {
			return `${settings.confirmedBy} on ${dayName(today, today)}`;
		}
		return settings.onlyAsApproved ? asText(rowThen(row).confirmedBy) : undefined;
	});
	const client = clientKind(service.clientId);
	const paydays = { payday: comparison?.day, today };
	if (settings.onlyAsApproved) {
		const isCompared = comparison !== undefined;
		keepBackChanged(rows, { rowThen, isCompared, client, days: paydays });
	}
	const repeats = repeatsOf(rows, comparison, today);
	const isRepeated = derivedFrom !== undefined && !settings.isAnother;
	const blocked =
		(isRepeated && blockRepeated(rows, repeats)) ||
		applyLimits(rows, limits, known.paidToday, (sum) =>
			totals?.day === undefined || totals.known === 0
				? ''
				: `, ${comparedWithDay(sum, totals.last.cents, dayName(totals.day, today))}`,
		);
	const summary = summaryOf({
		...{ ...known, rows, blocked, comparison, totals, ofMost, columns, total, readAs, limits },
		...{ repeats, chosen, days, verification: verification.notes, client, today, checkedAt },
		gaps: [...known.gaps, ...verification.gaps],
	});
	const outputs: IDataObject[][] = plans.map(() => []);
	for await (const row of inTurns(rows)) {
		const shown = { ...checkedColumns(row, paydays), client };
		outputs[row.sheet.item]?.push({ ...shown, ...(row === rows[0] && { summary }) });
	}
	return outputs;
}
