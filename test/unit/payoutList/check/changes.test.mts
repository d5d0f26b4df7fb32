import { changesOf } from '../../../../nodes/Stitch/payoutList/check/changes';
import type { RecentPayout } from '../../../../nodes/Stitch/payoutList/check/knownAtStitch';
import type { PaidRow } from '../../../../nodes/Stitch/payoutList/check/paidRow';
import { earlierPayout, rowToPay } from './payouts.mts';

/** A payee of the list: a letter, with an account of its own, who gets R1 000. */
const row = (name: string, change: Partial<PaidRow> = {}): PaidRow =>
	rowToPay({
		...{ row: name.charCodeAt(0) - 63, name, account: accountOf(name), reference: `nov-${name}` },
		...change,
	});

const accountOf = (name: string) => `1234567${name.charCodeAt(0)}0`;

/** What the same payee got in October. */
const earlier = (name: string, change: Partial<RecentPayout> = {}): RecentPayout =>
	earlierPayout({
		...{ name, account: accountOf(name), externalReference: `oct-${name}` },
		createdAt: '2026-10-25T09:00:00Z',
		...change,
	});

const changes = (list: PaidRow[], recent: RecentPayout[]) =>
	changesOf(list, recent, 'Africa/Johannesburg');

const [a, b, c, d] = ['A', 'B', 'C', 'D'].map((name) => row(name)) as [
	PaidRow,
	PaidRow,
	PaidRow,
	PaidRow,
];
const october = ['A', 'B', 'C', 'D'].map((name) => earlier(name));

describe('compared with the last list of the same people, a list', () => {
	it('has no changes where people and amounts are the same', () => {
		expect(changes([a, b, c, d], october)).toEqual({ since: '2026-10-25', texts: [] });
	});

	it('names who is new and who is missing', () => {
		expect(changes([a, b, c, row('E')], october)?.texts).toEqual([
			'New: E (row 6), R1\u00a0000.00.',
			'Not in this list: D, R1\u00a0000.00.',
		]);
	});

	it('names first who gets most, and whose amount differs most', () => {
		const large = row('F', { cents: 200_000 });
		const raised = [row('C', { cents: 140_000 }), row('D', { cents: 20_000 })];
		expect(changes([a, b, ...raised, row('E'), large], october)?.texts).toEqual([
			'New: F (row 7), R2\u00a0000.00; E (row 6), R1\u00a0000.00.',
			'An amount that differs by more than 30%: D (row 5), R200.00 instead of R1\u00a0000.00; C (row 4), R1\u00a0400.00 instead of R1\u00a0000.00.',
		]);
	});

	it('of a few corrections counts who is missing, and names nobody', () => {
		const many = [...'ABCDEFG'].map((name) => earlier(name));
		expect(changes([a, b], many)?.texts).toEqual([
			'5 of the 7 payees of that day are not in this list.',
		]);
	});

	it('names who is missing where they are as many as are left', () => {
		expect(changes([a, b], october)?.texts).toEqual([
			'Not in this list: C, R1\u00a0000.00; D, R1\u00a0000.00.',
		]);
	});

	it('does not take somebody with another account for a new one', () => {
		const moved = row('D', { account: '9876543210' });
		expect(changes([a, b, c, moved], october)?.texts).toEqual([]);
	});

	it.each`
		cents        | texts
		${130_000}   | ${[]}
		${70_000}    | ${[]}
		${130_001}   | ${['An amount that differs by more than 30%: D (row 5), R1\u00a0300.01 instead of R1\u00a0000.00.']}
		${69_999}    | ${['An amount that differs by more than 30%: D (row 5), R699.99 instead of R1\u00a0000.00.']}
		${1_000_000} | ${['Ten times the amount, or a tenth of it: D (row 5), R10\u00a0000.00 instead of R1\u00a0000.00.']}
		${10_000}    | ${['Ten times the amount, or a tenth of it: D (row 5), R100.00 instead of R1\u00a0000.00.']}
	`('says of $cents cents instead of 100 000: $texts', ({ cents, texts }) => {
		expect(changes([a, b, c, row('D', { cents })], october)?.texts).toEqual(texts);
	});

	describe('whose amounts were sorted alone', () => {
		const cents = [100_000, 110_000, 120_000, 130_000, 140_000, 150_000];
		const names = [...'ABCDEF'];
		const last = names.map((name, index) => earlier(name, { cents: cents[index] }));
		const listOf = (amounts: number[]) =>
			changes(
				names.map((name, index) => row(name, { cents: amounts[index] })),
				last,
			)?.texts;

		it('has amounts that have changed places, also small ones', () => {
			expect(listOf([...cents.slice(0, 4), 150_000, 140_000])).toEqual([
				'Amounts that have changed places, as if one column of the sheet was sorted alone: E (row 6), R1\u00a0500.00 instead of R1\u00a0400.00; F (row 7), R1\u00a0400.00 instead of R1\u00a0500.00.',
			]);
		});

		it('has them next to an amount that is new', () => {
			const [changed, raised] =
				listOf([150_000, 140_000, 130_000, 120_000, 110_000, 200_000]) ?? [];
			expect(changed).toMatch(/^Amounts that have changed places.*: A \(row 2\).*E \(row 6\)/);
			expect(raised).toMatch(/^An amount that differs by more than 30%: F \(row 7\)/);
		});

		it('is not meant where only some get what another had', () => {
			expect(listOf([110_000, 120_000, 135_000, 145_000, 155_000, 165_000])).toEqual([]);
		});
	});

	it('adds up what one payee gets in several rows', () => {
		const half = { cents: 50_000 };
		const list = [a, b, c, row('D', half), row('D', { ...half, row: 9, reference: 'nov-D2' })];
		expect(changes(list, october)?.texts).toEqual([]);
	});

	it('counts the amounts that differ where most do, as those of suppliers', () => {
		const list = ['A', 'B', 'C'].map((name) => row(name, { cents: 200_000 }));
		expect(changes([...list, d], october)?.texts).toEqual([
			'The amounts of 3 of 4 payees differ by more than 30%.',
		]);
	});

	it('names at most ten payees', () => {
		const people = [...'EFGHIJKLMNOP'].map((name) => row(name));
		expect(
			changes([a, b, ...people], [...october, ...people.map(({ name }) => earlier(name))])?.texts,
		).toEqual([expect.stringMatching(/^Not in this list: C, .*; D, /)]);
		const many = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
		const last = many.slice(0, 14).map((name) => earlier(name));
		const [news] =
			changes(
				many.map((name) => row(name)),
				last,
			)?.texts ?? [];
		expect(news).toMatch(/^New: O .*; X \(row 25\), R1.000\.00; and 2 more\.$/);
		const ten = many.slice(0, 24).map((name) => row(name));
		expect(changes(ten, last)?.texts).toEqual([
			expect.stringMatching(/^New: O .*; X \(row 25\), R1.000\.00\.$/),
		]);
	});
});

