import {
	isExpression,
	isResourceLocatorValue,
	type IExecuteFunctions,
	type INodeProperties,
} from 'n8n-workflow';

import type { NonceSource } from '../idempotency/nonce';
import { InvalidInput } from '../schemas/field';
import type { Clock } from '../transport/clock';
import { yielding } from './concurrency';
import { plainColumn } from './plainColumn';

/** The facts about the operation whose payments are protected. */
interface Identified {
	readonly form: { readonly properties: readonly INodeProperties[] };
	/** The parameters that a nonce is made from where the user does not choose another way. */
	readonly identifiedBy?: readonly string[];
}

/** The last two are older names, which n8n still knows. */
const namesExecution = /\$(?:execution|executionId|resumeWebhookUrl)\b/;
/** The place of an item in its run, or of a run in its loop. */
const namesItem = /\$(?:itemIndex|position)\b|\b(?:runIndex|currentRunIndex)\b/;
/** Without `new`, `Date()` ignores its arguments and gives the present time as text. */
const callsDate = /(?<!\bnew\s+)(?<![.\w$])Date\s*\(/;
const namesClock = new RegExp(
	[
		/\$(now|today)\b/,
		/\bnew\s+Date\b(?!\s*\(\s*[^)\s])/,
		/\bDate\.now\b/,
		/\bDateTime\.(now|local|utc)\b/,
		callsDate,
	]
		.map(({ source }) => source)
		.join('|'),
);

/** Whether a parameter as it is saved takes its value from the execution or the clock. */
export function isOfOneRun(stored: unknown): boolean {
	if (!isExpression(stored)) return false;
	return [namesExecution, namesItem, namesClock].some((names) => names.test(stored));
}

/** A value from the clock that is only a month or a year: `$now.format('yyyy-MM')`. */
const monthOfClock =
	/\$(?:now|today)(?:\.(?:setZone|setLocale|plus|minus|startOf|endOf)\([^()]*\))*\.(?:(?:monthLong|monthShort|month|year)\b|(?:format|toFormat)\(\s*(['"`])[yML\s\d_/.-]*\1\s*\))/g;

/** The place of a row in its list: `row_number` is the column of Google Sheets. */
const namesPlace = new RegExp(`${namesItem.source}|\\brow_number\\b`);

/** Where the place only finds the value in another node's output: `$('Sheet').all()[$itemIndex]`. */
const placeOfValue =
	/\[\s*\$(?:itemIndex|position|runIndex)\s*\]|\.\w+\((?:[^()]*,)?\s*\$(?:itemIndex|position|(?:prevNode\.)?runIndex)(?:\s*-\s*\d+)?\s*\)/g;

/** Only what may name the clock or chance is read twice for each row; else the first row shows it. */
const mayChange = /\$(now|today)\b|date|random|uuid/i;

/** How long to wait until the clock and a random number give another value. */
const apartMs = 5;

const lookFirst =
	'First check in Stitch what was paid in the first try, and cancel what is still open: under a different reference it would be paid again.';
const takeFromRow =
	'Take it from the row: the same row must have the same reference in every run. If it needs the month, type the month in the sheet.';

/** Where the expressions are evaluated: that decides what they may contain. */
interface WhereEvaluated {
	isRetry: boolean;
	/** Whether another workflow calls this one, which may itself be run again. */
	isCalled: boolean;
	/** Whether n8n or a person may run this again. */
	mayRunAgain: boolean;
	dryRun: boolean;
}

/** The fields whose whole value identifies a payment; others are only a part of its content. */
const references = ['externalReference', 'customNonce', 'firstChargeReference'];

/** Why an expression of a reference or key is rejected; undefined if it may last. */
function whyOfOneRun(expression: string, name: string, place: WhereEvaluated): string | undefined {
	const { isRetry, isCalled, mayRunAgain, dryRun } = place;
	if (namesExecution.test(expression)) {
		return 'is made from the execution, so every run would pay again';
	}
	if (isRetry && namesItem.test(expression)) {
		return 'is made from the execution, and this is a retry: it would pay again';
	}
	if (namesPlace.test(expression.replace(placeOfValue, ''))) {
		return "is made from the row's place in the list, so a row that has moved would be paid again";
	}
	const isReference = references.includes(name);
	if (isReference && !dryRun && /\$fromAI\b/i.test(expression)) {
		return 'is written by a model, which may write a different one the next time: it would pay again';
	}
	if (namesClock.test(expression.replace(monthOfClock, ''))) {
		return 'is made from the time or the day, so a later run would pay again';
	}
	// n8n does not let a sub-workflow know that the workflow which calls it is run again.
	if (isCalled && namesClock.test(expression)) {
		return 'is made from the clock, and a sub-workflow may be called again: a retry would pay again';
	}
	if (mayRunAgain && namesClock.test(expression)) {
		return 'is made from the clock, and n8n may run this again: a retry would pay again';
	}
	return undefined;
}

/**
 * Rejects a reference that would be a different one when the same row is sent again: the nonce protects
 * only what keeps its reference. The expression shows it, and what it gives when it is read twice: where
 * it may fall back on chance, for every row. A column passes.
 * @throws {InvalidInput}
 */
export async function requireLastingReference(
	context: IExecuteFunctions,
	clock: Clock,
	operation: Identified,
	dryRun = false,
): Promise<void> {
	const mode = context.getMode();
	const isRetry = mode === 'retry';
	const mayRunAgain = isRetry || context.getNode().retryOnFail === true;
	const place = { isRetry, isCalled: mode === 'integrated', mayRunAgain, dryRun };
	const written = expressionsOf(context, operation);
	for (const { name, label, expression } of written) {
		const why = whyOfOneRun(expression, name, place);
		if (why !== undefined)
			rejectReference(label, why, [...(isRetry ? [lookFirst] : []), takeFromRow]);
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
	rejectReference(
		label,
		`changes each time item ${index} is read, so the same row would be paid again`,
		[takeFromRow],
	);
}

/** The values of each of these fields in the first rows. */
async function readRows(
	context: IExecuteFunctions,
	written: ReturnType<typeof expressionsOf>,
	rows: number,
) {
	const yieldToN8n = yielding();
	const read: Array<{ label: string; index: number; value: string | undefined }> = [];
	for (let index = 0; index < rows; index++) {
		await yieldToN8n();
		for (const { name, label } of written) {
			read.push({ label, index, value: evaluated(context, name, index) });
		}
	}
	return read;
}

/** The fields that a nonce is made from here and that are expressions, with their labels. */
function expressionsOf(context: IExecuteFunctions, { form, identifiedBy = [] }: Identified) {
	const { properties: fields } = form;
	const stored: unknown = context.getNodeParameter('nonceSource', 0, null, {
		rawExpressions: true,
	});
	// The editor offers none, but a workflow that was imported may have one.
	if (isExpression(stored)) {
		const what = 'is an expression, and all rows of a run need the same choice';
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
			const expression = expressionOf(context, name);
			return expression === undefined ? [] : [{ name, label, expression }];
		});
}

/** The expression of a field; undefined where there is none, or where it only names a column. */
function expressionOf(context: IExecuteFunctions, name: string): string | undefined {
	const given: unknown = context.getNodeParameter(name, 0, null, { rawExpressions: true });
	const stored = isResourceLocatorValue(given) ? given.value : given;
	if (typeof stored !== 'string' || !stored.startsWith('=')) return undefined;
	const [first] = context.getInputData();
	const isColumn = plainColumn(stored, first?.json ?? {}) !== undefined && !namesPlace.test(stored);
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
