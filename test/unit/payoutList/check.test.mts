import { read, utils } from '@e965/xlsx';
import type { IDataObject } from 'n8n-workflow';

import { create } from '../../../nodes/Stitch/actions/disbursement/create.operation';
import { checkPayouts } from '../../../nodes/Stitch/payoutList/check.operation';
import { InvalidInput } from '../../../nodes/Stitch/schemas/invalidInput';
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
	const checked = outputs.slice(1).flat();
	return { rows: checked, summary: checked[0]?.summary as IDataObject, sent };
}

it('Payout List → Check compares the rows with as many days as its option says', async () => {
	const { rows, sent } = await check([line('a-1')], { options: { compareDays: 10 } });
	expect(JSON.stringify(sent.map(({ body }) => body))).toContain('2026-11-09T22:00:00.000Z');
	const { notes } = rows[0]?.summary as { notes: string[] };
	expect(notes).toContain('No earlier payment was found in the last 10 days.');
});

it('Payout List → Check rejects a time zone that is not known: all months would be one', () => {
	const item = itemOf({ options: { paymentsFor: 'salaries', period: '2026-11-25' }, columns: {} });
	jest.spyOn(item, 'timezone', 'get').mockReturnValue('SAST');
	const { service } = serviceOf([]);
	expect(() => checkPayouts.prepare(item, service)).toThrow(/^'Timezone' is 'SAST'/);
});

it('Payout List → Check reads as far back as the payday that the user has chosen, a year at most', async () => {
	const askedBy = async (compareWith: string) => {
		const { sent } = await check([line('a-1')], { options: { compareDays: 10, compareWith } });
		return JSON.stringify(sent.map(({ body }) => body));
	};
	expect(await askedBy('2026-10-01')).toContain('2026-09-30T22:00:00.000Z');
	expect(await askedBy('2020-10-01')).toContain('2025-11-18T22:00:00.000Z');
});

it('Payout List → Check finds who shares an account among all rows, also those not paid', async () => {
	const lines = [line('a-1'), line('a-1', { name: 'B Other' }), line('a-3', { name: 'C Other' })];
	const { rows } = await check(lines);
	expect(rows.map(({ pay }) => pay)).toEqual([false, false, true]);
	expect(rows[2]?.warnings).toEqual([
		'N Test in row 2 is paid into the same account. If you do not know why, pay neither.',
	]);
});

/** An earlier payout; by default of 25 October. */
type Paid = [name: string, account: string, amount: string, day?: string];

/** What Stitch knows where it has paid these people. */
const having =
	(...paid: Paid[]) =>
	({ body }: SentRequest) => {
		const { variables } = body as { variables?: { filter?: { created?: Created } } };
		const { gte, lt = '~' } = variables?.filter?.created ?? {};
		if (gte === undefined) return nothing();
		const nodes = paid.map(([name, accountNumber, quantity, day = '10-25']) => ({
			...{
				id: `${name} ${day}`,
				nonce: name,
				created: `2026-${day}T09:00:00Z`,
				externalReference: name,
			},
			...{ amount: { quantity }, status: { __typename: 'DisbursementCompleted' } },
			bankBeneficiary: { accountHolder: name, accountNumber, bankId: 'fnb' },
		}));
		const edges = nodes
			.filter(({ created }) => created >= gte && created < lt)
			.map((node) => ({ node }));
		const disbursements = { edges, pageInfo: { hasNextPage: false } };
		return answer(200, { data: { client: { disbursements } } });
	};

/** A span of time in a filter. */
interface Created {
	gte?: string;
	lt?: string;
}

it('Payout List → Check returns what each payee got last time, once for all its rows', async () => {
	const lines = [line('a-1', { amount: 15 }), line('a-2', { amount: 3 })];
	const served = having(['N Test', '1234567890', '20.00']);
	const { rows } = await check(lines, { served });
	const last = { lastAmount: 20, lastDate: '2026-10-25', lastPayments: 1, lastReference: 'N Test' };
	expect(rows).toMatchObject([
		{ ...last, lastTo: null, difference: -2, together: 18, togetherWith: null },
		{ ...last, difference: -2, together: 18, togetherWith: 2 },
	]);
	expect((await check(lines)).rows[0]).toMatchObject({
		...{ lastAmount: null, lastDate: null, lastPayments: 0, difference: null, together: 18 },
	});
});

it('Payout List → Check returns where last time went, and what has gone there since', async () => {
	const served = having(
		['N Test', '9876543210', '20.00'],
		['Test, N', '1234567890', '1.00', '11-03'],
	);
	const { rows } = await check([line('a-1')], { served });
	expect(rows).toMatchObject([
		{
			...{ lastAmount: 20, lastTo: 'FNB …3210', difference: -10 },
			facts: ['Since then R1.00 on 3 November, Test, N.'],
		},
	]);
});

