import type { IDataObject } from 'n8n-workflow';

import {
	checkMonth,
	lastMonth,
	paid,
	payout,
	people,
	recheckMonth,
	rows,
	type Month,
} from '../checkedMonth.mts';

const month = { file: rows('nov').slice(0, 3), before: lastMonth };

/** The approved rows, as a later check with Only as Approved returns them. */
async function checkedAgain(
	approved: readonly IDataObject[],
	change: Partial<Month> & { options?: IDataObject } = {},
) {
	const options = { onlyAsApproved: true, ...change.options };
	return (await recheckMonth(approved, { ...month, today: '2026-11-27', ...change, options })).rows;
}

const approvedRows = async (change: Partial<Month> = {}) =>
	(await checkMonth({ ...month, ...change })).rows;

const held = { pay: false, verdict: 'heldBack' };

describe('a list that was approved', () => {
	it('is paid as it was approved', async () => {
		const approved = await approvedRows();
		expect(await checkedAgain(approved)).toMatchObject(approved.map(() => ({ pay: true })));
	});

	it('keeps the numbers that its rows have in the file, and its headings', async () => {
		const approved = await approvedRows();
		const moved = approved.map((row, index) => ({ ...row, row: 5 + index }));
		const [first, ...others] = await checkedAgain(moved);
		expect([first, ...others].map((one) => one?.row)).toEqual([5, 6, 7]);
		const headings = { beneficiaryName: 'Name', accountNumber: 'Account number' };
		expect(first?.summary).toMatchObject({ headings });
	});

	it('names a column by its heading in the file', async () => {
		const [first, ...others] = await approvedRows();
		const damaged = { ...first, accountNumber: '12' };
		expect((await checkedAgain([damaged, ...others]))[0]?.explanation).toMatch(
			/^'Account number' /,
		);
	});

	it('is shown to whoever approves it with what was found in the file', async () => {
		const [first, ...others] = await approvedRows();
		const total = { message: 'The total in row 9 is R1.00: check for a row that is wrong.' };
		const readAs = 'Read as a list with headings: 3 payments.';
		const says = async (agrees: boolean) => {
			const summary = { readAs, total: { ...total, agrees } };
			return (await checkedAgain([{ ...first, summary }, ...others]))[0]?.summary;
		};
		const shown = expect.arrayContaining([total.message]) as unknown;
		expect(await says(false)).toMatchObject({ readAs, alerts: shown });
		expect(await says(true)).toMatchObject({ readAs, notes: shown });
	});

	it('is shown with them even if a database has kept them as JSON', async () => {
		const [first, ...others] = await approvedRows();
		const total = { message: 'The total in row 9 is R1.00.', agrees: false };
		const summary = JSON.stringify({ total, headings: { amount: 'Net pay' } });
		const again = (await checkedAgain([{ ...first, summary }, ...others]))[0]?.summary;
		expect(again).toMatchObject({ alerts: [total.message], headings: { amount: 'Net pay' } });
	});

	it.each<[string, IDataObject]>([
		['nonce', { nonce: undefined }],
		['client', { client: 'test' }],
	])('is held back where its %s is not the one that was approved', async (_, change) => {
		const [first, ...others] = await approvedRows();
		const again = await checkedAgain([{ ...first, ...change }, ...others]);
		expect(again.map(({ pay }) => pay)).toEqual([false, true, true]);
		expect(again[0]).toMatchObject(held);
	});

	it.each<[string, IDataObject]>([
		['amount', { amount: 9100 }],
		['account', { accountNumber: '9999000011' }],
		['bank', { bank: 'absa' }],
		['name', { beneficiaryName: 'Someone Else' }],
		['check', { checkedAs: 'R9\u00a0100.00 to Thandi Borgen, FNB 1000000010' }],
	])(
		'is not paid with a different %s: what was approved is paid, and nothing else',
		async (_, change) => {
			const [first, ...others] = await approvedRows({ before: [] });
			const again = await checkedAgain([{ ...first, ...change }, ...others], { before: [] });
			expect(again.map(({ pay }) => pay)).toEqual([false, true, true]);
			expect(again[0]).toMatchObject({
				...held,
				explanation: expect.stringMatching(
					/^It was approved as R9.\d00\.00 to Thandi Borgen, FNB …0010\.$/,
				),
			});
		},
	);

	it('is not paid if nobody knows what was approved of it', async () => {
		const [first, ...others] = await approvedRows();
		const again = await checkedAgain([{ ...first, checkedAs: undefined }, ...others]);
		expect(again[0]).toMatchObject({
			...held,
			explanation: 'What was approved of it is not known: check the list again.',
		});
	});

	it('is paid even if a table has kept its amount as text, and its spaces as plain ones', async () => {
		const approved = (await approvedRows()).map(({ amount, checkedAs, ...row }) => ({
			...row,
			...{ amount: `R${Number(amount).toFixed(2)}` },
			checkedAs: String(checkedAs).replaceAll('\u00a0', ' '),
		}));
		expect(await checkedAgain(approved)).toMatchObject(approved.map(() => ({ pay: true })));
	});

	it.each([undefined, false, 'no', ''])(
		'holds a row back that was not to be paid: %j',
		async (pay) => {
			const [first, ...others] = await approvedRows();
			const explanation = 'The bank says that this account is closed.';
			expect((await checkedAgain([{ ...first, pay, explanation }, ...others]))[0]).toMatchObject({
				...held,
				explanation: `It was not among the rows that were approved. ${explanation}`,
			});
		},
	);

	it('holds every row back that nobody has checked before', async () => {
		const written = (await approvedRows()).map(
			({
				externalReference,
				beneficiaryName,
				bank,
				accountNumber,
				amount,
				beneficiaryReference,
			}) => ({
				...{
					externalReference,
					beneficiaryName,
					bank,
					accountNumber,
					amount,
					beneficiaryReference,
				},
			}),
		);
		expect(await checkedAgain(written)).toMatchObject(written.map(() => held));
	});

	it.each([0.01, 8999.99, 9000])(
		'holds a row back if anything else has gone to its payee since: R%d',
		async (amount) => {
			const approved = await approvedRows();
			const since = payout(people[0], '2026-11-26', { amount, reference: 'ours-nov' });
			const [first, second] = await checkedAgain(approved, { before: [...since, ...lastMonth] });
			expect(first).toMatchObject(held);
			expect(first?.explanation).toMatch(
				/^R.* went to this account or name on 26 November as ours-nov, after the list was read\. If/,
			);
			expect(second).toMatchObject({ pay: true });
		},
	);

	it('holds a row back if the last payment to its payee has come back since', async () => {
		const approved = await approvedRows();
		const before = lastMonth.map((one, index) =>
			index === 0 ? { ...one, status: 'Reversed' } : one,
		);
		expect((await checkedAgain(approved, { before }))[0]).toMatchObject({
			...held,
			explanation: 'A payment to this account has failed or come back since it was approved.',
		});
	});

	it.each([
		['left the days that are compared', '2026-09-21', '2026-12-18', {}],
		['been on the first of these days', '2026-09-16', '2026-11-26', {}],
		[
			'only been on the chosen day before',
			'2026-08-25',
			'2026-11-25',
			{ compareWith: '2026-08-25' },
		],
	])('is paid even if the last payday has %s since', async (_what, payday, today, options) => {
		const before = paid(payday, 'earlier');
		const approved = await approvedRows({ before, options });
		const again = await checkedAgain(approved, { before, today });
		expect(again).toMatchObject(approved.map(() => ({ pay: true })));
	});

	it('is compared with the payments of its own days where no earlier check says which', async () => {
		const [first, ...others] = await approvedRows();
		for (const comparedSince of ['', '1970-01-01', '2026-12-01']) {
			const changed = { ...first, summary: { ...(first?.summary as IDataObject), comparedSince } };
			const [again] = await checkedAgain([changed, ...others]);
			expect(again?.summary).toMatchObject({ comparedSince: '2026-09-18' });
		}
	});

	it('holds every row back if Stitch does not say what was paid lately', async () => {
		const approved = await approvedRows();
		expect(await checkedAgain(approved, { unreadable: 'earlier' })).toMatchObject(
			approved.map(() => held),
		);
	});

	it('is paid even after a database, which keeps true as text', async () => {
		const approved = (await approvedRows()).map((row) => ({ ...row, pay: 'true', warnings: '[]' }));
		expect(await checkedAgain(approved)).toMatchObject(approved.map(() => ({ pay: true })));
	});
});

