import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, sep } from 'node:path';
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

const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
	.filter((file) => file.endsWith('.ts'))
	.map((file) => file.split(sep).join('/'));

/** Every document that the catalogue exports: a text, both forms of one, or a list. */
export const written = files
	.filter((file) => file.startsWith('actions/'))
	.flatMap((file) => Object.entries(load(join(folder, file)) as Record<string, unknown>))
	.flatMap(documentsOf)
	.filter(([, text]) => operationsIn(text).length > 0);

/** A document or a list, as it is written in the sources. */
const writing =
	/[`'"]\s*(query|mutation)\s*[\w({]|\b(documentOf|nodeDocument)\(|\bfilterInput: '|: ClientList = /;

/** The names of all statements that write a document; `transport` only composes what it is given. */
export const inSources = files
	.filter((file) => !file.startsWith('transport/'))
	.flatMap((file) => readFileSync(join(folder, file), 'utf8').split(/^(?=[a-z])/m))
	.filter((statement) => writing.test(statement))
	.map((statement) => /^(?:export )?(?:async )?\w+ (\w+)/.exec(statement)?.[1]);
