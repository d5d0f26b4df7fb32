import type { IDataObject } from 'n8n-workflow';

import { knownHolder } from '../simulator/verification/known-holder.mts';
import { runStitch } from './harness.mts';
import { simulatedService } from './service.mts';

const service = simulatedService();

async function verify(
	parameters: IDataObject,
	{
		scopes = ['client_bankaccountverification', 'accountholders'],
		rows = [{}],
	}: { scopes?: string[]; rows?: IDataObject[] } = {},
) {
	const { outputs, error } = await runStitch({
		parameters: {
			resource: 'bankAccount',
			operation: 'verify',
			bank: 'fnb',
			accountNumber: '1234567890',
			...parameters,
		},
		credential: service.credential(scopes),
		rows,
	});
	const verifications = (outputs[0] ?? []).map(({ json }) => json);
	return { verifications, verification: verifications[0], error };
}

const { identityNumber, initials, familyName, registrationNumber, businessName } = knownHolder;
const individual: IDataObject = {
	documentNumber: identityNumber,
	initials,
	familyName,
	accountType: knownHolder.accountType,
	additionalFields: { email: knownHolder.email, phone: knownHolder.phone },
};

it('verifies an individual', async () => {
	const { verification, error } = await verify(individual);
	expect(error).toBeUndefined();
	expect(verification).toMatchObject({
		outcome: 'verified',
		bank: 'fnb',
		accountNumber: '1234567890',
		identifyingDocumentMatch: 'verified',
		familyNameMatch: 'verified',
	});
});

it('verifies a business', async () => {
	const { verification } = await verify({
		holderType: 'business',
		registrationNumber,
		businessName,
		accountType: knownHolder.accountType,
		additionalFields: { country: 'za', email: knownHolder.email, phone: knownHolder.phone },
	});
	expect(verification).toMatchObject({ outcome: 'verified', businessNameMatch: 'verified' });
});

it('takes the kind of holder of each row from the row', async () => {
	const parameters = {
		holderType: '={{ $json.kind }}',
		documentNumber: '={{ $json.document }}',
		registrationNumber: '={{ $json.registration }}',
		simplify: false,
	};
	const rows = [
		{ kind: 'individual', document: identityNumber },
		{ kind: 'business', registration: registrationNumber },
	];
	const { verifications, error } = await verify(parameters, { rows });
	expect(error).toBeUndefined();
	const holders = verifications.map(({ accountHolder }) => (accountHolder as IDataObject).type);
	expect(holders).toEqual(['individual', 'business']);
});

it('tells which value is not right', async () => {
	const { verification } = await verify({
		...individual,
		familyName: 'Stranger',
	});
	expect(verification).toMatchObject({
		outcome: 'refuted',
		identifyingDocumentMatch: 'verified',
		familyNameMatch: 'refuted',
	});
});

it('asks again while the bank is still checking', async () => {
	await service.client.change({ pendingProbability: 1 });
	const { verification } = await verify(individual);
	expect(verification).toMatchObject({ outcome: 'verified' });
	expect((await service.client.summary()).statuses).toMatchObject({ 200: 2, 202: 1 });
});

it('returns the pending answer when it may not wait', async () => {
	await service.client.change({ pendingProbability: 1 });
	const { verification } = await verify({ ...individual, options: { maxWaitSeconds: 0 } });
	expect(verification).toMatchObject({ outcome: 'pending' });
});

it('fails when it may not wait and was told to', async () => {
	await service.client.change({ pendingProbability: 1 });
	const { error } = await verify({
		...individual,
		options: { maxWaitSeconds: 0, onTimeout: 'fail' },
	});
	expect(error?.message).toContain('still checking');
});

it.each([
	['1234567893', 'technical reasons'],
	['1234567895', 'branch code does not exist'],
	['1234567899', 'bond accounts cannot be verified'],
])('says in words why the account %s could not be verified', async (accountNumber, words) => {
	const { error } = await verify({ ...individual, accountNumber });
	expect(error?.message).toContain(words);
	expect(error?.message).not.toContain(accountNumber);
});

it('names the scope that is missing', async () => {
	const { error } = await verify(individual, { scopes: ['client_bankaccountverification'] });
	expect(error?.message).toContain(
		'The credential lacks the scope Account Holders (accountholders)',
	);
});
