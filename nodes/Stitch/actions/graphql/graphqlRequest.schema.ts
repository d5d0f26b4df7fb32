import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod/v4';

import { holdsHalf, wholeCharacter } from '../../schemas/characters';
import { optionalText, refuse, text } from '../../schemas/field';
import { readJsonObject } from '../../schemas/jsonObject';

/** More than any query that a person or a tool writes; a larger text is a file by mistake. */
const longestQuery = 100_000;
const longestVariables = 1_000_000;

/** A GraphQL request (spec 4.6): the document and, separately, the values. */
export const graphqlRequestSchema = z.object({
	query: text('Query', { max: longestQuery }),
	variables: z.unknown().transform(readVariables),
	operationName: optionalText('Operation Name', {
		pattern: {
			is: /^[_A-Za-z][_0-9A-Za-z]*$/,
			what: 'can have only letters, digits and underscores',
			fix: 'Enter it as it appears in the query, after "query" or "mutation".',
		},
	}),
});

/** Variables as JSON text, or the object itself from an expression. */
function readVariables(value: unknown, context: z.RefinementCtx): IDataObject {
	const variables = readJsonObject(value);
	if (variables === undefined) {
		return refuse(
			context,
			'Variables (JSON)',
			'is not a JSON object',
			'Enter the variables like { "first": 50 }, with double quotes around names and texts.',
		);
	}
	if (holdsHalf(variables)) {
		return refuse(
			context,
			'Variables (JSON)',
			'has half a character, such as an emoji that was cut in two',
			wholeCharacter,
		);
	}
	if (JSON.stringify(variables).length > longestVariables) {
		return refuse(
			context,
			'Variables (JSON)',
			'is larger than a million characters',
			'Send less at once, in several requests.',
		);
	}
	return variables;
}
