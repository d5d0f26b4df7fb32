import type { RecentPayout } from '../../../../nodes/Stitch/payoutList/check/knownAtStitch';
import type { PaidRow } from '../../../../nodes/Stitch/payoutList/check/paidRow';

/** A row of a list that is paid: R1 000 to N Test, but for these changes. */
export const rowToPay = (change: Partial<PaidRow> = {}): PaidRow => ({
	...{ row: 2, pay: true, name: 'N Test', writtenName: change.name ?? 'N Test' },
	...{ account: '1234567890', bank: 'fnb', cents: 100_000, reference: 'a-2' },
	statementReference: 'Salary',
	...{ isAccountKeptAsNumber: false, isAmountKeptAsNumber: false },
	...change,
});

/** What N Test got on 3 November, but for these changes. */
export const earlierPayout = (change: Partial<RecentPayout> = {}): RecentPayout => ({
	...{ name: 'N Test', account: '1234567890', bank: 'fnb', cents: 100_000 },
	...{ externalReference: 'old-1', beneficiaryReference: 'Salary' },
	createdAt: '2026-11-03T10:00:00Z',
	...change,
});
