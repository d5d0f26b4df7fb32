import type { IDataObject } from 'n8n-workflow';

import { create } from '../../../nodes/Stitch/actions/disbursement/create.operation';
import { checkPayouts } from '../../../nodes/Stitch/payoutList/check.operation';
import { answer, itemOf, serviceOf, type SentRequest } from '../builders.mts';

const headings = ['Reference', 'Name', 'Bank', 'Account number', 'Amount', 'Statement reference'];

const line = (reference: string, change: IDataObject = {}) => {
	const { name = 'N Test', bank = 'FNB', account = '1234567890', amount = 10 } = change;
	return [reference, name, bank, account, amount, 'Salary'];
};

/** What Stitch knows where it has no payouts, no floats, and no bank in trouble. */
const nothing = () =>
	answer(200, {
		data: {
			banks: [],
			client: { bankAccounts: [], disbursements: { edges: [], pageInfo: { hasNextPage: false } } },
		},
	});

/** Checks the lines of a sheet below their headings. */
async function check(
	lines: unknown[][],
	{
		options = {},
		clientId = 'live-client',
		served = nothing,
		top = headings,
	}: {
		options?: IDataObject;
		clientId?: string;
		served?: (request: SentRequest) => ReturnType<typeof answer>;
		top?: string[];
	} = {},
) {
	const script = Array.from({ length: 40 }, () => served);
	const { service, sent } = serviceOf(script, {}, clientId);
	const rows = [top, ...lines];
	const first = checkPayouts.prepare(itemOf({ options, columns: {} }), service) as IDataObject;
	const plans = rows.map((row, index) => ({ ...(index === 0 && first), line: { row } }));
	const outputs = (await checkPayouts.sendTogether?.(plans, service)) ?? [];
	const checked = outputs.slice(1) as IDataObject[];
	return { rows: checked, summary: checked[0]?.summary as IDataObject, sent };
}

it('Payout List → Check compares the rows with as many days as its option says', async () => {
	const { rows, sent } = await check([line('a-1')], { options: { compareDays: 10 } });
	expect(JSON.stringify(sent.map(({ body }) => body))).toContain('2026-11-09T22:00:00.000Z');
	const { notes } = rows[0]?.summary as { notes: string[] };
	expect(notes).toContain('Compared with 0 payouts of the last 10 days.');
});

it('Payout List → Check says of each row what a test client does', async () => {
	const lines = [line('a-1', { account: '1234567891' })];
	const rejects = 'A test client pays account numbers that end in 0: this payment may fail.';
	expect((await check(lines, { clientId: 'test-client' })).rows[0]?.warnings).toEqual([rejects]);
	expect((await check(lines)).rows[0]?.warnings).toEqual([]);
});

it('Payout List → Check finds who shares an account among all rows, also those not paid', async () => {
	const lines = [line('a-1'), line('a-1', { name: 'B Other' }), line('a-3', { name: 'C Other' })];
	const { rows } = await check(lines);
	expect(rows.map(({ pay }) => pay)).toEqual([false, false, true]);
	expect(rows[2]?.warnings).toEqual(['This account is also in row 2, N Test; row 3, B Other.']);
});

/** What Stitch knows where it has paid these people in October. */
const having =
	(...paid: Array<[name: string, account: string, amount: string]>) =>
	({ body }: SentRequest) => {
		const { variables } = body as { variables?: { filter?: { created?: object } } };
		if (variables?.filter?.created === undefined) return nothing();
		const edges = paid.map(([name, accountNumber, quantity]) => ({
			node: {
				...{ id: name, nonce: name, created: '2026-10-25T09:00:00Z', externalReference: name },
				...{ amount: { quantity }, status: { __typename: 'DisbursementCompleted' } },
				bankBeneficiary: { accountHolder: name, accountNumber, bankId: 'fnb' },
			},
		}));
		const disbursements = { edges, pageInfo: { hasNextPage: false } };
		return answer(200, { data: { client: { disbursements } } });
	};

it('Payout List → Check says what is different from the last list', async () => {
	const lines = [line('a-1', { name: 'A' }), line('a-2', { name: 'B', account: '1234567880' })];
	const served = having(['A', '1234567890', '20.00'], ['B', '1234567880', '10.00']);
	const { rows } = await check(lines, { served });
	expect(rows[0]?.summary).toMatchObject({
		changesSince: '2026-10-25',
		changes: ['An amount that differs by more than 30%: A (row 2), R10.00 instead of R20.00.'],
	});
	expect((await check(lines)).rows[0]?.summary).toMatchObject({ changesSince: null, changes: [] });
});

