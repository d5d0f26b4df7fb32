import { parse, validate } from 'graphql';

import { changesDocument } from '../../../nodes/Stitch/polling/changesDocument';
import { listsFor, pollableEvents } from '../../../nodes/Stitch/polling/lists';
import { publishedSchema } from '../../published/published.mts';

const { asked } = listsFor(pollableEvents.map(({ value }) => String(value)));
const complaints = (text: string) =>
	validate(publishedSchema, parse(text)).map(({ message }) => message);

it('asks all lists in one document that fits what Stitch publishes', () => {
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
