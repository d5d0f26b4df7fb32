import type { ListRow } from '../../../../nodes/Stitch/payoutList/check/listRow';
import { groupByPayee } from '../../../../nodes/Stitch/payoutList/check/payees';
import { nameKey } from '../../../../nodes/Stitch/payoutList/check/spelling';
import type { Payout, Transfer } from '../../../../nodes/Stitch/payoutList/check/transfer';
import { cases } from '../../../setup/thorough.mts';
import fc from '../../properties.mts';

/** Few values, so that names and accounts meet in every way; Stitch may not show an account. */
const transfer = fc
	.record({
		name: fc.constantFrom('A One', 'One, A', 'B Two', 'C Three', ''),
		bank: fc.constantFrom('fnb', 'absa'),
		account: fc.constantFrom('1000000010', '2000000020', '3000000030', ''),
	})
	.map((one): Transfer => {
		const usual = { who: nameKey(one.name), cents: 100, reference: 'r', statement: '' };
		return { ...one, ...usual };
	});

const payout = transfer.map((one): Payout => ({
	...{ ...one, createdAt: '', day: '2026-10-25', status: 'completed', meaning: 'done', reason: '' },
}));

const rowOf = ({ name, account }: Transfer): ListRow => {
	const cells = { beneficiaryName: name, accountNumber: account };
	const sheet = { row: 2, item: 0, types: {}, cells };
	return { sheet, verdict: 'willBePaid', explanation: '', warnings: [] };
};
const paid = (one: Transfer): ListRow => ({ ...rowOf(one), transfer: one });

/** A row that may not be readable as a payment. */
const row = fc
	.tuple(transfer, fc.boolean())
	.map(([one, isReadable]) => (isReadable ? paid(one) : rowOf(one)));

it('every payout belongs to one payee, or to nobody in the file', async () => {
	await fc.assert(
		fc.asyncProperty(fc.array(row), fc.array(payout), async (rows, payouts) => {
			const { payees, others } = await groupByPayee(rows, payouts);
			const found = [...payees.flatMap((payee) => payee.payouts), ...others];
			expect(found).toHaveLength(payouts.length);
			expect(new Set(found)).toEqual(new Set(payouts));
		}),
		{ seed: 67, numRuns: cases(200) },
	);
});

it('every row has one payee', async () => {
	await fc.assert(
		fc.asyncProperty(fc.array(row), async (rows) => {
			const { payees } = await groupByPayee(rows, []);
			expect(payees.flatMap((payee) => payee.rows)).toHaveLength(rows.length);
			expect(rows.every((one) => one.payee?.rows.includes(one))).toBe(true);
		}),
		{ seed: 67, numRuns: cases(200) },
	);
});

it('a payout to an account in the file belongs to its payee, even if the name is somebody else', async () => {
	await fc.assert(
		fc.asyncProperty(fc.array(transfer, { minLength: 1 }), payout, async (some, one) => {
			const { payees } = await groupByPayee(some.map(paid), [one]);
			const owner = payees.find(({ payouts }) => payouts.length > 0);
			const isOwn = ({ bank, account }: Transfer) =>
				account !== '' && bank === one.bank && account === one.account;
			if (some.some(isOwn))
				expect(owner?.rows.flatMap((each) => each.transfer ?? []).some(isOwn)).toBe(true);
		}),
		{ seed: 67, numRuns: cases(200) },
	);
});
