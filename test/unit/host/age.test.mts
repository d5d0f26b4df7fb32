import { ageOf } from '../../host/age.mts';

const now = new Date('2027-03-01T12:00:00Z');

it.each([
	['2027-02-27T12:00:00Z', 'n8n 2.60.0 is 2 days old.', false],
	['2026-12-31T12:00:00Z', 'n8n 2.60.0 is 60 days old.', false],
	['2026-12-30T12:00:00Z', 'n8n 2.60.0 is 61 days old. These tests', true],
	[undefined, 'n8n 2.60.0 is of an unknown date. These tests', true],
])(
	'an n8n that was published at %s is said to be that old, and stale after 60 days',
	(published, sentence, isStale) => {
		const age = ageOf('2.60.0', published, now);
		expect(age).toEqual({ isStale, sentence: expect.stringContaining(sentence) as string });
	},
);
