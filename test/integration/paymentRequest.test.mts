import type { IDataObject } from 'n8n-workflow';

import { runStitch } from './harness.mts';
import { worlds, type World } from '../simulator/worlds.mts';
import { simulatedService } from './service.mts';

const service = simulatedService({ seed: 4 });

/** Parameters of Payment Request → Create. */
const simple = {
	amount: '150.50',
	externalReference: 'order-1',
	payerReference: 'Order 1',
	beneficiaryName: 'Example Shop',
	bank: 'fnb',
	accountNumber: '1234567890',
};

/** Runs an operation of Payment Request over some rows. */
async function run(operation: string, parameters: IDataObject, rows: IDataObject[] = [{}]) {
	return await runStitch({
		parameters: { resource: 'paymentRequest', operation, ...parameters },
		credential: service.credential(['client_paymentrequest']),
		rows,
	});
}

/** Creates one payment request and returns what the node put out. */
async function created(more: IDataObject = {}): Promise<IDataObject & { id: string }> {
	const { outputs, error } = await run('create', { ...simple, ...more });
	expect(error).toBeUndefined();
	return outputs[0]?.[0]?.json as IDataObject & { id: string };
}

describe('Create', () => {
	it('is accepted by the service with every field filled in', async () => {
		const request = await created({
			paymentMethods: ['absaEft', 'capitecPay', 'card', 'crypto', 'eft'],
			payerId: 'customer-204',
			additionalFields: {
				beneficiaryReference: 'Order 1 shop',
				expireAt: '={{ $now.plus({ days: 3 }) }}',
				metadata: {
					entry: [
						{ key: 'department', value: 'sales' },
						{ key: 'basket', value: '={{ { items: [1, 2] } }}' },
					],
				},
				payer: {
					details: {
						accountCreatedDate: '={{ $today.minus({ years: 1 }) }}',
						documentNumber: 'A0000000',
						documentType: 'passport',
						email: 'name@example.com',
						fullName: 'N Test',
						mobileNumber: '+27820000000',
					},
				},
				redirect: {
					addresses: {
						redirectUrl: 'http://localhost:5678/back?x=1',
						failureRedirectUrl: 'http://localhost:5678/sorry',
					},
				},
				restrictPayerBank: 'capitec',
				splitSettlement: { part: { merchantId: 'merchant-2', amount: '50.25' } },
			},
		});
		expect(request).toMatchObject({
			status: 'pending',
			amount: 150.5,
			currency: 'ZAR',
		});
		const days = (Date.parse(String(request.expireAt)) - Date.now()) / 86_400_000;
		expect(days).toBeGreaterThan(2.9);
		expect(days).toBeLessThan(3.1);
	});

	it('creates one link for a reference, however often the workflow runs, until it can no longer be paid', async () => {
		const first = await created();
		expect(first.alreadyExisted).toBe(false);
		expect(await created()).toMatchObject({ id: first.id, alreadyExisted: true });
		await service.simulator.control.payer('pay', first.id);
		const paid = await run('create', simple);
		expect(paid.error?.message).toContain('was paid on ');
		const other = await run('create', { ...simple, amount: '99' });
		expect(other.error?.message).toContain("'Amount' was R150.50 and is now R99.00");

		const second = await created({ externalReference: 'order-2' });
		await run('cancel', { paymentRequestId: second.id, reason: 'Mistyped' });
		const third = await created({ externalReference: 'order-2', amount: '99' });
		expect(third).toMatchObject({ status: 'pending', alreadyExisted: false });
		expect((await service.client.summary()).paymentRequests).toBe(3);
	});

	it.each<[string, World]>(Object.entries(worlds))(
		'creates one link for a reference at a service %s',
		async (_, world) => {
			await service.client.change(world);
			const once = await run('create', simple);
			if (world.lists === 'forbidden') {
				expect(once.error?.message).toContain(
					'No link was created: the node could not check whether there is one with the reference order-1',
				);
				expect(once.error?.description).toContain("turn off 'One Link per Reference'");
				expect((await service.client.summary()).paymentRequests).toBe(0);
				const blind = await created({ options: { oneLinkPerReference: false } });
				expect(blind.paymentUrl).toMatch(/^http/);
				return;
			}
			expect(once.outputs[0]?.[0]?.json).toMatchObject({ alreadyExisted: false });
			const { paymentUrl } = once.outputs[0]?.[0]?.json ?? {};
			await service.simulator.control.advance(world.listedAfterMs ?? 0);
			expect(await created()).toMatchObject({ paymentUrl, alreadyExisted: true });
			expect((await service.client.summary()).paymentRequests).toBe(1);
		},
	);

	it('can choose the way to pay and the destination by expression', async () => {
		const rows = [
			{ order: 'order-1', methods: ['eft'], to: 'bankAccount' },
			{ order: 'order-2', methods: ['card'], to: 'merchant' },
		];
		const choose = {
			externalReference: '={{ $json.order }}',
			paymentMethods: '={{ $json.methods }}',
			settleTo: '={{ $json.to }}',
			merchantId: 'merchant-1',
			simplify: false,
		};
		const { outputs, error } = await run('create', { ...simple, ...choose }, rows);
		expect(error).toBeUndefined();
		expect(outputs[0]?.map(({ json }) => json.merchantId)).toEqual([undefined, 'merchant-1']);
	});
});
