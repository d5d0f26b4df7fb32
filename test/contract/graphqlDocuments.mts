import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Kind, parse } from 'graphql';

import {
	listDocument,
	type ClientList,
	type GraphqlDocument,
} from '../../nodes/Stitch/transport/graphqlDocument';

const folder = join(process.cwd(), 'nodes', 'Stitch');
const load = createRequire(join(folder, 'index.js'));

/** The operations of a document. */
export const operationsIn = (text: string) =>
	parse(text).definitions.filter(({ kind }) => kind === Kind.OPERATION_DEFINITION);

export type Document = [name: string, text: string];

/** A document with its young fields, and without them. */
export const bothForms = (name: string, { full, core }: GraphqlDocument): Document[] => [
	[`${name}, full`, full],
	[`${name}, core`, core],
];

/** A list is read with its whole document. */
function documentIn(value: ClientList | GraphqlDocument): GraphqlDocument {
	return 'filterInput' in value ? listDocument(value) : value;
}

/** What a file exports, if it is a document or a list: a fragment alone is neither. */
function documentsOf([name, value]: [string, unknown]): Document[] {
	if (typeof value === 'string') return /^\s*(query|mutation)\b/.test(value) ? [[name, value]] : [];
	if (typeof value !== 'object' || value === null) return [];
	if (!('filterInput' in value || 'young' in value)) return [];
	return bothForms(name, documentIn(value as ClientList | GraphqlDocument));
}

/** Every document that the catalogue exports: a text, both forms of one, or a list. */
export const written = readdirSync(folder, { recursive: true, encoding: 'utf8' })
	.filter((file) => file.startsWith('actions') && file.endsWith('.ts'))
	.flatMap((file) => Object.entries(load(join(folder, file)) as Record<string, unknown>))
	.flatMap(documentsOf)
	.filter(([, text]) => operationsIn(text).length > 0);