it('Payout List → Check warns of no salary that is the same as a month before, and says how many are', async () => {
	const lines = [line('a-1', { name: 'A' }), line('a-2', { name: 'B', account: '1234567880' })];
	const served = having(['A', '1234567890', '10.00'], ['B', '1234567880', '10.00']);
	const { rows } = await check(lines, { served });
	expect(rows.map(({ warnings }) => warnings)).toEqual([[], []]);
	expect((rows[0]?.summary as { notes: string[] }).notes).toContain(
		'2 of 2 payments are the same as on 25 October 2026: the same amount goes to the same account.',
	);
	// What a workflow compares before it pays.
	expect(rows[0]?.similarPayoutAt).toBe('2026-10-25T09:00:00Z');
});

it('Payout List → Check pays a sheet with one reference under it, if a bank statement can show it', async () => {
	const one = (reference: string) => line(reference).slice(0, 5);
	const { rows } = await check([one('a-1'), one('x'.repeat(21))], { top: headings.slice(0, 5) });
	expect(rows).toMatchObject([
		{ pay: true, externalReference: 'a-1', beneficiaryReference: 'a-1' },
		{ pay: false, explanation: expect.stringMatching(/^'Reference' is too long for a bank/) },
	]);
});

it('Payout List → Check returns no reference that the spreadsheet may have changed, for nobody to take it as typed', async () => {
	const changed: unknown[] = line('0017').with(0, 17);
	const { rows } = await check([changed, line('0018', { amount: 0 })]);
	expect(rows).toMatchObject([
		{
			pay: false,
			externalReference: null,
			beneficiaryReference: 'Salary',
			accountNumber: '1234567890',
		},
		{ pay: false, externalReference: '0018' },
	]);
	const [both] = (await check([changed.slice(0, 5)], { top: headings.slice(0, 5) })).rows;
	expect(both).toMatchObject({ externalReference: null, beneficiaryReference: null });
});

it('Payout List → Check looks each row up under the nonce with which Create pays it', async () => {
	const { service } = serviceOf([], {}, 'live-client');
	const { rows } = await check([line('a-1'), line('a-2', { amount: 20 })]);
	for (const row of rows) {
		const parameters = { ...row, nonceSource: 'externalReference', options: {} };
		const { nonce } = create.payment?.(create.prepare(itemOf(parameters), service)) ?? {};
		expect(row.nonce).toBe(nonce);
	}
	expect(new Set(rows.map(({ nonce }) => nonce)).size).toBe(2);
});

it('Payout List → Check has no rows to check in a sheet of headings alone', async () => {
	await expect(check([])).rejects.toThrow("'Sheet' has no rows below the headings");
});

it('Payout List → Check reads rows as Create would with the same options', async () => {
	const lines = [line('a-1', { name: 'Johannes van der Merwe' })];
	expect((await check(lines)).rows).toMatchObject([{ pay: false, verdict: 'cannotBePaid' }]);
	expect((await check(lines, { options: { shortenNames: true } })).rows).toMatchObject([
		{ pay: true, beneficiaryName: 'Johannes van der Mer' },
	]);
});

it.each(['a 1', 'a\u00a0\u00a01', ' a \t1'])(
	'Payout List → Check says what has failed of a row that is paid again, whatever spaces it has: %j',
	async (reference) => {
		/** The first payment under the nonce of the row, which has failed; nothing was paid again. */
		let first: string | undefined;
		const served = ({ body }: SentRequest) => {
			const { variables } = body as { variables?: { filter?: { nonce?: { in: string[] } } } };
			const asked = variables?.filter?.nonce?.in;
			first ??= asked?.[0];
			if (asked?.includes(first ?? '') === false) return nothing();
			const node = {
				...{ id: 'd-1', nonce: first, externalReference: 'a 1', created: '2026-11-18T10:00:00Z' },
				...{ amount: { quantity: '401.00' }, status: { __typename: 'DisbursementError' } },
				bankBeneficiary: { accountHolder: 'N Test', accountNumber: '1234567891', bankId: 'fnb' },
			};
			const disbursements = { edges: [{ node }], pageInfo: { hasNextPage: false } };
			return answer(200, { data: { banks: [], client: { bankAccounts: [], disbursements } } });
		};
		const options = { onDuplicate: 'payAgainIfFailed' };
		const { rows } = await check([line(reference)], { options, served });
		expect(rows).toMatchObject([
			{
				...{ pay: true, verdict: 'payAgain' },
				explanation: 'Failed on 18 November 2026 with …7891, R401.00. Now …7890, R10.00.',
			},
		]);
	},
);

