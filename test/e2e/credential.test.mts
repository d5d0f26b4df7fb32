import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CREDENTIAL_BLANKING_VALUE } from 'n8n-workflow';
import type { CredentialTestResult } from '../host/api.mts';
import { freePort } from '../host/ports.mts';
import { openEnvironment, type Environment } from './support/environment.mts';
import { payroll } from './support/payroll.mts';
import { credentialData, saveCredential } from './support/workflows.mts';

describe('the test of the credential "Stitch API"', () => {
	let environment: Environment;

	beforeAll(async () => {
		environment = await openEnvironment();
	});

	/** Saves and tests, as the editor does: n8n keeps the token with the saved credential. */
	async function saveAndTest(data: Record<string, unknown>): Promise<CredentialTestResult> {
		const credential = { name: 'Any', type: 'stitchApi', data };
		const { id } = await environment.api.createCredential(credential);
		return await environment.api.testCredential({ ...credential, id });
	}

	async function dataOfNewClient(): Promise<Record<string, unknown>> {
		const client = await environment.control.createClient();
		return credentialData(client, environment.service);
	}

	it('is content with a client and scopes that it was granted', async () => {
		const message = 'Connection successful!'; // n8n's own sentence
		expect(await saveAndTest(await dataOfNewClient())).toEqual({ status: 'OK', message });
	});

	it('says that the client ID or secret is wrong', async () => {
		const data = { ...(await dataOfNewClient()), clientSecret: 'wrong-secret-for-tests' };
		const { status, message } = await saveAndTest(data);
		expect(status).toBe('Error');
		expect(message).toContain('The Client ID or the Client Secret is not right');
		expect(message).not.toContain('wrong-secret-for-tests');
	});

	it('names the scopes when one of them was not granted', async () => {
		const client = await environment.control.createClient({ scopes: ['client_paymentrequest'] });
		const { status, message } = await saveAndTest(credentialData(client, environment.service));
		expect(status).toBe('Error');
		expect(message).toContain('Disbursements (client_disbursement)');
	});

	it('says which address cannot be reached', async () => {
		const host = `127.0.0.1:${await freePort()}`;
		const { status, message } = await saveAndTest({
			...(await dataOfNewClient()),
			authUrl: `http://${host}`,
		});
		expect(status).toBe('Error');
		expect(message).toContain(`No connection to ${host}. Check the Authorization Address`);
	});

	it('is another client once it was changed: payments go out as that one, or not at all', async () => {
		const { api, control, service } = environment;
		const [first, second] = [await control.createClient(), await control.createClient()];
		const credential = await saveCredential(environment, first);
		const workflow = await payroll(environment, first, 1, {}, {}, credential);
		const saved = await api.createWorkflow(workflow);
		const pay = async () => await api.finished(await api.run(saved, 'Start'));
		/** As the editor does it, which cannot see the token and sends this for it. */
		const changeTo = async (data: Record<string, unknown>) => {
			const changed = { ...data, accessToken: CREDENTIAL_BLANKING_VALUE };
			await api.updateCredential(credential.id, { ...credential, data: changed });
		};
		expect((await pay()).status).toBe('success');

		const data = credentialData(second, service);
		await changeTo({ ...data, clientSecret: 'wrong-secret-for-tests' });
		const refused = await pay();
		expect(refused.data.resultData.error?.message).toContain('Client Secret is not right');
		await changeTo(data);
		expect((await pay()).status).toBe('success');
		expect((await first.summary()).disbursements).toBe(1);
		expect((await second.summary()).disbursements).toBe(1);
	});

	it('says that another host is not the service', async () => {
		const stranger = await startStranger();
		try {
			const { port } = stranger.address() as AddressInfo;
			const authUrl = `http://127.0.0.1:${port}`;
			const { status, message } = await saveAndTest({ ...(await dataOfNewClient()), authUrl });
			expect(status).toBe('Error');
			expect(message).toContain(`127.0.0.1:${port} answered, but not as the Stitch service does`);
		} finally {
			stranger.close();
		}
	});
});

/** A web server that knows nothing of the service. */
async function startStranger(): Promise<Server> {
	const server = createServer((_request, response) => {
		response.setHeader('content-type', 'text/html').end('<h1>Welcome</h1>');
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return server;
}
