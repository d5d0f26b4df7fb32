import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { THOROUGH } from '../setup/thorough.mts';
import { runStitch } from './harness.mts';
import { payoutParameters, payoutRow, payoutRows } from './payout.mts';
import { quickClock } from './quickClock.mts';
import { simulatedService } from './service.mts';

const service = simulatedService({ seed: 5, timeScale: 1 });

/** Rows of the long run through failures, and the refusals in it. */
const [MANY, REFUSED] = THOROUGH ? [1000, 30] : [80, 8];

describe('running again', () => {
	it('returns the payments of the first run and sends no second one, and pays only the rows that are new', async () => {
		const input = { parameters: payoutParameters(), credential: service.credential() };
		const first = await runStitch({ ...input, rows: payoutRows(3) });
		await service.simulator.control.advance(10_000);
		const second = await runStitch({ ...input, rows: payoutRows(5) });

		const [made = [], again = []] = [first, second].map(({ outputs }) =>
			(outputs[0] ?? []).map(({ json }) => json),
		);
		expect(again.slice(0, 3).map(({ id }) => id)).toEqual(made.map(({ id }) => id));
		expect(again.map(({ alreadyExisted }) => alreadyExisted)).toEqual([
			true,
			true,
			true,
			false,
			false,
		]);
		expect((await service.client.summary()).disbursements).toBe(5);
	});
});

describe('a service in trouble', () => {
	quickClock();

	it(`pays each of ${MANY} rows exactly once through lost answers, 5xx, 429 and expired tokens`, async () => {
		await service.client.addFaults(
			// Of the faults that hit a request the first wins, so what is to happen exactly twice stands first.
			{
				kind: 'revoke-token',
				requests: [0.3 * MANY, 0.7 * MANY],
				match: { path: '/v2/disbursements' },
			},
			{
				kind: 'lost-answer',
				probability: 0.1,
				match: { method: 'POST', path: '/v2/disbursements' },
			},
			{ kind: 'status', status: 503, probability: 0.1, match: { path: '/v2/disbursements' } },
			{
				kind: 'status',
				status: 429,
				requests: range(MANY / 10, MANY / 10 + REFUSED),
				match: { path: '/v2/disbursements' },
			},
		);

		const { outputs, error } = await runStitch({
			parameters: payoutParameters({ concurrency: 32, retrySeconds: 3600 }),
			credential: service.credential(),
			rows: payoutRows(MANY),
		});

		expect(error).toBeUndefined();
		const references = outputs[0]?.map(({ json }) => json.externalReference);
		expect(references).toEqual(payoutRows(MANY).map(({ reference }) => reference));
		expect(outputs[0]?.map(({ pairedItem }) => pairedItem)).toEqual(
			payoutRows(MANY).map((_, item) => ({ item })),
		);
		const ledger = await service.client.ledger();
		expect(ledger.disbursements).toHaveLength(MANY);
		expect(ledger.maxInFlight).toBeLessThanOrEqual(32);
		const idOf = new Map(ledger.disbursements.map((paid) => [paid.externalReference, paid.id]));
		expect(
			outputs[0]?.every(({ json }) => idOf.get(String(json.externalReference)) === json.id),
		).toBe(true);
		expect(ledger.tokensIssued).toBe(3);
	});
});

