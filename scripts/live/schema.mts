import {
	buildClientSchema,
	findSchemaChanges,
	getIntrospectionQuery,
	isInputObjectType,
	isInterfaceType,
	isObjectType,
	parse,
	validate,
	type GraphQLSchema,
	type IntrospectionQuery,
} from 'graphql';

import { publishedSchema } from '../../test/published/published.mts';
import type { ShippedDocument } from './documents.mts';

/** Something that is published and is not there, or is of another type. */
interface Difference {
	what: string;
	/** Whether it breaks this package, or does where a request holds it. */
	weight: 'breaks' | 'may break' | 'none';
}

/** How the schema that answers differs from the published one, by which this package was built. */
export interface Comparison {
	/** How much was compared. */
	types: number;
	fields: number;
	differences: Difference[];
	/** Documents of this version that would be refused, each with the reason. */
	refused: string[];
	/** How much is there that is not in the published one. */
	beyond: { types: number; fields: number };
}

/**
 * Reads the schema of the service, which needs no token.
 * @throws when it cannot be read
 */
export async function readSchema(graphqlUrl: string): Promise<GraphQLSchema> {
	const answer = await fetch(`${graphqlUrl}/graphql`, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify({ query: getIntrospectionQuery() }),
		signal: AbortSignal.timeout(60_000),
	});
	if (!answer.ok) throw new Error(`HTTP ${answer.status}`);
	const { data, errors } = (await answer.json()) as {
		data?: IntrospectionQuery;
		errors?: Array<{ message: string }>;
	};
	if (!data) throw new Error(errors?.[0]?.message ?? 'no schema');
	return buildClientSchema(data);
}

export function compare(live: GraphQLSchema, documents: ShippedDocument[]): Comparison {
	const fields = fieldsOf(publishedSchema);
	const known = new Set(typesOf(publishedSchema));
	return {
		types: known.size,
		fields: fields.length,
		differences: findSchemaChanges(publishedSchema, live)
			.filter(({ type }) => /_REMOVED|_CHANGED_KIND|^REQUIRED_/.test(type))
			.filter(({ type }) => !type.includes('DIRECTIVE'))
			.map(({ type, description: what }) => ({ what, weight: weightOf(type, what) }))
			.toSorted((a, b) => order(a) - order(b) || a.what.localeCompare(b.what)),
		refused: documents.flatMap(({ name, text }) =>
			validate(live, parse(text)).map(({ message }) => `${name}: ${message}`),
		),
		beyond: {
			types: typesOf(live).filter((name) => !known.has(name)).length,
			fields: fieldsOf(live).filter(
				(field) => known.has(field.split('.')[0] ?? '') && !fields.includes(field),
			).length,
		},
	};
}

const order = ({ weight }: Difference) => ['breaks', 'may break', 'none'].indexOf(weight);

/** Of what is only read, the documents tell whether it is needed. */
function weightOf(type: string, what: string): Difference['weight'] {
	if (type.startsWith('REQUIRED_')) return 'breaks';
	const owner = /^Field (\w+)\./.exec(what)?.[1] ?? '';
	const isSent = isInputObjectType(publishedSchema.getType(owner));
	return isSent && type === 'FIELD_REMOVED' ? 'may break' : 'none';
}

function typesOf(schema: GraphQLSchema): string[] {
	return Object.keys(schema.getTypeMap()).filter((name) => !name.startsWith('__'));
}

function fieldsOf(schema: GraphQLSchema): string[] {
	return Object.values(schema.getTypeMap()).flatMap((type) =>
		isObjectType(type) || isInterfaceType(type) || isInputObjectType(type)
			? Object.keys(type.getFields())
					.filter(() => !type.name.startsWith('__'))
					.map((field) => `${type.name}.${field}`)
			: [],
	);
}