it('Payout List → Check takes the Beneficiary Reference of its options for rows without one', async () => {
	const lines = [line('a-1').slice(0, 5)];
	const options = { beneficiaryReference: 'Salary Nov' };
	const { rows } = await check(lines, { options, top: headings.slice(0, 5) });
	expect(rows).toMatchObject([{ pay: true, beneficiaryReference: 'Salary Nov' }]);
});

it.each`
	limit                                                                     | says
	${{ maxAmountPerItem: '15' }}                                             | ${["'Maximum Amount per Item' is R15.00, and b (row 3) asks for R20.00: nothing would be sent."]}
	${{ maxTotalPerRun: '25' }}                                               | ${["'Maximum Total per Run' is R25.00, and all rows together ask for R30.00: nothing would be sent."]}
	${{ maxTotalPerDay: '25' }}                                               | ${["With R0.00 paid out today, this list would be above 'Maximum Total per Day', R25.00: nothing would be sent."]}
	${{ maxAmountPerItem: '20', maxTotalPerRun: '30', maxTotalPerDay: '30' }} | ${[]}
`('Payout List → Check compares the list with the limits $limit', async ({ limit, says }) => {
	const lines = [line('a'), line('b', { amount: 20, account: '2234567890' })];
	expect((await check(lines, { options: limit })).summary.messages).toEqual(says);
});

it('Payout List → Check says why n8n could not read a file, and how to write it', async () => {
	const { service } = serviceOf([]);
	const first = checkPayouts.prepare(itemOf({ options: {}, columns: {} }), service) as IDataObject;
	const line = { error: 'Invalid Record Length: expect 6, got 7 on line 3' };
	const checked = Promise.resolve(checkPayouts.sendTogether?.([{ ...first, line }], service));
	await expect(checked).rejects.toMatchObject({
		message: `'Sheet' could not be read: ${line.error}`,
		mistakes: [expect.objectContaining({ fix: expect.stringContaining('1,500.50') })],
	});
});

describe('Payout List → Check with Verify Accounts', () => {
	const top = [...headings, 'ID number'];
	const lines = [
		[...line('a-1'), '9001010000080'],
		[...line('a-2', { name: 'B Other', account: '1234567880' }), '9001010000080'],
	];
	const served = (request: SentRequest) =>
		request.url.endsWith('/bank-account-verifications')
			? answer(200, { verificationResult: { bankAccount: { exists: 'refuted' } } })
			: having(['A', '1234567890', '10.00'])(request);

	it.each([
		['all', [false, false]],
		['new', [true, false]],
		['off', [true, true]],
		[undefined, [true, true]],
	])('on %s asks the banks of these accounts', async (verifyAccounts, pay) => {
		const { rows } = await check(lines, { options: { verifyAccounts }, served, top });
		expect(rows.map((row) => row.pay)).toEqual(pay);
		expect(rows.map(({ verification }) => verification)).toEqual(
			pay.map((isPaid) => (isPaid ? null : 'refuted')),
		);
	});

	const saying = (verification: ReturnType<typeof answer>) => (request: SentRequest) =>
		request.url.endsWith('/bank-account-verifications') ? verification : nothing();

	const verifyWith = async (verification: ReturnType<typeof answer>) => {
		const options = { verifyAccounts: 'all' };
		const { rows } = await check(lines, { options, served: saying(verification), top });
		return { rows, summary: rows[0]?.summary as { notes: string[]; messages: string[] } };
	};

	it('says what a bank could not, by row, and what banks have confirmed, for the list', async () => {
		const unsure = await verifyWith(answer(200, { verificationResult: { bankAccount: {} } }));
		expect(unsure.rows[0]?.warnings).toEqual([
			'The bank could not say whether the account exists and whose account it is.',
		]);
		const bankAccount = { exists: 'verified' };
		const accountHolder = { identifyingDocument: 'verified' };
		const sure = await verifyWith(
			answer(200, { verificationResult: { bankAccount, accountHolder } }),
		);
		expect(sure.summary.notes).toContain('2 accounts were confirmed by the bank.');
	});

	it('says that accounts could not be verified', async () => {
		const { summary } = await verifyWith(answer(403, {}));
		expect(summary.messages).toEqual([
			expect.stringMatching(/^2 of 2 accounts could not be verified: /),
		]);
	});
});
