import type { IDataObject } from 'n8n-workflow';

import { knownHolder } from '../simulator/verification/knownHolder.mts';
import { runStitch } from './harness.mts';
import { payoutParameters } from './payout.mts';
import { quickClock } from './quickClock.mts';
import { credentialFor, simulatedService } from './service.mts';

const service = simulatedService({ seed: 35 });

quickClock();

/** Three minutes, after which every payout of a test client is decided (spec 4.7). */
const decided = 180_000;

const headings = ['Verwysing', 'Naam', 'Bank', 'Rekening nr.', 'Netto betaling', 'Statement'];

/** A row of a sheet, in the order of the headings. */
const line = (
	reference: string,
	change: { amount?: unknown; account?: string; name?: string; bank?: string } = {},
) => {
	const { amount = 10, account = '1234567890', name = 'N Test', bank = 'FNB' } = change;
	return { row: [reference, name, bank, account, amount, 'Salary'] };
};

async function check(rows: IDataObject[], options: IDataObject = {}, more: IDataObject = {}) {
	const { outputs, error } = await runStitch({
		parameters: { resource: 'payoutList', operation: 'check', options, ...more },
		credential: service.credential(),
		rows,
	});
	const items = outputs[0] ?? [];
	return {
		items: items.map(({ json }) => json),
		pairs: items.map(({ pairedItem }) => pairedItem),
		summary: (items[0]?.json.summary ?? {}) as IDataObject,
		error,
	};
}

/** Pays what a check has put out, as a workflow does after it. */
async function pay(
	rows: IDataObject[],
	options: IDataObject = {},
	credential = service.credential(),
) {
	const parameters = payoutParameters(options, {
		externalReference: '={{ $json.externalReference }}',
		beneficiaryName: '={{ $json.beneficiaryName }}',
		accountNumber: '={{ $json.accountNumber }}',
		beneficiaryReference: '={{ $json.beneficiaryReference }}',
	});
	const { outputs } = await runStitch({
		parameters,
		credential,
		rows,
		onError: 'continueErrorOutput',
	});
	return outputs.flat().map(({ json }) => json);
}

const payouts = async () => (await service.client.ledger()).disbursements;

