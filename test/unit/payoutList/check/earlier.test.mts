import {
	checkMonth,
	lastMonth,
	paid,
	people,
	rows,
	type Month,
	type Paid,
} from '../checkedMonth.mts';

const again = { onDuplicate: 'payAgainIfFailed' };

/** The first row of a list that was sent yesterday: with what became of it then, and what is different now. */
async function sentBefore(
	then: Partial<Paid>,
	now: Partial<Paid> = {},
	month: Partial<Month> = {},
) {
	const of = people.slice(0, 1);
	const file = rows('nov', () => now, of);
	const before = [...paid('2026-11-24', 'nov', () => then, of), ...lastMonth];
	return (await checkMonth({ file, before, options: again, ...month })).rows[0];
}

it('a row that was sent is not sent again, and says with how much and how far it is', async () => {
	expect(await sentBefore({ status: 'Pending' })).toMatchObject({
		...{ pay: false, verdict: 'alreadyPaid', explanation: '', amountAtStitch: 9000 },
		...{ status: 'pending', createdAt: '2026-11-24T09:00:00.000Z' },
	});
});

describe('a row that was sent with other values', () => {
	it('says how much more may be due, as a payment of its own', async () => {
		expect(await sentBefore({ amount: 8000 })).toMatchObject({
			...{ pay: false, verdict: 'sentWithOtherValues', amountAtStitch: 8000 },
			explanation:
				'If R1\u00a0000.00 more is due, pay R1\u00a0000.00 under a new reference. Otherwise delete this row.',
		});
	});

	it('says that what was too much does not come back', async () => {
		expect((await sentBefore({ amount: 9500 }))?.explanation).toBe(
			'R500.00 too much cannot be taken back here. Delete this row.',
		);
	});

	it('says to which account the first one went', async () => {
		expect((await sentBefore({ account: '9999000011' }))?.explanation).toBe(
			'It was sent to FNB …0011. Delete this row.',
		);
	});

	it('of a different payee says that nothing of this payment may have been sent', async () => {
		const then = { name: 'Acme Trading', account: '9999000011', amount: 8000 };
		expect((await sentBefore(then))?.explanation).toBe(
			'It was sent to Acme Trading, FNB …0011. If it is the same payment, delete this row. If not, such as an invoice with the same number, give this row a different reference.',
		);
	});

	it('says only the bank if Stitch does not show the account', async () => {
		expect((await sentBefore({ account: '', amount: 9500 }))?.explanation).toMatch(
			/^It was sent to FNB\. R500/,
		);
	});

	it('is so even if it can no longer be read', async () => {
		const row = await sentBefore({}, { bank: 'FBN' });
		expect(row).toMatchObject({ pay: false, verdict: 'sentWithOtherValues', status: 'completed' });
		expect(row?.explanation).toMatch(/^'Bank' is not recognised .* Delete this row, or leave it/);
	});
});

describe('a row whose payment failed', () => {
	it('is paid again, with why it failed and that nothing has changed', async () => {
		expect(await sentBefore({ status: 'Error', reason: 'no such account' })).toMatchObject({
			...{ pay: true, verdict: 'payAgain', severity: 'check' },
			explanation:
				'Failed on 24 November: no such account. Nothing has changed since then: delete the row if it would fail again.',
		});
	});

	it('says what has changed since then', async () => {
		const row = await sentBefore({ status: 'Error', account: '9999000011', amount: 9500 });
		expect(row?.explanation).toBe(
			'Failed on 24 November. Then …0011, R9\u00a0500.00, now …0010, R9\u00a0000.00.',
		);
	});

	it('says that it was one to a different payee', async () => {
		const then = { status: 'Error', name: 'Acme Trading', account: '9999000011' };
		expect((await sentBefore(then))?.explanation).toMatch(
			/Then Acme Trading, …0011, now Thandi Borgen, …0010\.$/,
		);
	});

	it('that came back from the bank does not say that it failed', async () => {
		expect((await sentBefore({ status: 'Reversed' }))?.explanation).toMatch(
			/^Sent back by the bank, paid on 24 November\./,
		);
	});
});

it.each([again, {}])(
	'a row that somebody has cancelled is never paid again by itself: %j',
	async (options) => {
		const row = await sentBefore(
			{ status: 'Cancelled', reason: 'left the company' },
			{},
			{ options },
		);
		expect(row).toMatchObject({
			...{ pay: false, verdict: 'cancelledBefore' },
			explanation:
				'Someone cancelled this payment of 24 November: left the company. Delete the row, or give it a new reference if it is to be paid after all.',
		});
	},
);
