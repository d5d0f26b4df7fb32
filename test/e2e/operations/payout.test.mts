import { randomUUID } from 'node:crypto';
import { openEnvironment, type Environment } from '../support/environment.mts';
import {
	chain,
	manualTrigger,
	outputOf,
	runToEnd,
	saveCredential,
	stitch,
} from '../support/workflows.mts';
import { byId } from './tables/row.mts';

/** A disbursement whose fields come from a row with columns of the same names. */
const CREATE = {
	resource: 'disbursement',
	operation: 'create',
	amount: '={{ $json.amount }}',
	externalReference: '={{ $json.reference }}',
	beneficiaryName: '={{ $json.name }}',
	bank: '={{ $json.bank }}',
	accountNumber: '={{ $json.account }}',
	beneficiaryReference: 'Invoice',
	options: {},
};

const GOOD = { amount: '150.00', name: 'Payee', bank: 'absa', account: '1234567890' };

/** Rows that differ from a good one in one column, with the name of the field they get wrong. */
const BAD = [
	[{ amount: '-25.00' }, 'Amount'],
	[{ amount: '10.125' }, 'Amount'],
	[{ account: '12345A7890' }, 'Account Number'],
	[{ name: '' }, 'Beneficiary Name'],
	[{ bank: 'Bank of Nowhere' }, 'Bank'],
] as const;

describe('a payout in a real n8n', () => {
	let environment: Environment;

	beforeAll(async () => {
		environment = await openEnvironment();
	});

	it('is created, and completed when the service has paid', async () => {
		const client = await environment.control.createClient({ seed: 1 });
		const credential = await saveCredential(environment, client);
		const create = stitch('Pay', credential, CREATE);
		const get = stitch('Get', credential, {
			resource: 'disbursement',
			operation: 'get',
			disbursementId: byId('={{ $json.id }}'),
		});
		const created = await runToEnd(
			environment.api,
			chain('Create a payout', [manualTrigger(), create], [{ ...GOOD, reference: randomUUID() }]),
		);
		expect(created.status).toBe('success');
		const [payout] = outputOf(created, 'Pay');
		expect(payout?.json).toMatchObject({ status: 'pending', amount: 150, currency: 'ZAR' });
		expect(payout?.pairedItem).toMatchObject({ item: 0 });

		await environment.control.setDisbursementStatus(String(payout?.json.id), 'completed');
		const read = await runToEnd(
			environment.api,
			chain('Read a payout', [manualTrigger(), get], [{ id: payout?.json.id }]),
		);
		expect(outputOf(read, 'Get').map(({ json }) => json.status)).toEqual(['completed']);
		expect(await client.summary()).toMatchObject({ disbursements: 1, moneyOut: 15000 });
	});

	it('pays the good rows and tells for each bad row which column is wrong', async () => {
		const client = await environment.control.createClient({ seed: 2 });
		const credential = await saveCredential(environment, client);
		const bad = BAD.map(([change]) => ({ ...GOOD, ...change, reference: randomUUID() }));
		const first = { ...GOOD, reference: randomUUID() };
		const last = { ...GOOD, reference: randomUUID() };
		const pay = stitch('Pay', credential, CREATE, { onError: 'continueErrorOutput' });
		const run = await runToEnd(
			environment.api,
			chain('A payout with bad rows', [manualTrigger(), pay], [first, ...bad, last]),
		);

		expect(run.status).toBe('success');
		const paid = outputOf(run, 'Pay', 0);
		expect(paid.map(({ json }) => json.externalReference)).toEqual([
			first.reference,
			last.reference,
		]);
		const refused = outputOf(run, 'Pay', 1);
		expect(refused).toHaveLength(BAD.length);
		for (const [index, [, field]] of BAD.entries()) {
			expect(refused[index]?.json.error).toMatch(new RegExp(`^${field} `));
			expect(refused[index]?.pairedItem).toMatchObject({ item: index + 1 });
		}
		expect(await client.summary()).toMatchObject({ disbursements: 2 });
	});

	it('stops before anything is sent when a bad row must stop the workflow', async () => {
		const client = await environment.control.createClient({ seed: 3 });
		const credential = await saveCredential(environment, client);
		const rows = [
			{ ...GOOD, reference: randomUUID() },
			{ ...GOOD, amount: '0', reference: randomUUID() },
		];
		const run = await runToEnd(
			environment.api,
			chain(
				'A payout that a bad row stops',
				[manualTrigger(), stitch('Pay', credential, CREATE)],
				rows,
			),
		);
		expect(run.status).toBe('error');
		expect(run.data.resultData.error?.message).toContain('Amount');
		expect(await client.summary()).toMatchObject({ disbursements: 0 });
	});
});
