import type { IDataObject } from 'n8n-workflow';
import { DateTime } from 'luxon';

import { inTurns } from '../run/concurrency';
import type { OutputFile } from '../run/files';
import { defineOnAllItems } from '../run/operation';
import { InvalidInput } from '../schemas/invalidInput';
import { oneText } from '../schemas/text';
import { clientKind } from '../transport/client';
import { asFields, asJsonObject, partsOf } from '../transport/json';
import { simplifyDisbursement } from '../actions/disbursement/disbursements';
import { listPage } from './getPage/page';
import { dateInWords, type PageText } from './getPage/pageText';
import { decisionOn, type Deciding } from './getPage/decision';
import { rowFromTable } from './rowFromTable';
import { optionalDay } from '../schemas/dateTime';
import { choice, dateField, switchField, textField } from '../schemas/formFields';
import { form, type Field, type ReadBy } from '../schemas/form';
import { collection, options } from '../schemas/formGroups';

/** The titles of pages for which the user enters none. */
const titles = {
	review: 'Review the payments',
	result: 'Payment results',
	report: 'Payments',
};

/** A text, or a date as people read it. */
function detailField(displayName: string, description: string): Field<string | undefined> {
	const text = textField({ displayName, description }, oneText);
	return {
		...text,
		read: (from, name) =>
			text.read({ ...from, raw: (one) => dateInWords(from.raw(one), from.zone()) }, name),
	};
}

const pageForm = form({
	page: choice({
		displayName: 'Page',
		options: [
			{ name: 'Report', value: 'report', description: 'Payments and their statuses' },
			{ name: 'Result', value: 'result', description: 'The results of the rows that were sent' },
			{ name: 'Review', value: 'review', description: 'Checked rows, before they are paid' },
		],
		default: 'review',
		description: 'What the page is for',
	}),
	details: collection(
		{
			displayName: 'Details',
			placeholder: 'Add detail',
			default: {},
			description: 'What the page says in addition to its rows',
		},
		{
			approvedAt: detailField('Approved At', 'When the list was approved, as a date or as text'),
			approvedBy: detailField('Approved By', 'Who approved the list'),
			businessName: detailField('Business Name', 'Shown above the title'),
			fileName: detailField('File Name', 'The name of the file that the list came from'),
			footer: detailField('Footer', 'Shown below the list'),
			nothingSent: detailField(
				'Nothing Was Sent Because',
				'On a result: why no row of the list was sent, such as that it was declined',
			),
			payOn: dateField(
				{
					displayName: 'Pay On',
					description:
						'On a review: the day on which the list is paid. The page says if banks do not work on it.',
				},
				optionalDay,
			),
			secondPerson: detailField(
				'Second Person',
				'Who has to approve the list: an email address, or several, separated by commas, of whom one is enough',
			),
			sentAt: detailField('Sent At', 'When the payments were sent, as a date or as text'),
			title: detailField('Title', 'By default, a title that fits the page'),
			uploadedAt: detailField('Uploaded At', 'When the file was uploaded, as a date or as text'),
			uploadedBy: detailField('Uploaded By', 'Who uploaded the file'),
		},
	),
	options: options({
		payAlone: switchField({
			displayName: 'Pay Alone',
			default: false,
			description:
				'Whether the person who uploads a file may pay real money without a second person',
		}),
		search: textField(
			{
				displayName: 'Search',
				placeholder: 'e.g. N Dlamini',
				description:
					'On a report: show only payments whose payee or reference contains this text, or whose Stitch ID it is',
			},
			oneText,
		),
		outputField: textField(
			{
				displayName: 'Put Output File in Field',
				default: 'data',
				placeholder: 'e.g. data',
				hint: 'The name of the output binary field to put the page in',
				description: 'Also return the page as a file, to attach to an email or to store',
			},
			oneText,
		),
	}),
});

type PageFields = ReadBy<typeof pageForm>;

type WantedFile = Pick<OutputFile, 'field' | 'name'>;

