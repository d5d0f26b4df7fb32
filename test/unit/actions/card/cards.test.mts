import { cards } from '../../../../nodes/Stitch/actions/card/cards';

const createdAt = '2026-11-20T10:30:00Z';

it.each([
	[
		{ id: 'c', network: 'visa', last4: '0000', status: 'active', createdAt },
		'visa · …0000 · active · 20 Nov 2026, 12:30',
	],
	[{ id: 'c', last4: 42 }, '…42'],
	[{ id: 'c' }, 'c'],
])('labels the card %j', (card, label) => {
	expect(cards.label(card, 'Africa/Johannesburg')).toBe(label);
});

it('lists cards of one payer only', () => {
	expect(cards.limitedBy).toMatchObject({ name: 'payerId', label: 'Payer ID' });
});
