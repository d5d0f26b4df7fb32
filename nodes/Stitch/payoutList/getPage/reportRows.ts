import type { IDataObject } from 'n8n-workflow';
import { DateTime } from 'luxon';

import { randOf } from '../../schemas/money';
import { timeOf } from '../../transport/clock';
import type { Section } from './sections';
import type { ShownRow } from './shownRow';

/** The payments of a report, the latest first, as the rows of a spreadsheet under the headings of the page. */
export function reportRows(sections: readonly Section[], zone: string): IDataObject[] {
	return sections
		.flatMap(({ title, rows }) => rows.map((row) => ({ row, title })))
		.sort((one, other) => sentAt(other.row) - sentAt(one.row))
		.map(({ row, title }) => reportRow(row, title, zone));
}

const sentAt = ({ json }: ShownRow): number => timeOf(json.createdAt) ?? 0;

function reportRow({ json, cents, says, ...shown }: ShownRow, title: string, zone: string) {
	const sent = DateTime.fromISO(String(json.createdAt), { zone });
	return {
		Sent: sent.isValid ? sent.toFormat('yyyy-MM-dd HH:mm') : '',
		Payee: shown.payee,
		Bank: shown.bank,
		Account: shown.account,
		Amount: cents === undefined ? shown.unclearAmount : randOf(cents),
		Reference: shown.reference,
		Status: title,
		Reason: says.join(' '),
		'Approved by': String(json.approvedBy ?? ''),
		File: String(json.fileName ?? ''),
		'Stitch ID': String(json.id ?? ''),
	};
}
