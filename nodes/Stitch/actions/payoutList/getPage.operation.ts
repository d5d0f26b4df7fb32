import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { DateTime } from 'luxon';

import type { Item, OutputFile } from '../../run/item';
import { defineOnAllItems } from '../../run/operation';
import { check, choiceField, InvalidInput, oneText } from '../../schemas/field';
import { clientKind } from '../../transport/clientToken';
import { asFields, asJsonObject } from '../../transport/json';
import { simplifyDisbursement } from '../disbursement/disbursements';
import { listPage } from './getPage/page';
import type { PageText } from './getPage/pageText';

const kindOfPage = choiceField({
	displayName: 'Page',
	name: 'page',
	type: 'options',
	options: [
		{ name: 'Report', value: 'report', description: 'Payments and their statuses' },
		{ name: 'Result', value: 'result', description: 'The results of the rows that were sent' },
		{ name: 'Review', value: 'review', description: 'Checked rows, before they are paid' },
	],
	default: 'review',
	description: 'What the page is for',
});

/** What a page is called where no title is given. */
const titles = {
	review: 'Review the payments',
	result: 'Payment results',
	report: 'Payments',
};

/** Details for the page: the label of each and what it is. */
const details = {
	approvedAt: ['Approved At', 'When the list was approved, as a date or as text'],
	approvedBy: ['Approved By', 'Who approved the list'],
	businessName: ['Business Name', 'Shown above the title'],
	fileName: ['File Name', 'The name of the file that the list came from'],
	footer: ['Footer', 'Shown below the list'],
	sentAt: ['Sent At', 'When the payments were sent, as a date or as text'],
	title: ['Title', 'By default, what the page is about'],
	uploadedAt: ['Uploaded At', 'When the file was uploaded, as a date or as text'],
	uploadedBy: ['Uploaded By', 'Who uploaded the file'],
} satisfies Record<string, [label: string, description: string]>;

const detailsField: INodeProperties = {
	displayName: 'Details',
	name: 'details',
	type: 'collection',
	placeholder: 'Add detail',
	default: {},
	description: 'What the page says in addition to its rows',
	options: Object.entries(details).map(([name, [displayName, description]]) => ({
		displayName,
		name,
		type: 'string',
		default: '',
		description,
	})),
};

const fileOption: INodeProperties = {
	displayName: 'Put Output File in Field',
	name: 'outputField',
	type: 'string',
	default: 'data',
	placeholder: 'e.g. data',
	hint: 'The name of the output binary field to put the page in',
	description: 'Also return the page as a file, to attach to an email or to store',
};

interface PageItem {
	row: IDataObject;
	/** What the first item's parameters say: they are for the page as a whole. */
	page?: {
		text: PageText;
		/** The binary field for the page as a file, and the name of that file. */
		file?: Pick<OutputFile, 'field' | 'name'>;
	};
}

/** Makes a page of a list for people; it sends nothing. */
export const getPage = defineOnAllItems<PageItem>({
	value: 'getPage',
	name: 'Get Page',
	action: 'Get page of payout list',
	description: 'Create a page of checked rows or of payments, for a form, an email or a file',
	fields: [kindOfPage.field, detailsField],
	options: [fileOption],
	notAsTool: true,

	prepare: (item, { clock }) => ({
		row: item.row,
		// A list may have thousands of items, and an expression takes n8n milliseconds.
		...(item.index === 0 && {
			page: { text: textOfPage(item), file: fileOfPage(item, clock.now()) },
		}),
	}),

	async sendTogether(plans, { clientId }) {
		const text = plans[0]?.page?.text;
		if (text === undefined) return [];
		const rows = plans.map(({ row }) => asColumns(row));
		requireClientOfRows(rows, clientKind(clientId));
		// The first row of Check holds the summary, but a workflow may have left that row out.
		const summary = rows.map((row) => asFields(row.summary)).find((one) => one.rows !== undefined);
		return [{ ...(await listPage(rows, summary ?? {}, text)) }];
	},

	fileOf: ({ page }, output) =>
		page?.file && {
			...page.file,
			type: 'text/html',
			content: String(asFields(output).html),
		},
});

/**
 * A page of a test client's rows says so, and would be believed of those of a live one.
 * @throws {InvalidInput}
 */
function requireClientOfRows(rows: readonly IDataObject[], kind: string): void {
	const other = rows.find(
		({ client }) => (client === 'test' || client === 'live') && client !== kind,
	);
	if (other === undefined) return;
	throw new InvalidInput([
		{
			field: 'Credential',
			what: `belongs to a ${kind} client, but these rows were read with a ${String(other.client)} client`,
			fix: 'Choose the same credential in every node of the list.',
		},
	]);
}

/** A payment that Create has not simplified, as columns; any other row as it is. */
function asColumns(row: IDataObject): IDataObject {
	return asJsonObject(row.amount) ? { ...row, ...simplifyDisbursement(row) } : row;
}

/** Named after the list, the kind of page and the day, such as `salaries result 2026-11-25.html`. */
function fileOfPage(item: Item, now: number): Pick<OutputFile, 'field' | 'name'> | undefined {
	const field = check(oneText('Put Output File in Field'), item.collection('options').outputField);
	if (field === undefined) return undefined;
	const list = String(item.collection('details').fileName ?? '')
		.replace(/\.[a-z]+$/i, '')
		.replace(/[^\p{L}\p{N} ._()-]/gu, '')
		.replace(/\s+/g, ' ')
		.trim();
	const day = DateTime.fromMillis(now, { zone: item.timezone }).toISODate();
	return {
		field,
		name: [list || 'payouts', check(kindOfPage.rule, item.get('page')), `${day}.html`].join(' '),
	};
}

function textOfPage(item: Item): PageText {
	const kind = check(kindOfPage.rule, item.get('page'));
	const given = item.collection('details');
	const detail = (name: keyof typeof details) =>
		check(oneText(details[name][0]), inZone(given[name], item.timezone));
	const line = (what: string, who: string | undefined, when: string | undefined) =>
		who || when ? `${what}${when ? ` on ${when}` : ''}${who ? ` by ${who}` : ''}.` : '';
	const file = detail('fileName');
	return {
		kind,
		title: detail('title') ?? titles[kind],
		businessName: detail('businessName'),
		footer: detail('footer'),
		lines: [
			file ? `File: ${file}` : '',
			line('Uploaded', detail('uploadedBy'), detail('uploadedAt')),
			line('Approved', detail('approvedBy'), detail('approvedAt')),
			line('Sent', undefined, detail('sentAt')),
		].filter(Boolean),
	};
}

/** A date as people read it, such as `24 November 2026, 09:30`; anything else stays as it is. */
function inZone(value: unknown, zone: string): unknown {
	const text = DateTime.isDateTime(value) ? value.toISO() : value;
	if (typeof text !== 'string' || !/^\d{4}-\d\d-\d\dT/.test(text)) return text;
	const time = DateTime.fromISO(text, { zone }).setLocale('en');
	return time.isValid ? time.toFormat('d LLLL yyyy, HH:mm') : text;
}