describe('the last list', () => {
	it('is the newest day on which most of these people were paid', () => {
		const november = ['A', 'B', 'C', 'D'].map((name) =>
			earlier(name, { createdAt: '2026-11-02T09:00:00Z', externalReference: `w-${name}` }),
		);
		expect(changes([a, b, c, d], [...november, ...october])?.since).toBe('2026-11-02');
		expect(changes([a, b, c, d], [...november.slice(0, 3), ...october])?.since).toBe('2026-10-25');
	});

	it('is no part of this list that was paid already', () => {
		const paid = [a, b, c, d].map(({ name }) =>
			earlier(name, { createdAt: '2026-11-25T09:00:00Z', externalReference: `nov-${name}` }),
		);
		expect(changes([a, b, c, d], [...paid, ...october])?.since).toBe('2026-10-25');
	});

	it('has its day in the zone of the workflow', () => {
		const late = october.map((one) => ({ ...one, createdAt: '2026-10-24T22:30:00Z' }));
		expect(changes([a, b, c, d], late)?.since).toBe('2026-10-25');
	});

	it('is told apart from another one of that day by the statement reference', () => {
		const supplier = earlier('S', { beneficiaryReference: 'Invoice 7' });
		expect(changes([a, b, c, d], [supplier, ...october])?.texts).toEqual([]);
	});

	it('is not told apart where its payees do not mostly share a statement reference', () => {
		const bonus = earlier('B', { beneficiaryReference: 'Bonus' });
		expect(changes([a, b], [earlier('A'), bonus])?.texts).toEqual([]);
	});

	it('is none of payouts whose account Stitch does not show', () => {
		const masked = october.map((one) => ({ ...one, account: '' }));
		const without = [a, b, c, d].map((one) => ({ ...one, account: '' }));
		expect(changes(without, masked)).toBeUndefined();
	});

	it('is none where fewer than half of the people were paid on one day', () => {
		expect(changes([a, b, c, d], october.slice(0, 1))).toBeUndefined();
		expect(changes([a, b, c, d], october.slice(0, 2))?.since).toBe('2026-10-25');
		const five = [a, b, c, d, row('E')];
		expect(changes(five, october.slice(0, 2))).toBeUndefined();
		expect(changes(five, october.slice(0, 3))).toBeDefined();
		expect(changes([a], october.slice(0, 1))).toBeUndefined();
		expect(changes([], [])).toBeUndefined();
	});
});
