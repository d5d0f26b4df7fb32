import { protectedBy } from '../../../nodes/Stitch/idempotency/duplicateProtection';

it.each([
	['externalReference', ['By External Reference (Recommended)', 'By My Own Key']],
	['itemContent', ['By Content (Recommended)', 'By My Own Key']],
] as const)('a payment protected by %s offers it first, and a key', (recommended, offered) => {
	const [source] = protectedBy(recommended).properties('protection');
	expect((source?.options ?? []).map(({ name }) => name)).toEqual(offered);
	expect(source).toMatchObject({ name: 'nonceSource', default: recommended });
});

it('asks for a key of the user only where they chose so', () => {
	const shown = protectedBy('externalReference')
		.properties('protection')
		.slice(1)
		.map(({ name, displayOptions }) => [name, displayOptions?.show?.nonceSource]);
	expect(shown).toEqual([['customNonce', ['custom']]]);
});
