import {
	amountInWords,
	dayInWords,
	labelOf,
	paymentLabel,
	timeInWords,
} from '../../../nodes/Stitch/actions/recordLabel';

describe('the label of a record', () => {
	it('holds what is known, in its order', () => {
		expect(labelOf({ id: 'a' }, ['success', undefined, 42, '', null, {}, ['x'], 'last'])).toBe(
			'success · 42 · last',
		);
	});

	it('says once what the payer and the business know by the same words', () => {
		expect(labelOf({ id: 'a' }, ['R20.00', 'order-77', 'completed', 'order-77'])).toBe(
			'R20.00 · order-77 · completed',
		);
	});

	it('is the ID where nothing else is known', () => {
		expect(labelOf({ id: 'a' }, [undefined, ''])).toBe('a');
	});
});

it.each([
	[150.5, 'R150.50'],
	['20', 'R20.00'],
	[undefined, undefined],
	['much', undefined],
])('writes the amount %j as %s', (value, words) => {
	expect(amountInWords(value)).toBe(words);
});

it.each([
	['2026-11-20T10:30:00Z', 'Africa/Johannesburg', '20 Nov 2026, 12:30'],
	['2026-11-20T23:30:00Z', 'Africa/Johannesburg', '21 Nov 2026, 01:30'],
	['2026-11-20T10:30:00Z', 'UTC', '20 Nov 2026, 10:30'],
	['yesterday', 'UTC', undefined],
	[1_700_000_000, 'UTC', undefined],
])('writes the time %j in %s as %s', (value, zone, words) => {
	expect(timeInWords(value, zone)).toBe(words);
});

it('writes a day of a zone, and leaves what is no time as it is', () => {
	expect(dayInWords('2026-11-02T23:30:00Z', 'Africa/Johannesburg')).toBe('3 November 2026');
	expect(dayInWords('yesterday', 'UTC')).toBe('yesterday');
});

it('writes a payment as amount, person, time, status and reference, as far as they are known', () => {
	const record = { id: 'a', status: 'pending', createdAt: '2026-11-20T10:30:00Z' };
	const facts = { amount: '20', who: 'N Dlamini', reference: 'salary-1' };
	expect(paymentLabel(record, 'UTC', facts)).toBe(
		'R20.00 · N Dlamini · 20 Nov 2026, 10:30 · pending · salary-1',
	);
	expect(paymentLabel({ id: 'a' }, 'UTC', { amount: undefined })).toBe('a');
});
