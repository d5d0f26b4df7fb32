import type { IDataObject } from 'n8n-workflow';
import { DateTime } from 'luxon';

import { bankName } from '../../schemas/bank';
import { randOf } from '../../schemas/money';
import { timeOf } from '../../transport/clock';
import { shownAccount, withNumbersMasked } from '../shownAccount';
import type { Section, ShownRow } from './sections';
import { withAccountMasked } from './table';

/** The payments of a report, the latest first, as the rows of a spreadsheet under the headings of the page. */
export function reportRows(sections: readonly Section[], zone: string): IDataObject[] {
	return sections
		.flatMap(({ title, rows }) => rows.map((row) => ({ row, title })))
		.sort((one, other) => sentAt(other.row) - sentAt(one.row))
		.map(({ row, title }) => asRow(row, title, zone));
}

const sentAt = ({ json }: ShownRow): number => timeOf(json.createdAt) ?? 0;

function asRow({ json, cents, says }: ShownRow, title: string, zone: string): IDataObject {
	const text = (value: unknown) => withAccountMasked(String(value ?? ''), json);
	const sent = DateTime.fromISO(String(json.createdAt), { zone });
	return {
		Sent: sent.isValid ? sent.toFormat('yyyy-MM-dd HH:mm') : '',
		Payee: withNumbersMasked(text(json.beneficiaryName)),
		Bank: withNumbersMasked(bankName(String(json.bank ?? ''))),
		Account: shownAccount(String(json.accountNumber ?? '')),
		Amount: cents === undefined ? withNumbersMasked(text(json.amount)) : randOf(cents),
		Reference: text(json.externalReference),
		Status: title,
		Reason: text(says.join(' ')),
		'Approved by': text(json.approvedBy),
		File: text(json.fileName),
		'Stitch ID': text(json.id),
	};
}
