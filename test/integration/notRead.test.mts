import type { IDataObject, INodeParameterResourceLocator } from 'n8n-workflow';

import { runStitch, searchList } from './harness.mts';
import { payoutParameters, payoutRow } from './payout.mts';
import { recurringRuns, recurringScopes } from './recurring.mts';
import { simulatedService } from './service.mts';

const service = simulatedService({ seed: 61 });
const { granted, charge } = recurringRuns(service);
const scopes = [...recurringScopes, 'client_disbursement', 'client_paymentrequest'];

async function run(parameters: IDataObject, rows: IDataObject[] = [{}]) {
	const { outputs, error } = await runStitch({
		parameters: { options: {}, ...parameters },
		credential: service.credential(scopes),
		rows,
	});
	return { item: outputs[0]?.[0]?.json ?? {}, items: outputs[0]?.length ?? 0, error };
}

const by = (mode: string, value: string) =>
	({ __rl: true, mode, value }) as INodeParameterResourceLocator & IDataObject;

const order = {
	resource: 'paymentRequest',
	operation: 'create',
	amount: '100',
	externalReference: 'order-1',
	payerReference: 'Order',
	settleTo: 'merchant',
	merchantId: 'merchant-1',
	options: { oneLinkPerReference: true },
};
const payouts = { resource: 'disbursement', operation: 'getAll' };
const refund = {
	resource: 'refund',
	operation: 'create',
	refundOf: 'paymentRequest',
	amount: '40',
	reason: 'requested_by_customer',
	beneficiaryReference: 'Refund',
};

/** One of each, made while Stitch offered everything. */
async function objects() {
	const payout = await run(payoutParameters(), [payoutRow('pay-1')]);
	const link = await run(order);
	const id = String(link.item.id);
	await service.simulator.control.payer('pay', id);
	await service.simulator.control.advance(180_000);
	const paymentRequest = by('id', id);
	const refunded = await run({ ...refund, paymentRequestId: paymentRequest });
	const consent = await granted();
	const charged = await charge([{ consent, amount: '99', reference: 'sub-1' }]);
	for (const { error } of [payout, link, refunded, charged]) expect(error?.message).toBeUndefined();
	return {
		paymentRequest: id,
		payout: String(payout.item.id),
		refund: String(refunded.item.id),
		consent,
		charge: String(charged.done[0]?.id),
	};
}

describe.each([200, 400] as const)(
	'a Stitch without young fields, which refuses documents with HTTP %d',
	(refusedDocumentStatus) => {
		let made: Awaited<ReturnType<typeof objects>>;

		beforeEach(async () => {
			made = await objects();
			await service.client.change({ lacksYoungFields: true, refusedDocumentStatus });
		});

		it('is searched by what has always been there: reference, nonce and the lists of the editor', async () => {
			const again = await run(order);
			expect(again.error).toBeUndefined();
			expect(again.item).toMatchObject({ id: made.paymentRequest, alreadyExisted: true });
			for (const [resource, parameter] of [
				['paymentRequest', 'paymentRequestId'],
				['refund', 'refundId'],
			] as const) {
				const named = { [parameter]: by('externalReference', 'order-1') };
				const { item, error } = await run({ resource, operation: 'get', ...named });
				expect(error?.message).toBeUndefined();
				expect(item.id).toBe(resource === 'refund' ? made.refund : made.paymentRequest);
			}
			const paid = await run(payoutParameters(), [payoutRow('pay-1')]);
			expect(paid.item).toMatchObject({ id: made.payout, alreadyExisted: true });
			for (const [method, id] of [
				['searchPaymentRequests', made.paymentRequest],
				['searchDisbursements', made.payout],
				['searchRefunds', made.refund],
			] as const) {
				const { results } = await searchList(
					method,
					service.credential([...scopes, 'client_card']),
				);
				expect(results).toMatchObject([{ value: id }]);
			}
		});

		it('cannot be searched for a payout by its reference, and the message does not ask the user to fix it', async () => {
			const byReference = [
				{ ...payouts, filters: { externalReference: 'pay-1' } },
				{
					resource: 'disbursement',
					operation: 'get',
					disbursementId: by('externalReference', 'pay-1'),
				},
			];
			for (const parameters of byReference) {
				const { error } = await run(parameters);
				expect(error?.message).toMatch(/^This version of the node asks Stitch for something/);
			}
		});
	},
);
