import type { NonceSource } from '../../../nodes/Stitch/idempotency/nonce';
import { protectedBy } from '../../../nodes/Stitch/idempotency/duplicateProtection';

const all: [NonceSource, ...NonceSource[]] = ['externalReference', 'itemContent', 'custom'];

it.each<[[NonceSource, ...NonceSource[]], string[]]>([
	[all, ['By Content', 'By External Reference (Recommended)', 'By My Own Key']],
	[
		['externalReference', 'custom'],
		['By External Reference (Recommended)', 'By My Own Key'],
	],
	[
		['itemContent', 'custom'],
		['By Content (Recommended)', 'By My Own Key'],
	],
])('a payment protected by %j offers these and starts on the first', (by, offered) => {
	const [source] = protectedBy(...by).properties('protection');
	expect((source?.options ?? []).map(({ name }) => name)).toEqual(offered);
	expect(source).toMatchObject({ name: 'nonceSource', default: by[0] });
});

it('asks for a key of the user only where they chose so', () => {
	const shown = protectedBy(...all)
		.properties('protection')
		.slice(1)
		.map(({ name, displayOptions }) => [name, displayOptions?.show?.nonceSource]);
	expect(shown).toEqual([['customNonce', ['custom']]]);
});
