import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { disbursements } from '../../nodes/Stitch/actions/disbursement/disbursements';
import { rules, type Rule } from '../../nodes/Stitch/payoutList/check/warningRules';
import {
	partsThatMayMove,
	parts,
	statusInWords,
} from '../../nodes/Stitch/payoutList/getPage/parts';
import { joinWithOr } from '../../nodes/Stitch/transport/wording';
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

/** The statuses at Stitch whose payments a section has. */
const statusesOf = (title: string) =>
	Object.keys(disbursements.statuses)
		.filter((status) => statusInWords({ status }) === title.toLowerCase())
		.map((status) => `\`${status}\``)
		.join(', ');

const sections = Object.values(parts).map(({ title, says, todo }) => {
	const statuses = statusesOf(title);
	return [
		`**${title}**${statuses && ` (${statuses})`}`,
		[says, todo].filter(Boolean).join(' ') || '–',
	];
});

const notByHand = joinWithOr(partsThatMayMove.map((part) => `_${parts[part].title}_`));

const byWeight = { danger: 'Red', check: 'Amber' };

const warnings = rules.map(({ severity, when, todo, holds }: Rule) => [
	holds ? `${byWeight[severity]}, held` : byWeight[severity],
	when,
	todo || 'As the row says.',
]);

/** The guide, made of the words that pages are made of. */
const guide = `# What the page says, and what to do

For anyone who uploads, approves or reads a list of payments. It is generated from the code that makes the page, the approval, the result and their emails.

[Above the rows](#above-the-rows) · [Sections](#sections) · [Warnings](#warnings)

## Above the rows

The first line is what will be paid, and how that differs from the last payday. _Your list_ has every row of the file, paid or not: its last line is the sum to compare with your payroll. It is left out if every row will be paid. _Compared with_ leads from the last payday to the amount of the first line. If the difference is not what you expect, look at the first rows of _different from last time_: the largest differences come first.

## Sections

A page shows only the sections that have rows, in this order. In brackets: the status at Stitch. **Do not pay anybody under ${notByHand} in another way**: this money has moved, or still may. A status that is not here is shown in Stitch's own word.

${tableOf(['Section', 'What is true, and what to do'], sections)}

## Warnings

They are shown under their row, the most important first. A row that is **held** is not paid until someone has called the payee, or the bank has confirmed the number and the family name of a person who is named so in the row.

${tableOf(['Colour', 'When', 'What to do'], warnings)}
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
