import { buildSchema, parse, validate } from 'graphql';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { changesDocument } from '../../../nodes/Stitch/polling/changesDocument';
import { listsFor, pollableEvents } from '../../../nodes/Stitch/polling/lists';

const schema = buildSchema(
	readFileSync(join(process.cwd(), 'test', 'simulator', 'graphql', 'schema.graphql'), 'utf8'),
);

const { asked } = listsFor(pollableEvents.map(({ value }) => String(value)));
const complaints = (text: string) => validate(schema, parse(text)).map(({ message }) => message);

it('asks all lists in one document that fits the public schema', () => {
	expect(asked).toHaveLength(13);
	expect(complaints(changesDocument(asked))).toEqual([]);
});

it.each(asked.map((list) => [list.key, list] as const))(
	'asks %s by itself, page by page',
	(_, list) => {
		const text = changesDocument([list]);
		expect(complaints(text)).toEqual([]);
		expect(text).toContain('after: $after');
	},
);
