import { buildSchema, getOperationAST, parse, validate } from 'graphql';

import { findOperation } from '../../nodes/Stitch/catalogue/resources';
import { isAskedByTime, listsFor, pollableEvents } from '../../nodes/Stitch/polling/changes';
import { listDocument, listsDocument } from '../../nodes/Stitch/transport/graphqlDocument';
import { publishedBefore, publishedSchema } from '../published/published.mts';
import { bothForms, inSources, operationsIn, written } from './graphqlDocuments.mts';

/** What the polling trigger asks for each event, for all of them, and of each list by itself. */
const choices = pollableEvents.map(({ value }) => [String(value)]);
const askedFor = (chosen: string[]) =>
	listsFor(chosen)
		.filter(isAskedByTime)
		.map(({ key, source }) => ({ ...source, key }));
const asked = askedFor(choices.flat());
const polled = [...choices, choices.flat()]
	.map((chosen) => ({ chosen, lists: askedFor(chosen) }))
	// REST alone lists terminal sessions.
	.filter(({ lists }) => lists.length > 0)
	.flatMap(({ chosen, lists }) => bothForms(chosen.join(), listsDocument(lists)))
	.concat(asked.flatMap((list) => bothForms(list.key, listDocument(list))));

const complaints = (text: string) =>
	validate(publishedSchema, parse(text)).map(({ message }) => message);

describe('the GraphQL documents', () => {
	it('are found', () => {
		expect(written.map(([name]) => name)).toEqual(
			expect.arrayContaining(['disbursementList, core', 'transactions', 'refundInitiate']),
		);
		expect(asked).toHaveLength(13);
	});

	it('are exported, each one that the sources write, so that the rules here judge it', () => {
		const judged = written.map(([name]) => name.replace(/, (full|core)$/, ''));
		expect(inSources.filter((name = '') => !judged.includes(name))).toEqual([]);
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

	const before = buildSchema(publishedBefore);
	const isMutation = (text: string) => getOperationAST(parse(text))?.operation === 'mutation';
	const cores = [...written, ...polled].filter(
		([name, text]) => name.endsWith(', core') || isMutation(text),
	);

	it.each(cores)('%s fits without what is young', (_name, text) => {
		expect(validate(before, parse(text)).map(({ message }) => message)).toEqual([]);
	});

	it('that the panel shows as an example fits what Stitch publishes', () => {
		const [field] =
			findOperation('graphql', 'execute')?.form.properties.filter(({ name }) => name === 'query') ??
			[];
		expect(complaints(String(field?.placeholder).replace('e.g. ', ''))).toEqual([]);
	});

	// GraphQL refuses a whole request for one unknown field: this one was asked for once.
	it('are distinguished from one that asks for what is not published', () => {
		expect(
			complaints('{ client { paymentInitiationRequests { edges { node { merchantId } } } } }'),
		).toEqual([expect.stringContaining('merchantId')]);
	});
});
