import type { IDataObject } from 'n8n-workflow';

import { asFields } from '../../transport/json';
import { asSentence } from '../../transport/wording';
import { deleteRowsFirst } from './byHand';
import type { Headline } from './headline';
import type { PageText } from './pageText';
import { adviceIn } from './sections';
import { shortEscaped, strong, toned } from './table';

const title = 'This list cannot be paid yet';

const whatToDo = `Nothing is sent. Correct what is said above, and check the list again. For a file, the empty sheet payments.xlsx has all columns: the person who runs your n8n can give it to you. ${deleteRowsFirst}`;

/** The message of Payout List → Check about a file that it could not read; undefined for rows. */
export function refusedFile(
	rows: readonly IDataObject[],
	{ kind }: PageText,
): IDataObject | undefined {
	const [only, ...others] = rows;
	const isRefused = kind === 'review' && others.length === 0 && typeof only?.error === 'string';
	return isRefused && only.verdict === undefined ? only : undefined;
}

export function whyRefused({ error, details }: IDataObject): Headline {
	const whyNot = [asSentence(String(error)), adviceIn(details)].filter(Boolean).join(' ');
	return { lines: [`${title}.`, whyNot, whatToDo], whyNot, asked: '' };
}

/** Why the file cannot be paid, the needed columns next to those that were found, and what to do. */
export function refusedFileHtml({ error, details }: IDataObject, about: string): string {
	const { columns } = asFields(details);
	const advice = adviceIn(details).split('\n');
	return [
		`<h1>${title}</h1>`,
		about && `<p><sub>${shortEscaped(about)}</sub></p>`,
		`<h2>${strong(toned('bad', shortEscaped(error)))}</h2>`,
		...advice.map((line) => `<p>${shortEscaped(line)}</p>`),
		Array.isArray(columns) ? `<div>${columnsTable(columns)}</div>` : '',
		`<p>${strong('What to do next:')} ${whatToDo}</p>`,
	]
		.filter(Boolean)
		.join('\n');
}

function columnsTable(columns: readonly unknown[]): string {
	const rows = columns.map(asFields).map(({ needed, found }) => {
		const written = found ? shortEscaped(found) : toned('bad', 'missing');
		return `<tr><td>${shortEscaped(needed)}</td><td>${written}</td></tr>`;
	});
	return `<table><thead><tr><th scope="col">Needed</th><th scope="col">Found in your list</th></tr></thead><tbody>${rows.join('')}</tbody></table>`;
}