describe('Payout List → Check', () => {
	it('reads a sheet with a title, Afrikaans headings and a total, and sends nothing', async () => {
		const sheet = [
			{ row: ['Salaries for November'] },
			{ row: headings },
			line('a-1', { amount: 'R 1 500,50' }),
			line('a-2', { amount: 20.25, account: '2234567890' }),
			{ row: ['', 'TOTAAL', '', '', 1520.75, ''] },
		];
		const { items, pairs, summary } = await check(sheet);
		expect(items).toMatchObject([
			{ pay: true, verdict: 'willBePaid', row: 3, bank: 'fnb', amount: 1500.5 },
			{ pay: true, verdict: 'willBePaid', row: 4, accountNumber: '2234567890', amount: 20.25 },
		]);
		expect(pairs).toEqual([{ item: 2 }, { item: 3 }]);
		expect(summary).toMatchObject({
			...{ rows: 2, sum: 1520.75, toPay: 2, sumToPay: 1520.75, client: 'test' },
			headings: expect.objectContaining({ amount: 'Netto betaling' }),
			notes: expect.arrayContaining([
				'The total in row 5 agrees: R1\u00a0520.75.',
				'The headings are in row 2: nothing above them is paid.',
			]),
		});
		expect(await payouts()).toEqual([]);
	});

	it('says of each row what a run then does, with the columns that Create takes', async () => {
		const sheet = [
			{ row: headings },
			line('paid'),
			line('failed', { amount: 401 }),
			line('paused', { amount: 900 }),
		];
		const first = await check(sheet);
		await pay(first.items);
		await service.simulator.control.advance(decided);
		const again = [...sheet.slice(0, 3), line('new', { name: 'B New', account: '3234567890' })];
		const { items } = await check(again, { onDuplicate: 'payAgainIfFailed' });
		expect(items).toMatchObject([
			{
				pay: false,
				...{ verdict: 'alreadyPaid', status: 'completed', amountAtStitch: 10, difference: null },
				createdAt: expect.stringMatching(/^\d{4}-/),
			},
			{
				pay: true,
				verdict: 'payAgain',
				explanation: expect.stringMatching(
					/^Failed on .*not active.* Nothing has changed since then: delete the row if /,
				),
			},
			{ pay: true, verdict: 'willBePaid' },
		]);
		const before = (await payouts()).length;
		await pay(
			items.filter(({ pay: isPaid }) => isPaid === true),
			{ onDuplicate: 'payAgainIfFailed' },
		);
		expect(
			(await payouts())
				.slice(before)
				.map(({ externalReference }) => externalReference)
				.sort(),
		).toEqual(['failed', 'new']);
	});

	it('puts out rows that only the client that has checked them pays', async () => {
		const { items } = await check([{ row: headings }, line('a-1')]);
		const other = await service.simulator.control.createClient();
		const [refused] = await pay(items, {}, credentialFor(service.simulator, other));
		expect(refused?.error).toMatch(
			/^'External Reference' makes this a different payment from the one that Payout List → Check looked up/,
		);
		expect((await other.ledger()).disbursements).toEqual([]);
		await pay(items);
		expect(await payouts()).toHaveLength(1);
	});

	describe('with Verify Accounts', () => {
		async function verified(...accounts: string[]) {
			const top = [...headings, 'ID number'];
			const rows = accounts.map((account, index) => ({
				row: [...line(`a-${index}`, { account }).row, knownHolder.identityNumber],
			}));
			const scopes = ['client_disbursement', 'accountholders', 'client_bankaccountverification'];
			const { outputs } = await runStitch({
				parameters: {
					...{ resource: 'payoutList', operation: 'check' },
					options: { verifyAccounts: 'new' },
				},
				credential: service.credential(scopes),
				rows: [{ row: top }, ...rows],
			});
			return outputs[0]?.map(({ json }) => json);
		}

		it('verifies accounts with their banks before they are paid', async () => {
			expect(await verified('1234567890', '1234567881', '1234567872')).toMatchObject([
				{ pay: true, verification: 'verified' },
				{ pay: false, verification: 'refuted', explanation: expect.stringMatching(/is closed/) },
				{
					pay: true,
					verification: 'indeterminate',
					warnings: [
						'The bank could not say whether the account exists. Pay only if you have checked the account with the payee.',
					],
				},
			]);
		});

		it('returns the answer of a slow bank in a later check, and is billed once', async () => {
			await service.client.change({ verifiedAfterMs: 3_600_000 });
			expect(await verified('1234567881')).toMatchObject([{ verification: 'pending' }]);
			await service.simulator.control.advance(3_600_000);
			expect(await verified('1234567881')).toMatchObject([{ pay: false, verification: 'refuted' }]);
			expect((await service.client.summary()).verifications).toBe(1);
		});
	});

	it('knows the float and the limit of the day', async () => {
		await pay((await check([{ row: headings }, line('today')])).items);
		const { summary, items } = await check([{ row: headings }, line('a', { amount: 95 })], {
			maxTotalPerDay: '100',
		});
		expect(summary).toMatchObject({ toPay: 0 });
		expect(summary.blocked).toMatch(/^Nobody would be paid: .*R10\.00 sent today.*R100\.00/);
		expect(items).toMatchObject([{ pay: false, verdict: 'heldBack' }]);
		expect(summary.floatBalance).toEqual(expect.any(Number));
	});

	it('finds 600 rows in some thirty requests', async () => {
		const rows = Array.from({ length: 600 }, (_, number) => line(`row-${number}`));
		const { items } = await check([{ row: headings }, ...rows]);
		expect(items).toHaveLength(600);
		expect((await service.client.summary()).requests).toBeLessThanOrEqual(30);
	});
});

