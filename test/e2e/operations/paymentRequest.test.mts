import { randomUUID } from 'node:crypto';
import type { Credential } from '../../host/api.mts';
import { openEnvironment, type Environment } from '../support/environment.mts';
import { activate, deactivate } from '../support/triggers.mts';
import {
	chain,
	expectSuccess,
	manualTrigger,
	node,
	outputOf,
	runToEnd,
	saveCredential,
	stitch,
} from '../support/workflows.mts';

const CREATE = {
	resource: 'paymentRequest',
	operation: 'create',
	amount: '={{ $json.amount }}',
	externalReference: '={{ $json.reference }}',
	payerReference: 'Order',
	beneficiaryName: 'Example Shop',
	bank: 'fnb',
	accountNumber: '1234567890',
};

describe('a payment request in a real n8n', () => {
	let environment: Environment;
	let credential: Credential;

	beforeAll(async () => {
		environment = await openEnvironment();
		const client = await environment.control.createClient({ seed: 11 });
		credential = await saveCredential(environment, client, ['client_paymentrequest']);
	});

	/** Creates one payment request per row, with these parameters beside those of a simple one. */
	async function create(
		rows: Array<Record<string, unknown>>,
		more: Record<string, unknown>,
	): Promise<Array<Record<string, unknown>>> {
		const ask = stitch('Ask', credential, { ...CREATE, ...more });
		const workflow = chain('Ask for a payment', [manualTrigger(), ask], rows);
		const settings = { timezone: 'Asia/Kolkata' };
		const run = await runToEnd(environment.api, { ...workflow, settings });
		expectSuccess(run);
		return outputOf(run, 'Ask').map(({ json }) => json);
	}

	it.each([
		['an n8n date', '={{ DateTime.fromISO($json.at, { setZone: true }) }}'],
		['text without a zone, meant in the time zone of the workflow', '={{ $json.local }}'],
	])('expires at the moment that %s names', async (_what, expireAt) => {
		const at = '2999-01-02T03:04:05Z';
		const local = '2999-01-02 08:34:05';
		const [made] = await create([{ amount: 10, reference: randomUUID(), at, local }], {
			additionalFields: { expireAt },
		});
		expect(made?.expireAt).toBe('2999-01-02T03:04:05.000Z');
	});

	it('brings the payer back to a workflow that shows the true status, not the one in the query', async () => {
		const path = randomUUID();
		const webhook = {
			...node('Way back', 'n8n-nodes-base.webhook', 2, { path, responseMode: 'lastNode' }),
			webhookId: path,
		};
		const confirm = stitch('Confirm', credential, {
			resource: 'paymentRequest',
			operation: 'confirmReturn',
		});
		const saved = await environment.api.createWorkflow(
			chain('The payer comes back', [webhook, confirm], []),
		);
		await activate(environment, saved);

		const rows = [
			{ amount: '20.00', reference: randomUUID() },
			{ amount: '30.00', reference: randomUUID() },
		];
		const [paid, unpaid] = await create(rows, {
			additionalFields: {
				redirect: { addresses: { redirectUrl: `${environment.n8nUrl}/webhook/${path}?shop=1` } },
			},
		});
		const back = await fetch(String(paid?.paymentUrl), {
			method: 'POST',
			body: new URLSearchParams({ action: 'pay' }),
		});
		expect(await back.json()).toMatchObject({
			id: paid?.id,
			status: 'completed',
			externalReference: rows[0]?.reference,
			returnedStatusAgrees: true,
		});

		const forged = new URL(back.url);
		forged.searchParams.set('id', String(unpaid?.id));
		expect(await (await fetch(forged)).json()).toMatchObject({
			id: unpaid?.id,
			status: 'pending',
			returnedStatusAgrees: false,
		});
		await deactivate(environment, saved);
	});
});
