import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { GraphQLSchema } from 'graphql';
import { buildSchema, GraphQLError, GraphQLScalarType } from 'graphql';
import { projectFolder } from '../host/project.mts';

/** What Stitch publishes, as it is in stitch.graphql. */
export const publishedText = readFileSync(
	join(projectFolder, 'test', 'published', 'stitch.graphql'),
	'utf8',
);

/** The same without what is young; each mark is about its own line. */
export const publishedBefore = publishedText.replace(/^.* # young\n/gm, '');

/** What a scalar of the service takes; every other one takes what a client sends. */
const rules: Record<string, (value: unknown) => boolean> = {
	CountryCode: (value) => typeof value === 'string' && /^[A-Z]{2}$/.test(value),
	CurrencyCode: (value) => typeof value === 'string' && /^[A-Z]{3}$/.test(value),
	Cursor: (value) => typeof value === 'string',
	Date: (value) =>
		typeof value === 'string' &&
		/^\d{4}-\d{2}-\d{2}(T[\d:.]+(Z|[+-]\d{2}:\d{2}))?$/.test(value) &&
		!Number.isNaN(Date.parse(value)),
	// The point is printed without a backslash; a number with decimals is what is meant.
	Decimal: (value) => typeof value === 'string' && /^-?(\d|[1-9]\d+)(\.\d+)?$/.test(value),
	UInt: (value) => Number.isInteger(value) && Number(value) > 0,
	URL: (value) => typeof value === 'string' && URL.parse(value)?.protocol === 'https:',
};

/** A schema of this text whose scalars refuse what the service's would. */
export function buildStitchSchema(text: string, more: typeof rules = {}): GraphQLSchema {
	const schema = buildSchema(text);
	for (const [name, isRight] of Object.entries({ ...rules, ...more })) {
		const scalar = schema.getType(name);
		if (!(scalar instanceof GraphQLScalarType)) continue;
		scalar.coerceInputValue = (value: unknown) => {
			if (isRight(value)) return value;
			throw new GraphQLError(`${name} cannot represent ${JSON.stringify(value)}`);
		};
	}
	return schema;
}

/** The published schema. */
export const publishedSchema = buildStitchSchema(publishedText);
