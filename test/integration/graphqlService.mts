import type { IDataObject } from 'n8n-workflow';
import { runStitch } from './harness.mts';
import { simulatedService } from './service.mts';
import { callback, connectedCredential } from './userConsent.mts';

/**
 * A simulator for one test file, with a new client for every test, and the ways in which the tests
 * of GraphQL use them. Its clock stands still.
 */
export function graphqlService(seed: number) {
	const service = simulatedService({ seed }, { redirectUris: [callback] });

	/** The credential of the client, without a token. */
	function ofClient(scopes = ['client_disbursement', 'client_paymentrequest', 'client_refund']) {
		return service.credential(scopes);
	}

	/** The credential of a person who has just agreed. */
	async function ofUser(scopes?: string[]) {
		return await connectedCredential(service.simulator, service.client, scopes);
	}

	async function run(parameters: IDataObject, credential: IDataObject = ofClient(), rows = [{}]) {
		return await start('stitchApi', parameters, credential, rows);
	}

	async function runAsUser(parameters: IDataObject, credential: IDataObject, rows = [{}]) {
		return await start('stitchUserOAuth2Api', parameters, credential, rows);
	}

	async function start(
		credentialType: 'stitchApi' | 'stitchUserOAuth2Api',
		parameters: IDataObject,
		credential: IDataObject,
		rows: IDataObject[],
	) {
		const { outputs, error } = await runStitch({
			parameters: { options: {}, ...parameters },
			credential: credential as Record<string, string>,
			credentialType,
			rows,
		});
		return { records: (outputs[0] ?? []).map(({ json }) => json), error };
	}

	async function post(path: string, body: object, scope: string): Promise<IDataObject> {
		const answer = await fetch(service.simulator.baseUrl + path, {
			method: 'POST',
			headers: {
				authorization: `Bearer ${await service.client.token(scope)}`,
				'content-type': 'application/json',
			},
			body: JSON.stringify(body),
		});
		return (await answer.json()) as IDataObject;
	}

	/** Creates a disbursement over REST. */
	async function pay(externalReference: string, quantity: string): Promise<IDataObject> {
		const body = {
			amount: { currency: 'ZAR', quantity },
			nonce: `nonce-of-${externalReference}`,
			externalReference,
			beneficiaryReference: 'Test',
			beneficiary: { name: 'Payee', accountNumber: '1234567890', bank: 'fnb' },
		};
		return await post('/disbursements', body, 'client_disbursement');
	}

	/** Creates a payment request over REST. */
	async function payable(externalReference: string, quantity: number): Promise<IDataObject> {
		const body = {
			amount: { currency: 'ZAR', quantity },
			externalReference,
			expireAt: '2100-01-01T00:00:00Z',
			merchantId: 'merchant-1',
			paymentMethods: { eft: { enabled: true, payerReference: 'Shop' } },
		};
		return await post('/payment-requests', body, 'client_paymentrequest');
	}

	return {
		client: () => service.client,
		control: () => service.simulator.control,
		ofClient,
		ofUser,
		run,
		runAsUser,
		pay,
		payable,
	};
}
