import type { IDataObject, INodeProperties } from 'n8n-workflow';

import type { Item } from '../../run/item';
import { defineOnAllItems, type Output } from '../../run/operation';
import { dayLimitOption } from '../../run/options';
import { check as checkValue, InvalidInput } from '../../schemas/field';
import { money } from '../../schemas/money';
import { asFields, textOf } from '../../transport/json';
import type { Service } from '../../transport/service';
import { clientKind } from '../../transport/clientToken';
import { shortenNamesOption } from '../disbursement/disbursementPayment';
import { onDuplicateOrFailedOption } from '../fields/nonce';
import { judgeAll, type Judged } from './judge';
import { readKnowledge } from './knowledge';
import { rowsOf, withoutTotal, type Row } from './rows';
import { columnNames, findColumns, knownColumns, linesOf, type NamedColumns } from './sheet';
import { summaryOf } from './summary';
import { warningsOf, type Warnings } from './warnings';

/** What applies to the list as a whole; read from the first item. */
interface Settings {
	named: NamedColumns;
	/** For columns that the list does not have. */
	given: Row['cells'];
	options: IDataObject;
	maxCentsPerDay: number;
	timezone: string;
}

interface Plan {
	line: IDataObject;
	/** Of the first item. */
	settings?: Settings;
}

const columnsField: INodeProperties = {
	displayName: 'Columns',
	name: 'columns',
	type: 'collection',
	placeholder: 'Add column',
	default: {},
	description:
		'Columns that the node does not recognise by their headings, in English or Afrikaans: what they are called in your sheet',
	options: columnNames
		.map((name): INodeProperties => ({
			displayName: knownColumns[name].label,
			name,
			type: 'string',
			default: '',
			description: 'The heading of this column in your sheet',
		}))
		.sort((one, other) => one.displayName.localeCompare(other.displayName, 'en')),
};

const beneficiaryReferenceOption: INodeProperties = {
	displayName: 'Beneficiary Reference',
	name: 'beneficiaryReference',
	type: 'string',
	default: '',
	placeholder: 'e.g. Salary Nov',
	description:
		"For rows without one. Shown on the beneficiary's bank statement, at most 20 characters.",
};

const dayLimitCompared: INodeProperties = {
	...dayLimitOption,
	description:
		'In rand. The summary says whether the list is within it; nothing is held back here.',
};

/** Checks the rows of a sheet before they are paid; it sends nothing that pays. */
export const check = defineOnAllItems<Plan>({
	value: 'check',
	name: 'Check',
	action: 'Check payout list',
	description:
		'Read the rows of a sheet, find out what would be paid and what was paid before, and warn of what looks wrong',
	fields: [columnsField],
	options: [
		beneficiaryReferenceOption,
		dayLimitCompared,
		onDuplicateOrFailedOption,
		shortenNamesOption,
	],
	notAsTool: true,

	prepare: (item) => ({
		line: item.row,
		// A list may have thousands of items, and an expression takes n8n milliseconds.
		...(item.index === 0 && { settings: settingsOf(item) }),
	}),

	sendTogether: checkList,
});

function settingsOf(item: Item): Settings {
	const { beneficiaryReference, maxTotalPerDay, onDuplicate, shortenNames } =
		item.collection('options');
	const statement = textOf(beneficiaryReference)?.trim();
	return {
		named: asFields(item.get('columns')) as NamedColumns,
		given: statement ? { beneficiaryReference: statement } : {},
		options: {
			...(onDuplicate !== undefined && { onDuplicate }),
			...(shortenNames !== undefined && { shortenNames }),
		},
		maxCentsPerDay:
			maxTotalPerDay === undefined
				? Infinity
				: checkValue(money('Maximum Total per Day'), maxTotalPerDay).cents,
		timezone: item.timezone,
	};
}

/** @throws {InvalidInput} for a list whose columns cannot be recognised */
async function checkList(plans: readonly Plan[], service: Service): Promise<Output[]> {
	const settings = plans[0]?.settings;
	if (settings === undefined) return [];
	const { named, given, options, maxCentsPerDay, timezone } = settings;
	const lines = linesOf(plans.map(({ line }) => line));
	const columns = findColumns(lines, named, Object.keys(given) as Array<keyof typeof given>);
	const { rows, total } = withoutTotal(rowsOf(lines, columns, given), given);
	if (rows.length === 0) throw emptyList();
	const [judged, knowledge] = await Promise.all([
		judgeAll(rows, service, { columns, options, timezone }),
		readKnowledge(service, timezone),
	]);
	const client = clientKind(service.clientId);
	const warnings = warningsOf(judged, { ...knowledge, isTestClient: client === 'test', timezone });
	const summary = summaryOf({
		...{ ...knowledge, judged, warnings, columns, total, maxCentsPerDay },
		client,
		checkedAt: new Date(service.clock.now()).toISOString(),
	});
	const outputs: Output[] = plans.map(() => []);
	for (const [position, one] of judged.entries()) {
		const output = columnsOf(one, warnings.get(one.row.row));
		outputs[one.row.item] = position === 0 ? { ...output, summary } : output;
	}
	return outputs;
}

function emptyList(): InvalidInput {
	return new InvalidInput([
		{
			field: 'Input',
			what: 'has no rows below the headings',
			fix: 'Check that the sheet has rows to pay.',
		},
	]);
}

/** A row in the order in which a person reads it; with the columns that Disbursement → Create takes. */
function columnsOf(
	{ row, pay, verdict, explanation, payment, tried }: Judged,
	{ texts, similarPayoutAt }: Partial<Warnings> = {},
): IDataObject {
	const { beneficiary, externalReference, beneficiaryReference }: IDataObject =
		payment?.body ?? row.cells;
	const { name, bank, accountNumber } = asFields(beneficiary);
	const { beneficiaryName, idNumber, initials, familyName } = row.cells;
	return {
		...{ pay, verdict, explanation, warnings: texts ?? [], row: row.row },
		externalReference: externalReference ?? null,
		beneficiaryName: name ?? beneficiaryName ?? null,
		amount: payment ? payment.amount.cents / 100 : (row.cells.amount ?? null),
		bank: bank ?? row.cells.bank ?? null,
		accountNumber: accountNumber ?? row.cells.accountNumber ?? null,
		beneficiaryReference: beneficiaryReference ?? null,
		...(idNumber !== undefined && { idNumber }),
		...(initials !== undefined && { initials }),
		...(familyName !== undefined && { familyName }),
		status: tried?.status ?? null,
		createdAt: tried?.createdAt ?? null,
		nonce: tried?.nonce ?? null,
		id: tried?.id ?? tried?.elsewhereId ?? null,
		similarPayoutAt: similarPayoutAt ?? null,
	};
}
