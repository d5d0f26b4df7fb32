import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod/v4';

import { disbursementPayment } from '../../actions/disbursement/disbursementPayment';
import { shortenNames } from '../../actions/fields/payment';
import { onDuplicateField } from '../../idempotency/duplicateProtection';
import type { Item } from '../../run/item';
import { guards, limit } from '../../run/options';
import { optionalDay } from '../../schemas/dateTime';
import { check, InvalidInput, type Mistake } from '../../schemas/invalidInput';
import { oneText } from '../../schemas/text';
import { form, type Field, type ReadBy } from '../../schemas/form';
import {
	choice,
	choiceOrNone,
	dateField,
	described,
	notice,
	numberField,
	orDefault,
	switchField,
	textField,
} from '../../schemas/formFields';
import { collection, options } from '../../schemas/formGroups';
import { withoutUndefined } from '../../transport/json';
import { quoted } from '../../transport/wording';
import type { NamedColumns } from '../read/headings';
import { columnNames, knownColumns } from '../read/knownColumns';
import { listKinds, personColumns, type PaymentsFor } from '../read/references';
import type { SheetRow } from '../read/rows';
import type { Limits } from './limits';

export interface ListSettings {
	named: NamedColumns;
	/** For columns that the list does not have. */
	defaults: SheetRow['cells'];
	/** Those of the Disbursement → Create that pays the list. */
	options: IDataObject;
	limits: Limits;
	/** How many days back the rows are compared. */
	days: number;
	/** The payday to compare the sums with, as an ISO date. */
	chosen: string | undefined;
	verify: 'all' | 'new' | 'off';
	/** A new account that gets more has to be confirmed by a call, in cents. */
	holdAbove: number;
	/** The references of rows whose payee was called, and by whom. */
	confirmed: ReadonlySet<string>;
	confirmedBy: string;
	/** What the list pays, if the node makes its references. */
	paymentsFor: PaymentsFor | undefined;
	/** Whether it may repeat a payday of a few days ago. */
	isAnother: boolean;
	/** Whether each line is a row of an earlier check, and only what was approved then may be paid. */
	onlyAsApproved: boolean;
	/** ISO date in the time zone. */
	today: string;
	/** The workflow's, as its IANA name. */
	timezone: string;
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

/** A limit of Disbursement → Create, and what Check does if it is exceeded. */
const comparedLimit = (of: Field<number | undefined>, ifExceeded: string) =>
	described(`In rand. ${ifExceeded} Set the same limit in Disbursement → Create.`, of);

const kindNames = { salaries: 'Salaries', wages: 'Wages', bonus: 'Bonus', other: 'Other' };

const byName = ({ name: one }: { name: string }, { name: other }: { name: string }): number =>
	one.localeCompare(other, 'en');

export const mostDays = 366;

export const checkForm = form({
	checkNotice: notice(
		'Connect <b>Extract from File</b> before this node: <b>Extract From Text File</b> with the encoding iso88591, or <b>Extract From XLSX</b> with <b>Header Row</b> off and <b>RAW Data</b> on. Nothing is paid here: to pay, put <b>Disbursement → Create</b> after it, with <b>Rows Not to Pay</b> set to Return as They Are.',
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
					'The payday to compare the sums with. By default, the last day on which most of these people were paid. Whether an account is new or has changed does not depend on it.',
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
					'The references of held rows whose payee someone has called: separated by commas, or a list',
			},
			references,
		),
		holdNewAccountsAbove: limit({
			displayName: 'Hold New Accounts Above',
			placeholder: 'e.g. 10000',
			description:
				'In rand. A first payment to an account is held until someone has called the payee, if it is above this.',
		}),
		maxTotalPerDay: comparedLimit(
			guards.maxTotalPerDay,
			"If the rows to pay and today's payouts exceed it in total, nobody is paid.",
		),
		maxAmountPerItem: comparedLimit(guards.maxAmountPerItem, 'A row that exceeds it is not paid.'),
		maxTotalPerRun: comparedLimit(
			guards.maxTotalPerRun,
			'If the rows to pay exceed it in total, nobody is paid.',
		),
		onDuplicate: described(
			'Set the same as in Disbursement → Create: it decides which rows would be paid',
			onDuplicateField(disbursementPayment),
		),
		onlyAsApproved: switchField({
			displayName: 'Only as Approved',
			default: false,
			description:
				'Whether the items are rows of an earlier Check that people have approved. A row whose amount, account or name has changed since is held back, and so is one whose payee got anything else.',
		}),
		another: switchField({
			displayName: 'Another Payment of the Same Kind',
			default: false,
			description:
				'Whether the list may have the people and amounts of a payday of a few days ago. Otherwise it is blocked.',
		}),
		paymentsFor: choiceOrNone({
			displayName: 'Payments For',
			options: listKinds.map((kind) => ({ name: kindNames[kind], value: kind })).sort(byName),
			default: 'salaries',
			description:
				'What the list pays. This, the period and the employee code are then the reference of each row. For references as in the file, such as invoice numbers, remove this.',
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
					'Any day of the month that is paid, for Payments For. For wages, the payday itself.',
			},
			optionalDay,
		),
		shortenNames,
		verifyAccounts: orDefault(
			choice({
				displayName: 'Verify Accounts',
				options: [
					{ name: 'All', value: 'all', description: 'The account of each row that would be paid' },
					{
						name: 'New Accounts',
						value: 'new',
						description: 'Accounts that were not paid within Days to Compare',
					},
					{ name: 'Off', value: 'off', description: 'No bank is asked' },
				],
				default: 'off',
				description:
					'Which accounts to verify with their banks before you pay them. Stitch bills each one, even for test clients; within 48 hours, the same request is free. A row needs an ID, passport or registration number.',
			}),
		),
	}),
});