interface PageItem {
	row: IDataObject;
	/** The parameters of the first item: they apply to the whole page. */
	page?: {
		text: PageText;
		file?: WantedFile;
		deciding: Deciding;
	};
}

/** Makes a page of a list for people; it sends nothing. */
export const getPage = defineOnAllItems<PageItem>({
	value: 'getPage',
	name: 'Get Page',
	action: 'Get page of payout list',
	description: 'Create a page of checked rows or of payments, for a form, an email or a file',
	form: pageForm,
	notAsTool: true,

	prepare(item, { clock, clientId }): PageItem {
		// A list may have thousands of items, and an expression takes n8n milliseconds.
		if (item.index > 0) return { row: item.row };
		const fields = pageForm.read(item);
		const day = DateTime.fromMillis(clock.now(), { zone: item.timezone }).toISODate() ?? '';
		return {
			row: item.row,
			page: {
				text: textOfPage(fields, item.timezone, clientId),
				file: wantedFile(fields, day),
				deciding: {
					approvers: partsOf(fields.details.secondPerson),
					uploader: fields.details.uploadedBy ?? '',
					payAlone: fields.options.payAlone ?? false,
					isLive: clientKind(clientId) !== 'test',
				},
			},
		};
	},

	async sendTogether(plans, { clientId }) {
		const page = plans[0]?.page;
		if (page === undefined) return [];
		const rows: IDataObject[] = [];
		for await (const { row } of inTurns(plans)) rows.push(simplifiedPayment(rowFromTable(row)));
		requireClientOfRows(rows, clientKind(clientId));
		// The first row of Check contains the summary, but a workflow may have left that row out.
		const withSummary = rows.find(({ summary }) => asFields(summary).rows !== undefined);
		const summary = asFields(withSummary?.summary);
		const { headline, held, ...shown } = await listPage(rows, summary, page.text);
		const { formHtml } = shown;
		const isReview = page.text.kind === 'review';
		const decision = isReview ? decisionOn({ headline, held, formHtml }, page.deciding) : {};
		return [{ ...shown, headline: headline.lines.join(' '), ...decision }];
	},

	filesOf: ({ page }, output) =>
		page?.file ? [{ ...page.file, type: 'text/html', content: String(asFields(output).html) }] : [],
});

/**
 * A page of a test client's rows says so. If the page mixed clients, people would believe that of a live
 * client's rows.
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

/** A payment that Create has not simplified gets its columns. */
function simplifiedPayment(row: IDataObject): IDataObject {
	return asJsonObject(row.amount) ? { ...row, ...simplifyDisbursement(row) } : row;
}

function wantedFile({ page, details, options: { outputField } }: PageFields, day: string) {
	if (!outputField) return undefined;
	return { field: outputField, name: `${listName(details.fileName)} ${page} ${day}.html` };
}

/** The name of the list's file as a name for other files: `salaries` of `salaries.xlsx`. */
function listName(fileName = ''): string {
	const name = fileName
		.replace(/\.[a-z]+$/i, '')
		.replace(/[^\p{L}\p{N} ._()-]/gu, '')
		.replace(/\s+/g, ' ')
		.trim();
	return name || 'payouts';
}

function textOfPage(
	{ page: kind, details, options: { search } }: PageFields,
	zone: string,
	clientId: string,
): PageText {
	const line = (what: string, who: string | undefined, when: string | undefined) =>
		who || when ? `${what}${when ? ` on ${when}` : ''}${who ? ` by ${who}` : ''}` : '';
	return {
		...{ kind, zone },
		isOfTestClient: clientKind(clientId) === 'test',
		title: details.title ?? titles[kind],
		businessName: details.businessName,
		footer: details.footer,
		nothingSent: details.nothingSent,
		payOn: details.payOn,
		search,
		lines: [
			details.fileName ? `File: ${details.fileName}` : '',
			line('Submitted', details.uploadedBy, details.uploadedAt),
			line('Approved', details.approvedBy, details.approvedAt),
			line('Sent', undefined, details.sentAt),
		].filter(Boolean),
	};
}
