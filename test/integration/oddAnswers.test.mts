import type { IDataObject } from 'n8n-workflow';

import type { FaultRule } from '../simulator/faults.mts';
import { worlds, type World } from '../simulator/worlds.mts';
import { runStitch } from './harness.mts';
import { quickClock } from './quickClock.mts';
import { toErrorOutput } from './recurring.mts';
import { credentialFor, simulatedService } from './service.mts';

const service = simulatedService({ seed: 77 });

const scopes = [
	...['client_paymentrequest', 'client_refund', 'transaction_initiate'],
	'client_recurringpaymentconsentrequest',
];

type Run = (parameters: IDataObject) => Promise<IDataObject>;

const link = (externalReference: string, amount: number): IDataObject => ({
	...{ resource: 'paymentRequest', operation: 'create', amount, externalReference },
	...{ payerReference: 'Order', settleTo: 'merchant', merchantId: 'merchant-1' },
	additionalFields: { expireAt: '2100-01-01T00:00:00Z' },
});

async function charge(run: Run, externalReference: string): Promise<IDataObject> {
	const asked = { resource: 'paymentConsent', operation: 'create', paymentMethod: 'card' };
	const { id } = await run(asked);
	await service.simulator.control.consent('grant', String(id));
	return {
		...{ resource: 'charge', operation: 'create', chargeWith: 'paymentConsent' },
		...{ paymentConsentId: id, amount: 100, externalReference, nonceSource: 'externalReference' },
	};
}

const refund = (of: IDataObject): IDataObject => ({
	...{ resource: 'refund', operation: 'create', amount: 10, nonceSource: 'itemContent' },
	...of,
});

const byId = (id: unknown) => ({ __rl: true, mode: 'id', value: id });

/** What moves money besides payouts and card machines: the request, and what it makes. */
const kinds = {
	'a payment link': {
		match: { method: 'POST', path: '/v2/payment-requests' },
		made: 'paymentRequests',
		parameters: async () => await Promise.resolve(link('order-1', 10)),
	},
	'a charge': {
		match: { operation: 'initiateTransaction' },
		made: 'charges',
		parameters: async (run: Run) => await charge(run, 'sub-1'),
	},
	'the refund of a charge': {
		match: { operation: 'refundTransactionInitiate' },
		made: 'chargeRefunds',
		async parameters(run: Run) {
			const { id } = await run(await charge(run, 'sub-2'));
			return refund({ refundOf: 'recurringCharge', recurringChargeId: byId(id) });
		},
	},
	'the refund of an online payment': {
		match: { operation: 'clientRefundInitiate' },
		made: 'paymentRefunds',
		async parameters(run: Run) {
			const { id } = await run(link('order-2', 100));
			await service.simulator.control.payer('pay', String(id));
			const of = { refundOf: 'paymentRequest', paymentRequestId: byId(id) };
			return refund({ ...of, beneficiaryReference: 'Refund' });
		},
	},
} as const;

const record = {
	...{ id: 'odd', status: 'pending', amount: { quantity: '9999.00', currency: 'ZAR' } },
	interaction: { type: 'redirect', url: 'https://pay.example/odd' },
};

const noResults = {
	...{ clientRefundInitiate: null, initiateTransaction: null, refundTransactionInitiate: null },
};

/** Answers that say nothing of what was done; all of these requests were processed. */
const answers: Record<string, Omit<FaultRule, 'match' | 'processed'>> = {
	'is an error with the status 200': { kind: 'status', status: 200, body: { code: 'INTERNAL' } },
	'is empty': { kind: 'status', status: 200, body: {} },
	'has no result': { kind: 'status', status: 200, body: { data: noResults } },
	'says that it is still to come': { kind: 'status', status: 202, body: { status: 'pending' } },
	'is another record': { kind: 'status', status: 201, body: record },
	'is a page with the status 200': { kind: 'html-page', status: 200 },
	'is a redirect': { kind: 'status', status: 302, body: {} },
	'is cut off': { kind: 'malformed-json' },
	'never comes': { kind: 'lost-answer' },
};

const some: Array<[string, World]> = [
	'as the specification reads most simply',
	'that looks at its state before the nonce, and lists late',
].map((name) => [name, worlds[name as keyof typeof worlds]]);

describe.each(some)('at a service %s', (_world, world) => {
	quickClock();

	it.each(Object.entries(kinds))(
		'%s is made once and never called unmade, whatever the answer is',
		async (_kind, { match, made, parameters }) => {
			for (const [answer, rule] of Object.entries(answers)) {
				const client = await service.simulator.control.createClient(world);
				const credential = credentialFor(service.simulator, client, scopes);
				const run: Run = async (given) => {
					const { outputs } = await runStitch({
						...{ parameters: { options: {}, ...given }, credential, rows: [{}] },
						...toErrorOutput,
					});
					return outputs.flat()[0]?.json ?? {};
				};
				const given = await parameters(run);
				await service.simulator.control.advance(300_000);
				const ids = async () =>
					((await client.ledger())[made] as Array<{ id: string }>).map(({ id }) => id);
				const before = await ids();
				await client.addFaults({ ...rule, processed: true, match });
				const first = await run(given);
				const [own, ...others] = (await ids()).filter((id) => !before.includes(id));
				expect([answer, others]).toEqual([answer, []]);
				const { happened } = (first.details ?? {}) as IDataObject;
				expect([answer, first.id ?? happened]).toEqual([answer, first.error ? 'maybe' : own]);
				await client.clearFaults();
				await service.simulator.control.advance(300_000);
				const second = await run(given);
				expect([answer, second.id, second.alreadyExisted]).toEqual([answer, own, true]);
				expect(await ids()).toHaveLength(before.length + 1);
			}
		},
	);
});
