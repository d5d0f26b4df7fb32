import { formatRand } from '../../schemas/money';
import { shownAccount, withNumbersMasked } from '../shownAccount';
import { nextStep } from './nextStep';
import { ofTestClient, type PageText } from './pageText';
import { sumInWords, type Section, type ShownRow } from './sections';
import { countedPayments, withAccountMasked } from './table';

/** More rows of one section are only in the page itself. */
const mostRows = 50;

/** A page as plain text: its counts, what to do next, and the rows that are not paid. */
export function plainText(
	sections: readonly Section[],
	{ title, lines, kind, isOfTestClient }: PageText,
): string {
	const counts = sections.map(
		({ title: name, rows }) => `${name}: ${countedPayments(rows)}, ${sumInWords(rows)}`,
	);
	const next = nextStep(kind, sections).join('\n');
	const notPaid = sections
		.filter(({ tone }) => tone === 'bad')
		.map(({ title: name, rows }) => [`${name}:`, ...shownRows(rows)].join('\n'));
	const head = [title, ...lines, ...(isOfTestClient ? [ofTestClient] : [])].join('\n');
	return [head, counts.join('\n'), next, ...notPaid].filter(Boolean).join('\n\n');
}

function shownRows(rows: readonly ShownRow[]): string[] {
	const more = rows.length - mostRows;
	return [
		...rows.slice(0, mostRows).map(inLine),
		...(more > 0 ? [`- and ${more} more: see the attached page`] : []),
	];
}

function inLine({ json, cents, says }: ShownRow): string {
	const account = String(json.accountNumber ?? '');
	const facts = [
		json.row === undefined ? '' : `row ${String(json.row)}`,
		withNumbersMasked(String(json.beneficiaryName ?? '')),
		withAccountMasked(String(json.externalReference ?? ''), account),
		shownAccount(account),
		cents === undefined ? '' : formatRand(cents),
	].filter(Boolean);
	const why = says.map((text) => withAccountMasked(text, account)).join(' ');
	return `- ${facts.join(', ')}${why && `: ${why}`}`.replace(/\s+/g, ' ');
}
