import type { IDataObject } from 'n8n-workflow';

import { asFields, textOf } from '../../transport/json';
import type { PageText } from './pageText';
import { shortEscaped, toned } from './table';

/** The message of Payout List → Check about a file that it could not read; undefined for rows. */
export function refusedFile(
	rows: readonly IDataObject[],
	{ kind }: PageText,
): IDataObject | undefined {
	const [only, ...others] = rows;
	const isRefused = kind === 'review' && others.length === 0 && typeof only?.error === 'string';
	return isRefused && only.verdict === undefined ? only : undefined;
}

/** Why the file cannot be paid, the needed columns next to those that were found, and what to do. */
export function aboutRefusedFile(
	{ error, details }: IDataObject,
	lines: readonly string[],
): string {
	const { howToFix, columns } = asFields(details);
	const advice = (textOf(howToFix) ?? '').split('\n');
	return [
		'<h1>This file cannot be paid yet</h1>',
		...lines.map((line) => `<p>${shortEscaped(line)}</p>`),
		`<p>${toned('bad', `<strong>${shortEscaped(error)}</strong>`)}</p>`,
		...advice.map((line) => `<p>${shortEscaped(line)}</p>`),
		Array.isArray(columns) ? columnsTable(columns) : '',
		'<p><strong>What to do next:</strong> Nothing was paid. Correct the file. Delete the rows that you have paid in another way, then upload the file again.</p>',
	].join('\n');
}

function columnsTable(columns: readonly unknown[]): string {
	const rows = columns.map(asFields).map(({ needed, found }) => {
		const written = found ? shortEscaped(found) : toned('bad', 'missing');
		return `<tr><td>${shortEscaped(needed)}</td><td>${written}</td></tr>`;
	});
	return `<table><thead><tr><th scope="col">Needed</th><th scope="col">Found in your file</th></tr></thead><tbody>${rows.join('')}</tbody></table>`;
}
