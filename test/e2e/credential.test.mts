import { CREDENTIAL_BLANKING_VALUE } from 'n8n-workflow';
import type { Credential, CredentialTestResult } from '../host/api.mts';
import { freePort } from '../host/ports.mts';
import { listen, otherHosts } from '../setup/otherHosts.mts';
import { openEnvironment, type Environment } from './support/environment.mts';
import { payroll } from './support/payroll.mts';
import { callbackOf, connectedUser } from './support/userCredential.mts';
import {
	chain,
	credentialData,
	expectSuccess,
	manualTrigger,
	node,
	runToEnd,
	saveCredential,
} from './support/workflows.mts';

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

	it('succeeds with a client and scopes that it was granted', async () => {
		const message = 'Connection successful!'; // n8n's own sentence
		expect(await saveAndTest(await dataOfNewClient())).toEqual({ status: 'OK', message });
	});

	it('says that the client ID or secret is wrong', async () => {
		const data = { ...(await dataOfNewClient()), clientSecret: 'wrong-secret-for-tests' };
		const { status, message } = await saveAndTest(data);
		expect(status).toBe('Error');
		expect(message).toContain("'Client ID' or 'Client Secret' is not right");
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
		expect(message).toContain(`No connection to ${host}. Check the network`);
	});

	it('is another client once it was changed: payments go out as that one, or not at all', async () => {
		const { api, control, service } = environment;
		const [first, second] = [await control.createClient(), await control.createClient()];
		const credential = await saveCredential(environment, first);
		const workflow = await payroll(environment, first, 1, {}, { credential });
		const saved = await api.createWorkflow(workflow);
		const pay = async () => await api.finished(await api.run(saved, 'Start'));
		/** As the editor does it, which cannot see the token and sends this for it. */
		const changeTo = async (data: Record<string, unknown>) => {
			const changed = { ...data, accessToken: CREDENTIAL_BLANKING_VALUE };
			await api.updateCredential(credential.id, { ...credential, data: changed });
		};
		expectSuccess(await pay());

		const data = credentialData(second, service);
		await changeTo({ ...data, clientSecret: 'wrong-secret-for-tests' });
		const refused = await pay();
		expect(refused.data.resultData.error?.message).toContain("'Client Secret' is not right");
		await changeTo(data);
		expectSuccess(await pay());
		expect((await first.summary()).disbursements).toBe(1);
		expect((await second.summary()).disbursements).toBe(1);
	});

	it('says that another host is not the service', async () => {
		const { server, url: authUrl } = await listen((response) =>
			response.setHeader('content-type', 'text/html').end('<h1>Welcome</h1>'),
		);
		try {
			const { status, message } = await saveAndTest({ ...(await dataOfNewClient()), authUrl });
			expect(status).toBe('Error');
			const { host } = new URL(authUrl);
			expect(message).toContain(`${host} answered, but not as Stitch does`);
		} finally {
			server.close();
		}
	});
});

describe('a token of the service', () => {
	let environment: Environment;
	const hosts = otherHosts();

	beforeAll(async () => {
		environment = await openEnvironment();
	});

	/** Sends a request with the credential through n8n's own HTTP Request node. */
	async function request(credential: Credential, url: string, typeVersion = 4.2) {
		const send = {
			...node('Send', 'n8n-nodes-base.httpRequest', typeVersion, {
				url,
				authentication: 'predefinedCredentialType',
				nodeCredentialType: credential.type,
				options: {},
			}),
			credentials: { [credential.type]: { id: credential.id, name: credential.name } },
		};
		const workflow = chain('Send', [manualTrigger(), send], [{}]);
		const { status, data } = await runToEnd(environment.api, workflow);
		const { message = '', description = '' } = data.resultData.error ?? {};
		return { status, told: `${message} ${description ?? ''}` };
	}

	const clientCredential = async (more = {}) =>
		await saveCredential(environment, await environment.control.createClient(), undefined, more);

	it.each([4.2, 4.4])('follows no redirect to another host (HTTP Request %s)', async (version) => {
		const credential = await clientCredential({ baseUrl: `${hosts.detour.url}/v2` });
		const { status } = await request(credential, `${hosts.detour.url}/v2/cards`, version);
		expect(status).toBe('error');
		expect(hosts.stranger.received).toEqual([]);
	});

	it('follows no redirect when the credential is tested', async () => {
		const client = await environment.control.createClient();
		const data = { ...credentialData(client, environment.service), graphqlUrl: hosts.detour.url };
		const credential = { name: 'Any', type: 'stitchApi', data };
		const { id } = await environment.api.createCredential(credential);
		expect(await environment.api.testCredential({ ...credential, id })).toMatchObject({
			status: 'Error',
		});
		expect(hosts.stranger.received).toEqual([]);
	});

	it('of a person goes to the service, but to no other host, nor to its redirects', async () => {
		const redirectUris = [callbackOf(environment)];
		const client = await environment.control.createClient({ redirectUris });
		const own = await connectedUser(environment, client);
		const query = `${environment.service.graphqlUrl}/graphql`;
		expect((await request(own, query)).told).not.toContain('Domain not allowed');
		// n8n limits by the name of the host alone, so the stranger goes by another name here.
		const elsewhere = hosts.stranger.url.replace('127.0.0.1', 'localhost');
		expect(await request(own, elsewhere)).toEqual({
			status: 'error',
			told: expect.stringContaining('Domain not allowed'),
		});
		expect(hosts.stranger.received).toEqual([]);
	});
});