it('a corrected file, uploaded again, pays only the rows that were corrected', async () => {
	const sheet = [{ row: headings }, line('a-1'), line('0017', { bank: 'Nowhere', amount: 20.5 })];
	const first = await check(sheet);
	await pay(first.items.filter(({ pay: isPaid }) => isPaid));
	const corrected = [...sheet.slice(0, 2), line('0017', { amount: 20.5 })];
	const { items } = await check(corrected);
	expect(items).toMatchObject([{ pay: false, verdict: 'alreadyPaid' }, { pay: true }]);
	await pay(items.filter(({ pay: isPaid }) => isPaid));
	const made = (await payouts()).map(({ externalReference }) => externalReference);
	expect(made).toEqual(['a-1', '0017']);
});

/** What the page of a result says of rows from Create. */
async function resultPage(rows: IDataObject[]): Promise<IDataObject> {
	const { outputs } = await runStitch({
		parameters: { resource: 'payoutList', operation: 'getPage', page: 'result', details: {} },
		...{ credential: service.credential(), rows },
	});
	return outputs[0]?.[0]?.json ?? {};
}

/** In the Stitch dashboard, which has no nonce of this package. */
async function payInDashboard(externalReference: string, quantity: string): Promise<void> {
	const answer = await fetch(`${service.simulator.baseUrl}/disbursements`, {
		method: 'POST',
		headers: {
			authorization: `Bearer ${await service.client.token('client_disbursement')}`,
			'content-type': 'application/json',
		},
		body: JSON.stringify({
			...{ nonce: 'dashboard', externalReference, beneficiaryReference: 'Salary' },
			amount: { currency: 'ZAR', quantity },
			beneficiary: { name: 'Anna Test', accountNumber: '2345678900', bank: 'fnb' },
		}),
	});
	expect(answer.ok).toBe(true);
}

it('what another run pays after the last check is not paid twice, but nobody can know of the dashboard', async () => {
	const anna = { amount: 20, account: '2345678900', name: 'Anna Test' };
	const first = await check([{ row: headings }, line('P-1'), line('P-2', anna)]);
	const { items } = await check(first.items, { onlyAsApproved: true });
	expect(items.map(({ pay: isPaid }) => isPaid)).toEqual([true, true]);
	await pay(items.slice(0, 1));
	await service.simulator.control.advance(10_000);
	await payInDashboard('P-2', '20.00');

	const sent = await pay(items, { rowsNotToPay: 'return', onDuplicate: 'payAgainIfFailed' });
	expect(sent).toMatchObject([
		{ externalReference: 'P-1', alreadyExisted: true },
		{ externalReference: 'P-2', alreadyExisted: false },
	]);
	const page = await resultPage(sent);
	expect([page.headline, page.counts]).toEqual([
		'Sent now: 1 payment, R20.00',
		'1 on its way, 1 already sent',
	]);
	// Stitch knows a payment by its nonce, not by its reference.
	const made = (await payouts()).map(({ externalReference }) => externalReference);
	expect(made).toEqual(['P-1', 'P-2', 'P-2']);
});

describe('Payout List → Get Page', () => {
	async function pageOf(options: IDataObject) {
		const { outputs } = await runStitch({
			parameters: {
				...{ resource: 'payoutList', operation: 'getPage', page: 'result', options },
				details: { fileName: 'salaries / “Nov”.xlsx' },
			},
			credential: service.credential(),
			rows: [
				{ status: 'completed', amount: 10 },
				{ status: 'pending', amount: 20 },
			],
		});
		return outputs[0] ?? [];
	}

	it('returns the page as a file, named after the list, the kind of page and the day', async () => {
		const [page, ...others] = await pageOf({ outputField: 'page' });
		expect(others).toEqual([]);
		const { data = '', ...file } = page?.binary?.page ?? {};
		expect(file).toMatchObject({
			mimeType: 'text/html',
			fileName: expect.stringMatching(/^salaries Nov result \d{4}-\d\d-\d\d\.html$/),
		});
		expect(Buffer.from(data, 'base64').toString()).toBe(page?.json.html);
	});
});
