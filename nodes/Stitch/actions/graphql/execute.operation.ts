import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod/v4';

import type { Item } from '../../run/item';
import { defineOperation } from '../../run/operation';
import { holdsHalf, wholeCharacter } from '../../schemas/characters';
import { asText, shown } from '../../schemas/asText';
import { reject, type Mistake } from '../../schemas/invalidInput';
import { optionalText, text } from '../../schemas/text';
import { mostOpen, type GraphqlError } from '../../transport/errorAnswer';
import { ServiceFailure, type FailureDetails } from '../../transport/failure';
import { askGraphql, type GraphqlAnswer } from '../../transport/graphql';
import { onlyReads } from '../../transport/graphqlDocument';
import { asJsonObject } from '../../transport/json';
import { choice, field, orDefault, textField } from '../../schemas/formFields';
import { form } from '../../schemas/form';
import { options } from '../../schemas/formGroups';
import { whyNotRetried } from '../../run/retryOnFail';

/**
 * The object in a JSON field: as text, or as the object that an expression returns.
 * @returns an empty object for an empty field or null (spec 4.6); undefined for anything that is not a JSON object
 */
function readJsonObject(value: unknown): IDataObject | undefined {
	try {
		const parsed: unknown = JSON.parse(asText(value) ?? 'null');
		return parsed === null ? {} : asJsonObject(parsed);
	} catch {
		return undefined;
	}
}

/** Longer than any query that a person or a tool writes; a longer text is a file by mistake. */
const longestQuery = 100_000;
const longestVariables = 1_000_000;

/** The first number that JavaScript would change: it has lost its last digits, or would become null. */
function lostNumber(variables: IDataObject): number | undefined {
	const numbers: number[] = [];
	JSON.stringify(variables, (_, value: unknown) => {
		if (typeof value === 'number') numbers.push(value);
		return value;
	});
	return numbers.find((number) => !(Math.abs(number) <= Number.MAX_SAFE_INTEGER));
}

/** Variables as JSON text, or the object itself from an expression. */
function readVariables(value: unknown, context: z.RefinementCtx): IDataObject {
	const no = (what: string, fix: string) => reject(context, variablesLabel, what, fix);
	const variables = readJsonObject(value);
	if (variables === undefined) {
		return no(
			'is not a JSON object',
			'Enter the variables like { "first": 50 }, with double quotes around names and texts.',
		);
	}
	if (holdsHalf(variables)) {
		return no('contains half a character (an emoji cut in two?)', wholeCharacter);
	}
	// An object is checked as it came: in JSON, NaN has become null already.
	const lost = lostNumber(asJsonObject(value) ?? variables);
	if (lost !== undefined) {
		return no(
			`contains a number that cannot be sent exactly: ${shown(String(lost))}`,
			'Put double quotes around numbers with more than 15 digits. Fix an expression that does not return a number.',
		);
	}
	if (JSON.stringify(variables).length > longestVariables) {
		return no('is larger than a million characters', 'Send less at once, in several requests.');
	}
	return variables;
}

const variablesLabel = 'Variables (JSON)';

/** A GraphQL request (spec 4.6): the document and, separately, the values. */
const executeForm = form({
	query: textField(
		{
			displayName: 'Query',
			typeOptions: { rows: 8 },
			required: true,
			placeholder: 'e.g. query { client { bankAccounts { name availableBalance } } }',
			description:
				'The query or mutation. Put values into Variables, not into this text. A mutation is repeated only if Stitch has certainly not processed it.',
		},
		(label) => text(label, { max: longestQuery }),
	),
	variables: field(
		{
			displayName: variablesLabel,
			type: 'json',
			default: '{}',
			placeholder: 'e.g. { "first": 50 }',
			description: 'The values of the $variables in the query',
		},
		z.unknown().transform(readVariables),
	),
	options: options({
		onPartialAnswer: orDefault(
			choice({
				displayName: 'On Partial Answer',
				options: [
					{ name: 'Fail', value: 'fail', description: 'Fail the item' },
					{
						name: 'Return',
						value: 'return',
						description:
							'Return an object with "data" (the parts that Stitch returned) and "errors"',
					},
				],
				default: 'fail',
				description: 'What to do when Stitch answers only part of the query',
			}),
		),
		operationName: textField(
			{
				displayName: 'Operation Name',
				placeholder: 'e.g. FloatBalance',
				description: 'Which operation to run, if the query contains several',
			},
			(label) =>
				optionalText(label, {
					pattern: {
						is: /^[_A-Za-z][_0-9A-Za-z]*$/,
						what: 'can have only letters, digits and underscores',
						fix: 'Enter it as it appears in the query, after "query" or "mutation".',
					},
				}),
		),
	}),
});

