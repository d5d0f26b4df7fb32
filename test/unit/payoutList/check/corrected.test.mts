import { withFailures } from '../../../../nodes/Stitch/payoutList/check/corrected';
import type { RecentPayout } from '../../../../nodes/Stitch/payoutList/check/knownAtStitch';
import type { Judged } from '../../../../nodes/Stitch/payoutList/check/verdicts';
import { earlierPayout } from './payouts.mts';

const again = (change: Partial<Judged> = {}): Judged => ({
	row: { row: 2, item: 0, types: {}, cells: { externalReference: 'a-2' } },
	...{ pay: true, verdict: 'payAgain', explanation: 'It has failed.' },
	payment: {
		amount: { cents: 30_100 },
		body: {
			externalReference: 'a-2',
			beneficiary: { name: 'N Test', accountNumber: '1234567840', bank: 'fnb' },
		},
	} as unknown as Judged['payment'],
	tried: { earlierAttempts: [{ reasonText: 'The account is not active' }] },
	...change,
});

const failure = (change: Partial<RecentPayout> = {}): RecentPayout =>
	earlierPayout({
		...{ cents: 40_100, externalReference: 'a-2', createdAt: '2026-11-28T10:00:00Z' },
		...change,
	});

const explained = (failed: RecentPayout[], row = again()) =>
	withFailures([row], failed, 'Africa/Johannesburg')[0]?.explanation;

describe('a row that is paid again', () => {
	it('says what has failed and what it is now', () => {
		expect(explained([failure()])).toBe(
			'Failed on 28 November 2026 with …7890, R401.00. The account is not active. Now …7840, R301.00.',
		);
	});

	it.each([
		['only its account is another one', { cents: 30_100 }, 'Now …7840, R301.00.'],
		['only its amount is another one', { account: '1234567840' }, 'Now …7840, R301.00.'],
	])('says what it is now where %s', (_what, change, now) => {
		expect(explained([failure(change)])).toMatch(new RegExp(`${now}$`));
	});

	it('says from which bank to which where only the bank is another one', () => {
		const same = { account: '1234567840', cents: 30_100 };
		expect(explained([failure({ ...same, bank: 'capitec' })])).toBe(
			'Failed on 28 November 2026 with …7840, Capitec, R301.00. The account is not active. Now …7840, FNB, R301.00.',
		);
	});

	it('says that nothing has changed', () => {
		const same = failure({ account: '1234567840', cents: 30_100 });
		expect(explained([same])).toMatch(
			/R301\.00\. The account .* Nothing has changed since then\.$/,
		);
	});

	it('names the newest of several failures', () => {
		const older = failure({ createdAt: '2026-11-20T10:00:00Z', cents: 1_000 });
		expect(explained([failure(), older])).toMatch(/^Failed on 28 November 2026 with …7890, R401/);
	});

	it('says why the last of several attempts has failed', () => {
		const reasons = ['The account is closed', 'The account is not active'];
		const earlierAttempts = reasons.map((reasonText) => ({ reasonText }));
		expect(explained([failure()], again({ tried: { earlierAttempts } }))).toContain(
			'R401.00. The account is not active. Now',
		);
	});

	it('leaves out an account that Stitch does not show', () => {
		expect(explained([failure({ account: '' })])).toMatch(/^Failed on 28 .* with R401\.00\./);
	});
});

it.each([
	['another reference has failed', [failure({ externalReference: 'a-3' })], again()],
	['it is not paid again', [failure()], again({ verdict: 'failedBefore' })],
])('a row keeps its explanation where %s', (_where, failed, row) => {
	expect(explained(failed, row)).toBe('It has failed.');
});
