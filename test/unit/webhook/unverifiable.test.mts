import {
	notVerifiedItem,
	readItem,
	unverifiableInWords,
	type Unverifiable,
} from '../../../nodes/Stitch/webhook/unverifiable';

const all: Unverifiable[] = [
	'client',
	'clock',
	'credential',
	'gone',
	'lost',
	'noSecret',
	'replaced',
];

it.each(all)('says what happened and what to do: %s', (why) => {
	const { message, description } = unverifiableInWords(why);
	expect(message).toMatch(/events?|workflow/i);
	expect(description).toMatch(/\.$/);
});

it('says that a changed credential needs the workflow to be published again', () => {
	expect(unverifiableInWords('client').message).toBe(
		'The credential was changed since this workflow was published: unpublish and publish it',
	);
});

it.each(all)('is read back from the item that carries it: %s', (why) => {
	expect(readItem(notVerifiedItem(why))).toBe(why);
});

it.each([{}, { event: 'disbursement.completed' }, { notVerified: 'weather' }, { notVerified: 1 }])(
	'is not read from an event: %j',
	(json) => {
		expect(readItem(json)).toBeUndefined();
	},
);