describe('a row about whose account a bank was asked before it was approved', () => {
	const moved = rows('nov', (_, index) => (index === 0 ? { account: '9999000011' } : {})).slice(
		0,
		3,
	);
	const recheck = async (answered: IDataObject) => {
		const [first, ...others] = await approvedRows({ file: moved });
		return await checkedAgain([{ ...first, ...answered }, ...others], { file: moved });
	};

	const confirmed = { pay: true, verdict: 'willBePaid', verification: 'verified' };
	const person = { idNumber: '9001010000080', familyName: 'Bórgen' };

	it('is paid in later checks, which ask no bank, if the bank has confirmed the payee', async () => {
		const [first, ...others] = await recheck({ ...confirmed, ...person });
		expect(first).toMatchObject(confirmed);
		expect((await checkedAgain([first ?? {}, ...others], { file: moved }))[0]?.pay).toBe(true);
	});

	it('still has its warning if the bank could not say, and no page says that no bank was asked', async () => {
		const bankSays = 'The bank could not say whose account it is.';
		const [first] = await recheck({ verification: 'indeterminate', bankSays });
		expect(first).toMatchObject({ pay: false, warnings: [bankSays], bankSays });
		expect(JSON.stringify(first?.summary)).not.toContain('No bank was asked');
	});

	it('is not paid because an answer was written into a row that was held', async () => {
		const [first] = await recheck({ verification: 'verified' });
		expect(first?.pay).toBe(false);
	});
});

