import {
	nonceFields,
	type Protectable,
} from '../../../nodes/Stitch/idempotency/duplicateProtection';

const identity = () => ({});

it.each<[string, Protectable, string[]]>([
	[
		'also identified by its content',
		{ identity },
		['By Content', 'By External Reference (Recommended)', 'By My Own Key'],
	],
	['not identified by its content', {}, ['By External Reference (Recommended)', 'By My Own Key']],
	[
		'identified by its content only',
		{ identity, onlyByContent: true },
		['By Content (Recommended)', 'By My Own Key'],
	],
])('a payment that is %s has these protections and starts on one', (_, payment, offered) => {
	const [source] = nonceFields(payment);
	const options = source?.options ?? [];
	expect(options.map(({ name }) => name)).toEqual(offered);
	const recommended = options.find(({ name }) => name.endsWith('(Recommended)'));
	expect(recommended).toMatchObject({ value: source?.default });
});

it('asks for a key of the user only where they chose so', () => {
	const shown = nonceFields({ identity })
		.slice(1)
		.map(({ name, displayOptions }) => [name, displayOptions?.show?.nonceSource]);
	expect(shown).toEqual([['customNonce', ['custom']]]);
});