describe('a credential whose fields are expressions over the item', () => {
	const clientOf = (client: string) => ({ client });
	const credentialWith = (fields: ICredentialDataDecryptedObject) => ({
		...service.credential(),
		...fields,
	});
	const ofItem = { clientId: '={{ $json.client }}' };

	it('is used where all items give the same client', async () => {
		const own = clientOf(service.client.clientId);
		const { outputs } = await runStitch({
			parameters: payoutParameters(),
			credential: credentialWith(ofItem),
			rows: ['a', 'b', 'c'].map((reference) => payoutRow(reference, own)),
		});
		expect(outputs[0]).toHaveLength(3);
		expect((await service.client.summary()).disbursements).toBe(3);
	});

	it('sends nothing where one item gives another client: all would go out as the first', async () => {
		const own = clientOf(service.client.clientId);
		const { error } = await runStitch({
			parameters: payoutParameters(),
			credential: credentialWith(ofItem),
			rows: [payoutRow('a', own), payoutRow('b', own), payoutRow('c', clientOf('test-another'))],
		});
		expect(error?.message).toBe(
			'The credential gives item 2 a different Client ID than item 0, but one run can use only one',
		);
		expect(error?.description).toContain('Nothing was sent.');
		expect((await service.client.summary()).requests).toBe(0);
	});
});

describe('a run that continues while the service is away', () => {
	const unavailable = {
		kind: 'status',
		status: 503,
		match: { path: '/v2/disbursements' },
	} as const;
	const impatient = { retrySeconds: 0, timeoutSeconds: 1 };

	it('pays every row once when it is repeated with the service back', async () => {
		const rows = payoutRows(60);
		const run = async (options: Record<string, number>) =>
			await runStitch({
				parameters: payoutParameters(options),
				credential: service.credential(),
				rows,
				onError: 'continueErrorOutput',
			});
		await service.client.addFaults({ ...unavailable, processed: true });
		await run(impatient);
		await service.client.clearFaults();
		const { outputs } = await run({});

		expect(outputs[0]).toHaveLength(60);
		const { disbursements } = await service.client.summary();
		expect(disbursements).toBe(60);
	});
});

describe('a token server that is silent', () => {
	let silent: Server;
	let asked = 0;

	beforeAll(async () => {
		silent = createServer(() => asked++);
		await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
	});

	afterAll(async () => {
		silent.closeAllConnections();
		await new Promise((resolve) => silent.close(resolve));
	});

	it('is asked for one token, which all rows wait for no longer than Timeout', async () => {
		const { port } = silent.address() as AddressInfo;
		const { outputs } = await runStitch({
			parameters: payoutParameters({ retrySeconds: 0, timeoutSeconds: 1 }),
			credential: { ...service.credential(), authUrl: `http://127.0.0.1:${port}` },
			rows: payoutRows(96),
			onError: 'continueErrorOutput',
		});

		const messages = outputs.flat().map(({ json }) => String(json.error));
		expect(messages).toHaveLength(96);
		expect(messages[0]).toContain('No connection to 127.0.0.1');
		expect(messages[95]).toBe('Stitch had stopped answering before this item');
		expect(asked).toBe(1);
		expect((await service.client.summary()).disbursements).toBe(0);
	});
});

it('sends all payouts first and then waits for all at once', async () => {
	// A disbursement's two minutes pass in less than the node's first pause.
	await service.simulator.control.setTimeScale(400);
	const rows = payoutRows(20);
	const { outputs, error } = await runStitch({
		parameters: payoutParameters({ waitUntilFinal: true, concurrency: 4 }),
		credential: service.credential(),
		rows,
	});
	await service.simulator.control.setTimeScale(1);

	expect(error).toBeUndefined();
	const [main = []] = outputs;
	expect(main.map(({ json }) => json.externalReference)).toEqual(
		rows.map(({ reference }) => reference),
	);
	expect(main.map(({ pairedItem }) => pairedItem)).toEqual(rows.map((_, item) => ({ item })));
	for (const { json } of main) {
		expect(json).toMatchObject({ status: 'completed' });
	}
	const { requests, maxInFlight } = await service.client.ledger();
	const methods = requests.filter(({ path }) => path !== '/connect/token').map((one) => one.method);
	expect(methods.lastIndexOf('POST')).toBeLessThan(methods.indexOf('GET'));
	expect(maxInFlight).toBeLessThanOrEqual(4);
});

function range(from: number, to: number): number[] {
	return Array.from({ length: to - from }, (_, index) => from + index);
}