describe('a row that is held until somebody has called', () => {
	const moved = rows('nov', (_, index) => (index === 0 ? { account: '9999000011' } : {})).slice(
		0,
		3,
	);
	const confirm = { confirmedRows: 'x, nov-0', confirmedBy: 'clerk@example.com' };

	it('is paid once somebody says that they did, and says who it was', async () => {
		const [first] = await approvedRows({ file: moved, options: confirm });
		expect(first).toMatchObject({
			...{ pay: true, verdict: 'confirmed', severity: 'danger' },
			confirmedBy: 'clerk@example.com on 25 November',
			explanation: expect.stringMatching(
				/was paid to a different account, .* Confirmed by clerk@example\.com on 25 November\.$/,
			),
		});
	});

	it('can be confirmed after the review, and stays confirmed in the last check', async () => {
		const reviewed = await approvedRows({ file: moved });
		const ticked = await checkedAgain(reviewed, { file: moved, options: confirm });
		expect(ticked[0]).toMatchObject({ pay: true, verdict: 'confirmed' });
		const last = await checkedAgain(ticked, { file: moved });
		expect(last[0]).toMatchObject({
			...{ pay: true, verdict: 'confirmed', confirmedBy: 'clerk@example.com on 27 November' },
		});
	});

	it('stays held if nobody has confirmed it', async () => {
		const reviewed = await approvedRows({ file: moved });
		expect((await checkedAgain(reviewed, { file: moved }))[0]).toMatchObject({
			...{ pay: false, verdict: 'confirmFirst' },
		});
	});

	it('takes references as a list, too', async () => {
		const options = { confirmedRows: ['nov-0'] };
		const [first] = await approvedRows({ file: moved, options });
		expect(first).toMatchObject({ verdict: 'confirmed', confirmedBy: 'someone on 25 November' });
	});

	it('can be a first payment above an amount', async () => {
		const isHeld = async (holdNewAccountsAbove: string) => {
			const file = rows('new', () => ({}), people.slice(0, 1));
			const [row] = await approvedRows({ file, before: [], options: { holdNewAccountsAbove } });
			return row?.verdict === 'confirmFirst';
		};
		expect([await isHeld('8999.99'), await isHeld('9000')]).toEqual([true, false]);
	});
});