/** Sends any query or mutation (spec 4.6). */
export const execute = defineOperation({
	value: 'execute',
	name: 'Execute Query',
	action: 'Execute GraphQL query',
	description: "Send any query or mutation to Stitch's GraphQL interface",
	token: 'chosen',
	form: executeForm,

	prepare(item) {
		const isReading = onlyReads(String(item.get('query')));
		const mistakes = isReading
			? []
			: [...whyNotRetried(item, 'run the mutation twice'), ...whyNotForModel(item)];
		return executeForm.read(item, { mistakes });
	},

	async send({ query, variables, options: { onPartialAnswer, operationName } }, service) {
		const isReading = onlyReads(query);
		const repeat = isReading ? 'always' : 'ifNotProcessed';
		const answer = await askGraphql(service, { query, variables, operationName, repeat });
		const { data, errors } = answer;
		if (data !== undefined && onPartialAnswer === 'return') {
			return { data, errors: errors.map(asErrorOutput) };
		}
		if (data !== undefined && errors.length === 0) return data;
		throw new ServiceFailure(failureOf(answer, !isReading));
	},
});

/** No limit bounds what a mutation moves. */
function whyNotForModel({ isForTool }: Item): Mistake[] {
	if (!isForTool) return [];
	const what = 'contains the word mutation, and in a tool a query may only read';
	const fix = 'Send the mutation after the agent, or use the operation of this node that does it.';
	return [{ field: 'Query', what, fix }];
}

/** One error represents all; the message says how many more there are. */
function failureOf({ data, errors }: GraphqlAnswer, mayHaveActed: boolean): FailureDetails {
	const shown = mostOpen(errors);
	if (shown === undefined) {
		return { kind: 'unreadable', happened: mayHaveActed ? 'maybe' : 'no', status: 200 };
	}
	const more = errors.length - 1;
	// The path helps here: the user wrote the query.
	const detail = [
		shown.detail?.replace(/\.$/, ''),
		shown.detail && shown.path && `(at ${shown.path})`,
		more > 0 && `[and ${more} more]`,
	]
		.filter(Boolean)
		.join(' ');
	const failure = { ...shown, ...(detail !== '' && { detail }) };
	return (mayHaveActed && partlyDone(failure, data ?? {}, errors)) || failure;
}

/** The result of each mutation of a document; undefined if the answer contains none. */
function partlyDone(
	failure: GraphqlError,
	data: IDataObject,
	errors: readonly GraphqlError[],
): FailureDetails | undefined {
	const mutations = Object.keys(data);
	const done = mutations.filter((mutation) => data[mutation] !== null);
	if (done.length === 0) return undefined;
	const notDone = mutations.filter(
		(mutation) =>
			data[mutation] === null &&
			errors.some(({ path, happened }) => path === mutation && happened === 'no'),
	);
	const unclear = mutations.filter((mutation) => ![...done, ...notDone].includes(mutation));
	const listed = (what: string, names: string[]) =>
		names.length > 0 ? `. ${what}: ${names.join(', ')}` : '';
	return {
		...failure,
		kind: 'partlyDone',
		done,
		notDone,
		unclear,
		happened: 'maybe',
		sentence: `Stitch processed only part of the query: ${failure.detail ?? 'it does not say why'}${listed('Done', done)}${listed('Not done', notDone)}${listed('Not known', unclear)}`,
		advice:
			"Do not send the mutations again that are done. Look up those that are not known before you send them again. To receive the part that Stitch returned, set 'On Partial Answer' to Return.",
	};
}

function asErrorOutput(error: GraphqlError): IDataObject {
	const { detail, code, path, missingScopes, userInteractionUrl } = error;
	return {
		message: detail,
		...(code && { code }),
		...(path && { path }),
		...(missingScopes && { missingScopes }),
		...(userInteractionUrl && { userInteractionUrl }),
	};
}
