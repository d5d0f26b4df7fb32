import type { IDataObject } from 'n8n-workflow';

import { knownHolder } from '../simulator/verification/known-holder.mts';
import { runStitch } from './harness.mts';
import { payoutParameters, payoutRow } from './payout.mts';
import { simulatedService } from './service.mts';

const service = simulatedService();

async function run(parameters: IDataObject, rows: IDataObject[] = [{}]) {
	const scopes = ['client_disbursement', 'client_bankaccountverification', 'accountholders'];
	const { outputs, error } = await runStitch({
		parameters,
		credential: service.credential(scopes),
		rows,
	});
	return { items: (outputs[0] ?? []).map(({ json }) => json), error };
}

const pay = payoutParameters();
const row = payoutRow('salary-1', { amount: '1500.10' });

it('gives a payout the same columns and types from Create, Get and Get Many', async () => {
	const created = await run(pay, [row]);
	expect(created.error).toBeUndefined();
	const [made = {}] = created.items;
	expect(made).toMatchObject({
		externalReference: 'salary-1',
		beneficiaryName: 'N Test',
		amount: 1500.1,
		currency: 'ZAR',
		bank: 'fnb',
		alreadyExisted: false,
	});

	const id = String(made.id);
	await service.simulator.control.setDisbursementStatus(id, 'error', 'inactive_account');
	const read = await run({ resource: 'disbursement', operation: 'get', disbursementId: id });
	const listed = await run({ resource: 'disbursement', operation: 'getAll' });
	for (const [one = {}] of [read.items, listed.items]) {
		const { alreadyExisted, ...columns } = made;
		const { createdAt, ...shown } = one;
		expect([alreadyExisted, typeof createdAt]).toEqual([false, 'string']);
		expect(Object.keys(shown)).toEqual(Object.keys(columns));
		expect(one).toMatchObject({
			id,
			amount: 1500.1,
			status: 'error',
			reasonText: 'The account is not active. Ask the recipient for another account',
		});
	}
});

it('returns what the service sent where it is switched off', async () => {
	const { items } = await run({ ...pay, simplify: false }, [row]);
	expect(items[0]).toMatchObject({
		amount: { currency: 'ZAR', quantity: '1500.10' },
		beneficiary: { name: 'N Test' },
	});
});

it('shows a dry run in the same columns', async () => {
	const { items } = await run(payoutParameters({ dryRun: true }), [row]);
	expect(items[0]).toMatchObject({
		dryRun: true,
		externalReference: 'salary-1',
		beneficiaryName: 'N Test',
		amount: 1500.1,
	});
	expect(JSON.stringify(items)).not.toContain('1234567890');
});

it('puts the outcome of a verification first, and says why', async () => {
	const { items, error } = await run({
		resource: 'bankAccount',
		operation: 'verify',
		bank: 'fnb',
		accountNumber: '1234567890',
		documentNumber: knownHolder.identityNumber,
	});
	expect(error).toBeUndefined();
	expect(Object.entries(items[0] ?? {}).slice(0, 3)).toEqual([
		['outcome', 'indeterminate'],
		['reasonText', 'Not given, so not checked: Account Type, Family Name, and Initials'],
		['exists', 'verified'],
	]);
});