/**
 * @param today ISO date in the time zone of the item; empty if that is not known
 * @throws {InvalidInput}
 */
export function readListSettings(item: Item, today: string): ListSettings {
	if (today === '') throw new InvalidInput([unknownZone(item.timezone)]);
	const { columns, options } = checkForm.read(item);
	const { beneficiaryReference, onDuplicate, shortenNames: isShortening, compareWith } = options;
	return {
		named: columns,
		defaults: beneficiaryReference ? { beneficiaryReference } : {},
		options: withoutUndefined({ onDuplicate, shortenNames: isShortening }),
		limits: {
			maxCentsPerItem: options.maxAmountPerItem ?? Infinity,
			maxCentsPerRun: options.maxTotalPerRun ?? Infinity,
			maxCentsPerDay: options.maxTotalPerDay ?? Infinity,
		},
		days: options.compareDays,
		chosen: compareWith,
		verify: options.verifyAccounts,
		holdAbove: options.holdNewAccountsAbove ?? Infinity,
		confirmed: new Set(options.confirmedRows),
		confirmedBy: options.confirmedBy ?? 'someone',
		onlyAsApproved: options.onlyAsApproved ?? false,
		isAnother: options.another ?? false,
		paymentsFor: paymentsForOf(options),
		today,
		timezone: item.timezone,
	};
}

/** Without a day, derived references would be the same each month, and nothing could be compared. */
const unknownZone = (timezone: string): Mistake => ({
	field: 'Timezone',
	what: `is ${quoted(timezone)}, which is not known`,
	fix: 'Choose one in the settings of the workflow, such as Africa/Johannesburg.',
});

/**
 * Wages are paid for a week, which its day names; everything else for a month.
 * @throws {InvalidInput} without a period: a file that is corrected on a different day would be paid twice
 */
function paymentsForOf(options: CheckOptions): PaymentsFor | undefined {
	const { paymentsFor: kind, paymentsForWord: word, peopleBy: column, period: day } = options;
	if (kind === undefined) return undefined;
	if (day === undefined) throw new InvalidInput([noPeriod]);
	const period = day.slice(0, (kind === 'wages' ? 'yyyy-MM-dd' : 'yyyy-MM').length);
	return { kind, period, ...(word && { word }), ...(column && { column }) };
}

const noPeriod: Mistake = {
	field: 'Period',
	what: 'is empty',
	fix: 'Enter any day of the month that is paid. For wages, enter the payday.',
};

type CheckOptions = ReadBy<typeof checkForm>['options'];
