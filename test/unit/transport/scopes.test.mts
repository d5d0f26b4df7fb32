import {
	clientScopes,
	otherScopes,
	scopeInWords,
	userScopes,
} from '../../../nodes/Stitch/transport/scopes';

it('a scope is named as the credential offers it', () => {
	expect(scopeInWords('client_card')).toBe('Cards (client_card)');
	expect(scopeInWords('balances')).toBe('Balances (balances)');
	expect(scopeInWords('client_unknown')).toBe('client_unknown');
});

it('scopes are offered once, by name, without the choice of others', () => {
	for (const offered of [clientScopes, userScopes]) {
		const names = offered.map(({ name }) => name);
		expect(names).toEqual([...new Set(names)].sort());
		expect(offered.map(({ value }) => value)).not.toContain(otherScopes.value);
	}
});
