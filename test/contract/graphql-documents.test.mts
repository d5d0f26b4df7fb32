import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Kind, parse, validate } from 'graphql';

import { listsFor, pollableEvents } from '../../nodes/Stitch/polling/lists';
import {
	listDocument,
	listsDocument,
	type GraphqlDocument,
} from '../../nodes/Stitch/transport/graphqlDocument';
import { publishedSchema } from '../published/published.mts';

const folder = join(process.cwd(), 'nodes', 'Stitch');

const operationsIn = (text: string) =>
	parse(text).definitions.filter(({ kind }) => kind === Kind.OPERATION_DEFINITION);

type Document = [name: string, text: string];

const bothForms = (name: string, { full, core }: GraphqlDocument): Document[] => [
	[`${name}, full`, full],
	[`${name}, core`, core],
];

/** Every document that such a file exports: a text, or both forms of one; not fragments alone. */
const written = readdirSync(folder, { recursive: true, encoding: 'utf8' })
	.filter((file) => file.endsWith('.graphql.ts'))
	.flatMap((file) =>
		Object.entries(jest.requireActual<Record<string, unknown>>(join(folder, file))),
	)
	.flatMap(([name, value]): Document[] =>
		typeof value === 'string' ? [[name, value]] : bothForms(name, value as GraphqlDocument),
	)
	.filter(([, text]) => typeof text === 'string')
	.filter(([, text]) => operationsIn(text).length > 0);

/** What the polling trigger asks for each event, for all of them, and of each list by itself. */
const choices = pollableEvents.map(({ value }) => [String(value)]);
const { asked } = listsFor(choices.flat());
const polled = [...choices, choices.flat()]
	.map((chosen) => ({ chosen, lists: listsFor(chosen).asked }))
	// REST alone lists terminal sessions.
	.filter(({ lists }) => lists.length > 0)
	.flatMap(({ chosen, lists }) => bothForms(chosen.join(), listsDocument(lists)))
	.concat(asked.flatMap((list) => bothForms(list.key, listDocument(list))));

const complaints = (text: string) =>
	validate(publishedSchema, parse(text)).map(({ message }) => message);

describe('the GraphQL documents', () => {
	it('are found', () => {
		expect(written.map(([name]) => name)).toEqual(
			expect.arrayContaining(['disbursementsQuery, core', 'transactions', 'refundInitiate']),
		);
		expect(asked).toHaveLength(13);
	});

	it.each(written)('%s fits what Stitch publishes', (_name, text) => {
		expect(complaints(text)).toEqual([]);
	});

	it.each(written)('%s holds one operation', (_name, text) => {
		expect(operationsIn(text)).toHaveLength(1);
	});

	it.each(polled)('of polling for %s fits what Stitch publishes', (_name, text) => {
		expect(complaints(text)).toEqual([]);
	});

	// GraphQL refuses a whole request for one unknown field: this one was asked for once.
	it('are told apart from one that asks for what is not published', () => {
		expect(
			complaints('{ client { paymentInitiationRequests { edges { node { merchantId } } } } }'),
		).toEqual([expect.stringContaining('merchantId')]);
	});
});
