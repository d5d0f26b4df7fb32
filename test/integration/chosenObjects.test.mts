import type { IDataObject, INodeParameterResourceLocator } from 'n8n-workflow';

import { runStitch, searchList } from './harness.mts';
import { payoutParameters, payoutRow } from './payout.mts';
import { simulatedService } from './service.mts';

const service = simulatedService();
const scopes = ['client_disbursement', 'client_paymentrequest', 'client_refund'];
const credential = (chosen = [...scopes, 'client_terminal_session']) => service.credential(chosen);

async function run(parameters: IDataObject, rows: IDataObject[] = [{}], chosen?: string[]) {
	const { outputs, error } = await runStitch({
		parameters,
		credential: credential(chosen),
		rows,
	});
	return { items: (outputs[0] ?? []).map(({ json }) => json), error };
}

const by = (mode: string, value: unknown) =>
	({ __rl: true, mode, value }) as INodeParameterResourceLocator & IDataObject;
const byReference = (value: unknown) => by('externalReference', value);

async function pay(...references: string[]): Promise<IDataObject[]> {
	const rows = references.map((reference) => payoutRow(reference));
	const { items, error } = await run(payoutParameters(), rows);
	expect(error).toBeUndefined();
	return items;
}

async function ask(externalReference: string): Promise<IDataObject | undefined> {
	const { items, error } = await run({
		resource: 'paymentRequest',
		operation: 'create',
		amount: '100',
		externalReference,
		payerReference: 'Order',
		settleTo: 'merchant',
		merchantId: 'merchant-1',
	});
	expect(error).toBeUndefined();
	return items[0];
}

const charge = async (reference: string) => {
	const { items } = await run({
		resource: 'terminalSession',
		operation: 'create',
		amount: '40',
		terminalId: 'terminal-1',
		externalReference: reference,
	});
	return items[0] ?? {};
};

it('a bank makes the same payment by its name and by its ID', async () => {
	const pays = async (bank: IDataObject) =>
		await run(payoutParameters({}, { bank }), [payoutRow('salary-1')]);
	await pays(by('name', 'FNB'));
	await service.simulator.control.advance(10_000);
	const { items } = await pays(by('list', 'fnb'));
	expect(items).toMatchObject([{ alreadyExisted: true }]);
	expect(items[0]).not.toHaveProperty('notAsAsked');
	expect((await service.client.summary()).disbursements).toBe(1);
});

describe('by external reference', () => {
	it('a disbursement is read for each row', async () => {
		await pay('salary-1', 'salary-2');
		const { items, error } = await run(
			{
				resource: 'disbursement',
				operation: 'get',
				disbursementId: byReference('={{ $json.reference }}'),
			},
			[{ reference: 'salary-2' }, { reference: 'salary-1' }],
		);
		expect(error).toBeUndefined();
		expect(items).toMatchObject([
			{ externalReference: 'salary-2' },
			{ externalReference: 'salary-1' },
		]);
	});

	const refund = {
		resource: 'refund',
		operation: 'create',
		paymentRequestId: byReference('order-1'),
		amount: '40.50',
		beneficiaryReference: 'Refund 1',
	};

	it('a payment request is refunded once, however often it runs, and the refund is read', async () => {
		const request = await ask('order-1');
		await service.simulator.control.payer('pay', String(request?.id));
		const first = await run(refund);
		expect(first.error).toBeUndefined();
		await service.simulator.control.advance(10_000);
		const second = await run(refund);
		expect(second.items).toMatchObject([{ id: first.items[0]?.id, alreadyExisted: true }]);
		// Named by its ID, it is the same refund: the nonce does not come from how it is named.
		const third = await run({ ...refund, paymentRequestId: by('id', request?.id) });
		expect(third.items).toMatchObject([{ id: first.items[0]?.id, alreadyExisted: true }]);
		expect((await service.client.summary()).refunds).toBe(1);
		const read = await run({
			resource: 'refund',
			operation: 'get',
			refundId: byReference('order-1'),
		});
		expect(read.items).toMatchObject([{ id: first.items[0]?.id, amount: 40.5 }]);
	});
});

describe('a list of the panel', () => {
	it('shows payouts newest first, page by page, with amount, payee and date', async () => {
		await pay(...Array.from({ length: 120 }, (_, number) => `salary-${number}`));
		const first = await searchList('searchDisbursements', credential());
		expect(first.results).toHaveLength(100);
		expect(first.results[0]?.name).toMatch(
			/^R10\.00 · N Test · \d+ \w+ \d{4}, \d\d:\d\d · pending · salary-119$/,
		);
		const { paginationToken } = first;
		const second = await searchList('searchDisbursements', credential(), { paginationToken });
		expect(second.results).toHaveLength(20);
		expect(second.paginationToken).toBeUndefined();
		const values = [...first.results, ...second.results].map(({ value }) => value);
		expect(new Set(values).size).toBe(120);
	});

	it('shows what its choice then names: a payment request, a refund, a terminal session', async () => {
		const request = await ask('order-1');
		await service.simulator.control.payer('pay', String(request?.id));
		const refunded = await run({
			resource: 'refund',
			operation: 'create',
			paymentRequestId: by('list', request?.id),
			amount: '40.50',
			beneficiaryReference: 'Refund 1',
		});
		const session = await charge('receipt-1');
		for (const [method, value, name] of [
			['searchPaymentRequests', request?.id, /^R100\.00 · Order · .* · completed · order-1$/],
			['searchTerminalSessions', session.id, /^R40\.00 · .* · pending · receipt-1$/],
		] as const) {
			const { results } = await searchList(method, credential());
			expect(results).toEqual([{ name: expect.stringMatching(name), value }]);
		}
		const refunds = await searchList('searchRefunds', credential());
		expect(refunds.results).toEqual([
			{
				name: expect.stringMatching(/^R40\.50 · Refund 1 · .* · pending/),
				value: refunded.items[0]?.id,
			},
		]);
		const rest = await searchList('searchRefunds', credential(), {
			paginationToken: refunds.paginationToken,
		});
		expect(rest).toEqual({ results: [], paginationToken: undefined });
	});
});
