import { accountsOf } from '../../../../nodes/Stitch/payoutList/check/accountWarnings';
import type { RecentPayout } from '../../../../nodes/Stitch/payoutList/check/knownAtStitch';
import type { PaidRow } from '../../../../nodes/Stitch/payoutList/check/paidRow';
import { earlierPayout as earlier, rowToPay as row } from './payouts.mts';

/** @param recent the newest one first */
const warn = (recent: RecentPayout[], others: PaidRow[] = [], of = row()) =>
	accountsOf([of, ...others], recent, 'Africa/Johannesburg').warningsOf(of);

const toElsewhere = { account: '9876543210' };

const moved =
	'On 3 November 2026, N Test was paid to a different account, …3210. Call them on a number that you already had, and ask whether it has changed.';

describe('a name that is paid to another account than before', () => {
	it('is warned of', () => {
		expect(warn([earlier(toElsewhere)])).toEqual([moved]);
	});

	it('is warned of even where somebody else was paid to that account', () => {
		const colleague = earlier({ name: 'B Other' });
		expect(warn([colleague, earlier(toElsewhere)])).toEqual([
			moved,
			'On 3 November 2026, this account was paid under a different name, B Other. Ask whose account it is.',
		]);
	});

	it.each([
		['at a different bank under one number', { bank: 'capitec' }, '…7890 at Capitec.'],
		['that ends alike', { account: '9934567890' }, '…7890, with different digits before these.'],
	])('is warned of with how to tell them apart, %s', (_, change, which) => {
		expect(warn([earlier(change)])).toEqual([moved.replace('…3210.', which)]);
	});

	it('is warned of where the account only got a small payment since then', () => {
		const small = earlier({ cents: 9_999, createdAt: '2026-11-10T10:00:00Z' });
		expect(warn([small, earlier(toElsewhere)])).toEqual([moved]);
	});

	it('is warned of by the account that got a payment as large, not by a small one since then', () => {
		const small = earlier({
			account: '1111222233',
			cents: 9_999,
			createdAt: '2026-11-10T10:00:00Z',
		});
		expect(warn([small, earlier(toElsewhere)])).toEqual([moved]);
	});

	it('is warned of where all that was paid elsewhere was small', () => {
		expect(warn([earlier({ ...toElsewhere, cents: 100 })])).toEqual([moved]);
	});

	it.each(['n  TEST', 'N. Tést', 'Test, Mr N'])(
		'is warned of however the name was written: %s',
		(name) => {
			expect(warn([earlier({ ...toElsewhere, name })])).toEqual([moved.replace('N Test', name)]);
		},
	);

	it('is not warned of after it was paid there', () => {
		const since = earlier({ createdAt: '2026-11-10T10:00:00Z' });
		expect(warn([since, earlier(toElsewhere)])).toEqual([]);
	});

	it('is not warned of where two people of one name are paid on the same day', () => {
		const namesake = earlier({ ...toElsewhere, createdAt: '2026-11-03T10:05:00Z' });
		expect(warn([namesake, earlier()])).toEqual([]);
		const later = earlier({ ...toElsewhere, createdAt: '2026-11-05T10:05:00Z' });
		expect(warn([later, earlier()])).toHaveLength(1);
	});
});

describe('an account', () => {
	it('that was paid under another name is warned of', () => {
		expect(warn([earlier({ name: 'B Other' })])).toEqual([
			'On 3 November 2026, this account was paid under a different name, B Other. Ask whose account it is.',
		]);
	});

	it('that two names share is not warned of again after both were paid to it', () => {
		expect(warn([earlier({ name: 'B Other' }), earlier()])).toEqual([]);
	});

	it('that several names of the list have is warned of', () => {
		const others = [
			row({ row: 3, name: 'E Coetzee' }),
			row({ row: 4, name: 'E. COETZEE' }),
			row({ row: 5 }),
		];
		expect(warn([], others)).toEqual(['This account is also in row 3, E Coetzee.']);
	});

	it('that very many names of the list have names three of them', () => {
		const others = [...'ABCDEF'].map((name, index) => row({ row: index + 3, name }));
		expect(warn([], others)).toEqual([
			'This account is also in row 3, A; row 4, B; row 5, C; and 3 more names.',
		]);
	});

	it('that three other names have names them all, whichever row it is warned in', () => {
		const others = [...'ABC'].map((name, index) => row({ row: index + 3, name }));
		const all = ['This account is also in row 3, A; row 4, B; row 5, C.'];
		expect(warn([], others)).toEqual(all);
		const own = row({ row: 9, name: 'Z' });
		const [first, ...rest] = [...others, own];
		expect(accountsOf([first!, ...rest], [], 'UTC').warningsOf(own)).toEqual(all);
	});

	it('that was paid without a name is not warned of', () => {
		expect(warn([earlier({ name: '' })])).toEqual([]);
	});

	it('that several names share is named to each of them without its own name', () => {
		const [first, second] = [row({ name: 'A' }), row({ row: 3, name: 'B' })];
		const own = row({ row: 4, name: 'b.' });
		expect(warn([], [first, second], own)).toEqual(['This account is also in row 2, A.']);
	});

	it('is shown with four digits also where it stands in a name', () => {
		const [other] = warn([earlier({ name: 'N Test 1234567890' })]);
		expect(other).toMatch(/under a different name, N Test …7890\. /);
	});

	it('of another bank is another one', () => {
		expect(warn([], [row({ row: 3, name: 'B', bank: 'absa' })])).toEqual([]);
		expect(warn([earlier({ name: 'B', bank: 'absa' })])).toEqual([]);
	});

	it('that Stitch does not show is nobody’s', () => {
		expect(warn([earlier({ account: '' })])).toEqual([]);
	});
});
