import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { disbursements } from '../../nodes/Stitch/actions/disbursement/disbursements';
import { rules, type Rule } from '../../nodes/Stitch/payoutList/check/warningRules';
import { parts, statusInWords } from '../../nodes/Stitch/payoutList/getPage/parts';
import { projectFolder } from '../host/project.mts';

const file = join(projectFolder, 'docs', 'what-the-page-says.md');

/** A table as Prettier formats it: aligned, if that fits into its width. */
function tableOf(heads: string[], rows: string[][]): string {
	const widths = heads.map((head, at) =>
		Math.max(...[heads, ...rows].map((row) => row[at]?.length ?? 0), head.length),
	);
	const isNarrow = widths.reduce((sum, width) => sum + width + 3, 1) <= 100;
	const line = (row: string[]) =>
		`| ${row.map((cell, at) => (isNarrow ? cell.padEnd(widths[at] ?? 0) : cell)).join(' | ')} |`;
	const below = widths.map((width) => '-'.repeat(isNarrow ? width : 3));
	return [line(heads), line(below), ...rows.map(line)].join('\n');
}

const sections = Object.values(parts).map(({ title, says, todo }) => [
	`**${title}**`,
	says || '–',
	todo || '–',
]);

const statuses = Object.keys(disbursements.statuses).map((status) => {
	const words = statusInWords({ status });
	return [`\`${status}\``, `${words.charAt(0).toUpperCase()}${words.slice(1)}`];
});

const byWeight = { danger: 'Red', check: 'Amber' };

const warnings = rules.map(({ severity, when, todo, holds }: Rule) => [
	holds ? `${byWeight[severity]}, held` : byWeight[severity],
	when,
	todo || 'As the row says.',
]);

/** The guide, made of the words that pages are made of. */
const guide = `# What the page says, and what to do

For anyone who uploads, approves or reads a list of payments. The page, the approval, the result and their emails use the same words. This guide is generated from the code that makes them, so it is always as new as the page.

[Sections](#sections) · [Statuses](#statuses) · [Warnings](#warnings) · [Above the rows](#above-the-rows)

## Sections

Each section says what is true of the money of its rows. They are in this order, and a page shows only those that have rows.

${tableOf(['Section', 'What is true', 'What to do'], sections)}

## Statuses

${tableOf(['At Stitch', 'On the page'], statuses)}

A status that is not in this table is shown in Stitch's own word.

## Warnings

A warning is under its row, the most important first. What is true of most rows is said once, above them. A row that is **held** is not paid until somebody has called the payee, or the bank has confirmed the holder.

${tableOf(['Colour', 'When', 'What to do'], warnings)}

## Above the rows

The first line is what will be paid, and how that differs from the last payday. The table next to it ends at the same sum: what was paid last time, who gets more and less, who was not paid before, who is not in the file, and what is not sent now. If the difference is not the one that you expect, look at the first rows of the section _different from last time_: the largest differences come first.
`;

it('the guide to the page has every section, status and warning that the code has', () => {
	// `PIN=1` writes it anew: read it before you commit it.
	if (process.env.PIN) writeFileSync(file, guide);
	expect(readFileSync(file, 'utf8')).toBe(guide);
});

it('every warning says what to do, in its row or in the guide', () => {
	const silent = rules.filter(({ name, todo }) => todo === '' && name !== 'bankUnclear');
	expect(silent.map(({ name }) => name)).toEqual([]);
});