it('Payout List → Check says that a new account got something only since the payday', async () => {
	const old = (name: string, account: string) => line(name, { name, account });
	const served = having(
		...['10-01', '11-01'].flatMap((day): Paid[] => [
			['B Old', '2234567890', '20.00', day],
			['C Old', '3234567890', '20.00', day],
		]),
		['N Test', '1234567890', '1.00', '11-03'],
	);
	const lines = [old('B Old', '2234567890'), line('a-2'), old('C Old', '3234567890')];
	const { rows } = await check(lines, { served });
	expect(rows[1]).toMatchObject({
		facts: ['Only R1.00 since 1 November: on 3 November, N Test.'],
		difference: null,
	});
});

it('Payout List → Check names the name of last time, if nobody was paid under the new one', async () => {
	const served = having(['B Maiden', '1234567890', '10.00']);
	const { rows } = await check([line('a-1')], { served });
	expect(rows[0]).toMatchObject({ facts: ['Last time as B Maiden.'], warnings: [] });
});

it('Payout List → Check pays a sheet with one reference under it, if a bank statement can show it', async () => {
	const one = (reference: string) => line(reference).slice(0, 5);
	const { rows } = await check([one('a-1'), one('x'.repeat(21))], { top: headings.slice(0, 5) });
	expect(rows).toMatchObject([
		{ pay: true, externalReference: 'a-1', beneficiaryReference: 'a-1' },
		{ pay: false, explanation: expect.stringMatching(/^'Reference' is too long for a bank/) },
	]);
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
			const { variables } = body as {
				variables?: { filter?: { nonce?: { in: string[] }; created?: Created } };
			};
			const asked = variables?.filter?.nonce?.in;
			first ??= asked?.[0];
			const isListed = variables?.filter?.created?.lt === undefined;
			if (!(asked?.includes(first ?? '') ?? isListed)) return nothing();
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
				explanation: 'Failed on 18 November. Then …7891, R401.00, now …7890, R10.00.',
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
			'The bank could not say whether the account exists and whose account it is. Pay only if you have checked the account with the payee.',
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

it('Payout List → Check reads the whole text of a file in one item, and returns an item for each row', async () => {
	const text = [headings, line('a-1'), line('a-2', { account: '1234567880' })]
		.map(String)
		.join('\n');
	const { service } = serviceOf(
		Array.from({ length: 40 }, () => nothing),
		{},
		'live-client',
	);
	const first = checkPayouts.prepare(itemOf({ options: {}, columns: {} }), service) as IDataObject;
	const [rows] =
		(await checkPayouts.sendTogether?.([{ ...first, line: { data: text } }], service)) ?? [];
	expect(rows).toMatchObject([
		{ row: 2, pay: true, externalReference: 'a-1', accountNumber: '1234567890' },
		{ row: 3, pay: true, externalReference: 'a-2', accountNumber: '1234567880' },
	]);
	expect((rows as IDataObject[])[0]?.summary).toMatchObject({
		readAs: 'Read as a list with headings: 2 payments.',
	});
});

it('Payout List → Check does not pay a row whose bank and branch code disagree, and says which is which', async () => {
	const top = [...headings, 'Branch Code'];
	const { rows } = await check(
		[
			[...line('a-1'), '250655'],
			[...line('a-2'), '632005'],
		],
		{ top },
	);
	expect(rows).toMatchObject([
		{ pay: true, bank: 'fnb' },
		{
			pay: false,
			explanation:
				"'Branch Code' is that of Absa, but the bank is FNB. Find out which of them is right, and correct the other.",
		},
	]);
});

it('Payout List → Check pays to the bank of a branch code', async () => {
	const top = headings.map((heading) => (heading === 'Bank' ? 'Takkode' : heading));
	const { rows } = await check([line('a-1', { bank: '51001' })], { top });
	expect(rows).toMatchObject([{ pay: true, bank: 'standard_bank', branchCode: '51001' }]);
});

it('Payout List → Check reads its parameters from the first item alone', () => {
	const parameters = { options: { maxTotalPerDay: 'no amount' } };
	const prepare = (index: number) => () =>
		checkPayouts.prepare(itemOf(parameters, index), serviceOf([]).service);
	expect(prepare(0)).toThrow(InvalidInput);
	expect(prepare(1)).not.toThrow();
});

it('Payout List → Check takes no spaces for a heading, and a number for a text', () => {
	const parameters = { columns: { amount: ' ' }, options: { beneficiaryReference: 202611 } };
	const plan = checkPayouts.prepare(itemOf(parameters), serviceOf([]).service);
	expect(plan).toMatchObject({
		settings: { named: { amount: undefined }, defaults: { beneficiaryReference: '202611' } },
	});
});

it('asks for cells as they were written: n8n would make R50 050 of R500,50 in a text that is called .xls', () => {
	const cells = (raw: boolean) => {
		const { Sheets } = read(Buffer.from('name\tamount\nN Test\t500,50'), { raw });
		return Object.values(Sheets).map((sheet) => utils.sheet_to_json(sheet, { header: 1 }));
	};
	expect(cells(false)).toEqual([expect.arrayContaining([['N Test', 50_050]])]);
	expect(cells(true)).toEqual([expect.arrayContaining([['N Test', '500,50']])]);
	expect(JSON.stringify(checkPayouts.form.properties)).toContain('<b>RAW Data</b> on');
});
