import {
	joinWithAnd,
	joinWithOr,
	knownAs,
	maskNumbers,
	shownReference,
} from '../../../nodes/Stitch/transport/wording';

it.each([
	['paid to 1234567890', 'paid to …90'],
	['62 1234 5678 90', '…90'],
	['1234567890.00', '…90.00'],
	['\uff11\uff12\uff13\uff14\uff15\uff16', '…\uff15\uff16'],
	['62-0000-0001-0 is one', '…10 is one'],
	['62.0000.0001.2', '…12'],
	['from 2026-11-20 on', 'from 2026-11-20 on'],
	['salary-2026-11-017', 'salary-2026-11-017'],
	['code 12345', 'code 12345'],
])('shows %j as %j', (text, shown) => {
	expect(maskNumbers(text)).toBe(shown);
});

it.each([
	['salary-2026-11-017', 'salary-2026-11-017'],
	['INV20261117', 'INV20261117'],
	['12345', '12345'],
	['1234567890', '…90'],
	['1234 5678 90', '…90'],
	['x'.repeat(61), `${'x'.repeat(60)}…`],
	[`x${'🦔'.repeat(60)}`, `x${'🦔'.repeat(59)}…`],
])('names an item by its reference %j as %j', (reference, shown) => {
	expect(shownReference(reference)).toBe(shown);
});

it.each([
	[{ id: 'a1', externalReference: 'salary-2026-11-017' }, 'salary-2026-11-017'],
	[{ id: 'a1', externalReference: '1234567890' }, '…90'],
	[{ id: 'a1', externalReference: ' ' }, 'a1'],
	[{ id: 'a1' }, 'a1'],
])('names %j as %j', (object, name) => {
	expect(knownAs(object)).toBe(name);
});

it.each([
	[[], '', ''],
	[['a'], 'a', 'a'],
	[['a', 'b'], 'a and b', 'a or b'],
	[['a', 'b, c', 'd'], 'a, b, c and d', 'a, b, c or d'],
])('names %j as “%s” where all are meant, and as “%s” where one is', (texts, all, any) => {
	expect([joinWithAnd(texts), joinWithOr(texts)]).toEqual([all, any]);
});
