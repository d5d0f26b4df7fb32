import {
	isExpression,
	isResourceLocatorValue,
	type IExecuteFunctions,
	type INodeProperties,
} from 'n8n-workflow';

import type { NonceSource } from '../idempotency/nonce';
import { InvalidInput } from '../schemas/invalidInput';
import type { Clock } from '../transport/clock';
import { inTurns } from './concurrency';
import { plainColumn } from './plainColumn';
import { isTool, workflowVariables, otherVariable } from './tool';

interface Identified {
	readonly form: { readonly properties: readonly INodeProperties[] };
	/** The parameters that a nonce is made from where the user does not choose another way. */
	readonly identifiedBy?: readonly string[];
}

/** What a row keeps in every run: its columns, in all the ways in which n8n names them. */
const rowVariables = ['json', 'data', 'binary', 'input', 'item', 'items', 'parameter'];

/** What gives the present time, or a text by this machine's settings. Without `new`, `Date()` ignores its arguments. */
const presentTime =
	/\bnew\s+Date\b(?!\s*\(\s*[^)\s/])|\bDate\.now\b|\bDateTime\.(?!from)\w+|(?<!\bnew\s+)(?<![.\w$])Date(?=\s*\()|\.(?:diff(?:To)?Now|toRelative|isInLast)\w*|\bIntl\b|\.toLocale(?!Lower|Upper)\w*/;

/** The position of a row in its list or loop; `row_number` is the column of Google Sheets. */
const rowPosition =
	/\b(?:runIndex|currentRunIndex|row_number|pairedItem)\b|\.all\([^()]*\)\.(?:find\w*Index|\w*ndexOf)\b/;

/** A value from the clock that is only a month or a year: `$now.format('yyyy-MM')`. */
const monthOfClock =
	/\$(?:now|today)(?:\.(?:setZone|setLocale|plus|minus|startOf|endOf)\([^()]*\))*\.(?:(?:monthLong|monthShort|month|year)\b|(?:format|toFormat)\(\s*(['"`])[yML\s\d_/.-]*\1\s*\))/g;

const position = String.raw`\s*\$(?:itemIndex|position|(?:prevNode\.)?runIndex(?:\s*-\s*\d+)?)\s*`;

/** Where the position only finds the value in another node's output: `$('Sheet').all()[$itemIndex]`. */
const lookupByPosition = new RegExp(
	[
		String.raw`(?:\.all|\$items)\([^()]*\)(?:\[${position}\]|\.at\(${position}\))`,
		String.raw`\.itemMatching\(${position}\)`,
		String.raw`\.(?:first|last|all)\(\s*\d+\s*,${position}\)`,
	].join('|'),
	'g',
);

/** Where expressions are evaluated: that decides what they may be made from. */
interface Where {
	/** The variables that are the same in every run. */
	lasting: readonly string[];
	/** A retry starts again to count items and runs. */
	isRetry: boolean;
	/** Whether n8n, a person or a model may run this again. */
	mayRunAgain: boolean;
}

const anywhere: Where = {
	lasting: [...workflowVariables, ...rowVariables],
	isRetry: false,
	mayRunAgain: true,
};

/** The part of an expression that may differ for the same row in another run; undefined if none does. */
function passing(expression: string, { lasting, isRetry, mayRunAgain }: Where): string | undefined {
	const found = isRetry ? expression : expression.replace(lookupByPosition, '');
	const rest = mayRunAgain ? found : found.replace(monthOfClock, '');
	return otherVariable(rest, lasting) ?? (presentTime.exec(rest) ?? rowPosition.exec(rest))?.[0];
}

/** Whether a parameter as it is saved takes its value from the execution or the clock. */
export function isOfOneRun(stored: unknown): boolean {
	return isExpression(stored) && passing(stored, anywhere) !== undefined;
}

/** Expressions that may use chance are read twice for every row; all others only for the first row. */
const mayChange = /date|random|uuid/i;

/** How long to wait until the clock and a random number give another value. */
const apartMs = 5;

const lookFirst =
	'First check in Stitch what was paid in the first try, and cancel what is still open: under a different reference it would be paid again.';
const takeFromRow =
	'Take it from the row: the same row must have the same reference in every run. If it needs the month, type the month in the sheet.';
const takeFromBefore =
	"In a tool, a model writes what the node receives. Take it from a node before the agent: {{ $('Name of the Node').first().json.reference }}. If the model has to write it, set 'Duplicate Protection' to By My Own Key, with a key from such a node.";

/**
 * Rejects a reference that would differ when the same row is sent again: the nonce protects only a row
 * that keeps its reference. Checks the expression itself, and reads it twice: for every row if it may use
 * chance, else for the first. A column passes.
 * @throws {InvalidInput}
 */
export async function requireLastingReference(
	context: IExecuteFunctions,
	clock: Clock,
	operation: Identified,
	dryRun = false,
): Promise<void> {
	const { where, fixes } = circumstancesOf(context, dryRun);
	const written = expressionsOf(context, operation, where);
	for (const { label, expression } of written) {
		const found = passing(expression, where);
		if (found === undefined) continue;
		const why = `is made with ${found}, which can differ the next time, so it would be paid again`;
		rejectReference(label, why, fixes);
	}
	if (written.length === 0) return;
	const isEach = written.some(({ expression }) => mayChange.test(expression));
	const rows = isEach ? context.getInputData().length : 1;
	const first = await readRows(context, written, rows);
	await clock.pause(apartMs);
	const second = await readRows(context, written, rows);
	const changed = second.findIndex(({ value }, position) => value !== first[position]?.value);
	const { label, index } = second[changed] ?? {};
	if (label === undefined) return;
	const why = `changes each time item ${index} is read, so the same row would be paid again`;
	rejectReference(label, why, fixes);
}

/** What references may be made from in this run, and what to do about others. */
function circumstancesOf(context: IExecuteFunctions, dryRun: boolean) {
	const node = context.getNode();
	const mode = context.getMode();
	const isRetry = mode === 'retry';
	if (isTool(node)) {
		// Nothing is sent in a dry run, so a model may try a reference out.
		const lasting = dryRun ? [...anywhere.lasting, 'fromAI'] : workflowVariables;
		return { where: { lasting, isRetry, mayRunAgain: true }, fixes: [takeFromBefore] };
	}
	// n8n does not let a sub-workflow know that the workflow which calls it is run again.
	const mayRunAgain = isRetry || mode === 'integrated' || node.retryOnFail === true;
	const fixes = [...(isRetry ? [lookFirst] : []), takeFromRow];
	return { where: { ...anywhere, isRetry, mayRunAgain }, fixes };
}

/** The values of each of these fields in the first rows. */
async function readRows(
	context: IExecuteFunctions,
	written: ReturnType<typeof expressionsOf>,
	rows: number,
) {
	const read: Array<{ label: string; index: number; value: string | undefined }> = [];
	for await (const index of inTurns(Array(rows).keys())) {
		for (const { name, label } of written) {
			read.push({ label, index, value: evaluated(context, name, index) });
		}
	}
	return read;
}

/** The fields that a nonce is made from here and that are expressions, with their labels. */
function expressionsOf(
	context: IExecuteFunctions,
	{ form, identifiedBy = [] }: Identified,
	where: Where,
) {
	const { properties: fields } = form;
	const stored: unknown = context.getNodeParameter('nonceSource', 0, null, {
		rawExpressions: true,
	});
	// Of a field that takes none, n8n makes a text of every other expression.
	if (isExpression(stored)) {
		const what = 'is left to an AI model, which can choose differently each time';
		rejectReference('Duplicate Protection', what, ['Choose it from the list.']);
	}
	const source = stored as NonceSource | null;
	const from = {
		externalReference: ['externalReference'],
		custom: ['customNonce'],
		itemContent: identifiedBy,
	};
	const names = from[source ?? 'itemContent'];
	return fields
		.filter(({ name }, index) => fields.findIndex((one) => one.name === name) === index)
		.filter(({ name }) => names?.includes(name))
		.flatMap(({ name, displayName: label }) => {
			const expression = expressionOf(context, name, where);
			return expression === undefined ? [] : [{ name, label, expression }];
		});
}

/** The expression of a field; undefined where there is none, or where it only names a column. */
function expressionOf(context: IExecuteFunctions, name: string, where: Where): string | undefined {
	const given: unknown = context.getNodeParameter(name, 0, null, { rawExpressions: true });
	const stored = isResourceLocatorValue(given) ? given.value : given;
	if (typeof stored !== 'string' || !stored.startsWith('=')) return undefined;
	const [first] = context.getInputData();
	const isColumn =
		plainColumn(stored, first?.json ?? {}) !== undefined && passing(stored, where) === undefined;
	return isColumn ? undefined : stored;
}

/** As text; undefined where it cannot be read, which is rejected elsewhere. */
function evaluated(context: IExecuteFunctions, name: string, index: number): string | undefined {
	try {
		return JSON.stringify(context.getNodeParameter(name, index, null, { extractValue: true }));
	} catch {
		return undefined;
	}
}

function rejectReference(field: string, what: string, fixes: string[]): never {
	throw new InvalidInput([{ field, what, fix: fixes.join(' ') }]);
}
