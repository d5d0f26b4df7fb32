import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { DateTime } from 'luxon';

import type { Item, OutputFile } from '../../run/item';
import { defineOnAllItems } from '../../run/operation';
import { yielding } from '../../run/concurrency';
import { check, choiceField, InvalidInput, oneText } from '../../schemas/field';
import { clientKind } from '../../transport/clientToken';
import { asFields, asJsonObject } from '../../transport/json';
import { simplifyDisbursement } from '../disbursement/disbursements';
import { listPage } from './getPage/page';
import type { PageText } from './getPage/pageText';
import { refusedFile } from './getPage/refusedFile';
import { downloadLink, rowsToCorrect, workbookToCorrect } from './getPage/rowsToCorrect';
import { sectionsOf } from './getPage/sections';
import { workbookType } from './getPage/workbook';

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

const correctionsOption: INodeProperties = {
	displayName: 'Put Rows to Correct in Field',
	name: 'correctionsField',
	type: 'string',
	default: 'corrections',
	placeholder: 'e.g. corrections',
	hint: 'The name of the output binary field to put the workbook in',
	description:
		'Also return the rows that were not paid as an Excel workbook, with the reason next to each: corrected, it can be checked again. It has whole account numbers, and so does downloadLink, a link to it for a page in a browser.',
};

/** A file that was asked for: its binary field and its name. */
type WantedFile = Pick<OutputFile, 'field' | 'name'>;

interface PageItem {
	row: IDataObject;
	/** What the first item's parameters say: they are for the page as a whole. */
	page?: {
		text: PageText;
		/** The page. */
		file?: WantedFile;
		/** The workbook of the rows to correct. */
		corrections?: WantedFile;
	};
}

/** Makes a page of a list for people; it sends nothing. */
export const getPage = defineOnAllItems<PageItem>({
	value: 'getPage',
	name: 'Get Page',
	action: 'Get page of payout list',
	description: 'Create a page of checked rows or of payments, for a form, an email or a file',
	fields: [kindOfPage.field, detailsField],
	options: [fileOption, correctionsOption],
	notAsTool: true,

	prepare: (item, { clock }) => ({
		row: item.row,
		// A list may have thousands of items, and an expression takes n8n milliseconds.
		...(item.index === 0 && {
			page: { text: textOfPage(item), ...wantedFiles(item, clock.now()) },
		}),
	}),

	async sendTogether(plans, { clientId }) {
		const page = plans[0]?.page;
		if (page === undefined) return [];
		const rows = plans.map(({ row }) => asColumns(row));
		requireClientOfRows(rows, clientKind(clientId));
		// The first row of Check holds the summary, but a workflow may have left that row out.
		const summary = rows.map((row) => asFields(row.summary)).find((one) => one.rows !== undefined);
		return [
			{
				...(await listPage(rows, summary ?? {}, page.text)),
				...(await toCorrect(rows, asFields(summary?.headings), page)),
			},
		];
	},

	filesOf({ page }, output) {
		const { html, rowsToCorrect: rows } = asFields(output);
		const workbook = workbookToCorrect((rows ?? []) as IDataObject[]);
		return [
			page?.file && { ...page.file, type: 'text/html', content: String(html) },
			page?.corrections &&
				workbook && { ...page.corrections, type: workbookType, content: workbook },
		].filter((file) => file !== undefined);
	},
});

/** The rows to correct, and a link to their workbook, where they are wanted. */
async function toCorrect(
	rows: readonly IDataObject[],
	headings: IDataObject,
	{ text, corrections }: NonNullable<PageItem['page']>,
) {
	if (corrections === undefined) return {};
	const sections = refusedFile(rows, text) ? [] : await sectionsOf(rows, yielding());
	const found = rowsToCorrect(sections, headings);
	return { rowsToCorrect: found, downloadLink: downloadLink(found, corrections.name) };
}

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

/** @throws {InvalidInput} where both would be in one field */
function wantedFiles(item: Item, now: number): Partial<Record<'file' | 'corrections', WantedFile>> {
	const fieldOf = ({ displayName, name }: INodeProperties) =>
		check(oneText(displayName), item.collection('options')[name]);
	const [field, correctionsField] = [fieldOf(fileOption), fieldOf(correctionsOption)];
	if (field !== undefined && field === correctionsField) throw oneFieldForTwo();
	const nameOf = (what: string, ending: string) => fileName(item, what, ending, now);
	const kind = check(kindOfPage.rule, item.get('page'));
	return {
		...(field && { file: { field, name: nameOf(kind, 'html') } }),
		...(correctionsField && {
			corrections: { field: correctionsField, name: nameOf('to correct', 'xlsx') },
		}),
	};
}

function oneFieldForTwo(): InvalidInput {
	return new InvalidInput([
		{
			field: correctionsOption.displayName,
			what: `is the same as '${fileOption.displayName}'`,
			fix: 'Enter a different name for each.',
		},
	]);
}

/** Named after the list, what it is and the day, such as `salaries result 2026-11-25.html`. */
function fileName(item: Item, what: string, ending: string, now: number): string {
	const list = String(item.collection('details').fileName ?? '')
		.replace(/\.[a-z]+$/i, '')
		.replace(/[^\p{L}\p{N} ._()-]/gu, '')
		.replace(/\s+/g, ' ')
		.trim();
	const day = DateTime.fromMillis(now, { zone: item.timezone }).toISODate();
	return `${list || 'payouts'} ${what} ${day}.${ending}`;
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
