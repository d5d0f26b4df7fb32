import type { ICredentialDataDecryptedObject, IDataObject } from 'n8n-workflow';

import { THOROUGH } from '../thorough.mts';
import { runStitch, type RunOutput } from './harness.mts';
import { payoutParameters, payoutRow, payoutRows } from './payout.mts';
import { quickClock } from './quickClock.mts';
import { simulatedService } from './service.mts';

const service = simulatedService({ seed: 5, timeScale: 1 });

/** Rows of the long run through failures, and the refusals in it. */
const [MANY, REFUSED] = THOROUGH ? [1000, 30] : [80, 8];

describe('running again', () => {
	it('returns the payments of the first run and sends no second one', async () => {
		const input = {
			parameters: payoutParameters(),
			credential: service.credential(),
			rows: payoutRows(20),
		};
		const first = await runStitch(input);
		await service.simulator.control.advance(10_000);
		const second = await runStitch(input);

		const ids = ({ outputs }: typeof first) => outputs[0]?.map(({ json }) => json.id);
		expect(second.error).toBeUndefined();
		expect(ids(second)).toEqual(ids(first));
		expect(second.outputs[0]?.every(({ json }) => json.alreadyExisted === true)).toBe(true);
		expect((await service.client.summary()).disbursements).toBe(20);
	});

	it('pays only the rows that are new', async () => {
		const credential = service.credential();
		await runStitch({ parameters: payoutParameters(), credential, rows: payoutRows(3) });
		await service.simulator.control.advance(10_000);
		const { outputs } = await runStitch({
			parameters: payoutParameters(),
			credential,
			rows: payoutRows(5),
		});

		expect(outputs[0]?.map(({ json }) => json.alreadyExisted)).toEqual([
			true,
			true,
			true,
			false,
			false,
		]);
		expect((await service.client.summary()).disbursements).toBe(5);
	});

	/** Pays a reference, and once more with a row that differs. */
	async function refusalOfAnother(change: IDataObject): Promise<RunOutput['error']> {
		const credential = service.credential();
		const parameters = payoutParameters();
		await runStitch({ parameters, credential, rows: [payoutRow('nov')] });
		const rows = [payoutRow('nov', change)];
		return (await runStitch({ parameters, credential, rows })).error;
	}

	it('rejects a reference that was paid with another amount, and names both amounts', async () => {
		const error = await refusalOfAnother({ amount: 12.5 });
		expect(error?.message).toContain(
			"nothing was sent again. 'Amount' was R10.00 and is now R12.50",
		);
		expect((await service.client.summary()).disbursements).toBe(1);
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

describe('limits before anything moves', () => {
	it('sends nothing when one item is over Maximum Amount per Item', async () => {
		const { outputs } = await runStitch({
			parameters: payoutParameters({ maxAmountPerItem: '100' }),
			credential: service.credential(),
			onError: 'continueErrorOutput',
			rows: [payoutRow('a'), payoutRow('b', { amount: '100.01' })],
		});

		expect(outputs[1]?.map(({ json }) => json.error)).toEqual(
			Array(2).fill("'Maximum Amount per Item' is R100.00, and b (item 1) asks for R100.01"),
		);
		expect((await service.client.summary()).requests).toBe(0);
	});

	it('sends nothing when all items together are over Maximum Total per Run', async () => {
		const { error } = await runStitch({
			parameters: payoutParameters({ maxTotalPerRun: '29.99' }),
			credential: service.credential(),
			rows: payoutRows(3),
		});

		expect(error?.message).toBe(
			"row-0 (item 0): 'Maximum Total per Run' is R29.99, and all items together ask for R30.00",
		);
		expect((await service.client.summary()).requests).toBe(0);
	});

	it('shows what would be sent in a dry run, with the account masked, and sends nothing', async () => {
		const { outputs } = await runStitch({
			parameters: payoutParameters({ dryRun: true }),
			credential: service.credential(),
			rows: payoutRows(1),
		});

		expect(outputs[0]?.[0]?.json).toMatchObject({
			dryRun: true,
			amount: 10,
			currency: 'ZAR',
			accountNumber: '…90',
			bank: 'fnb',
		});
		expect((await service.client.summary()).disbursements).toBe(0);
	});

	it('finds two rows with the same nonce before sending and fails the second', async () => {
		const { outputs } = await runStitch({
			parameters: payoutParameters(),
			credential: service.credential(),
			onError: 'continueErrorOutput',
			rows: [payoutRow('same'), payoutRow('other', { amount: 20 }), payoutRow('same')],
		});

		expect(outputs[0]?.map(({ json }) => json.externalReference)).toEqual(['same', 'other']);
		expect(outputs[1]?.map(({ json }) => json.error)).toEqual([
			"'External Reference' is the same as that of item 0",
		]);
		expect((await service.client.summary()).disbursements).toBe(2);
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

	it('says so on the error output of every item', async () => {
		const baseUrl = `={{ '${service.simulator.baseUrl}'.replace(/\\/v2$/, $json.path) }}`;
		const { outputs } = await runStitch({
			parameters: payoutParameters(),
			credential: credentialWith({ baseUrl }),
			onError: 'continueErrorOutput',
			rows: [payoutRow('a', { path: '/v2' }), payoutRow('b', { path: '/v3' })],
		});
		const sentence =
			'The credential gives item 1 a different REST Address than item 0, but one run can use only one';
		expect(outputs[1]?.map(({ json }) => json.error)).toEqual([sentence, sentence]);
		expect((await service.client.summary()).requests).toBe(0);
	});
});

function range(from: number, to: number): number[] {
	return Array.from({ length: to - from }, (_, index) => from + index);
}
