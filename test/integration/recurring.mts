import type { IDataObject } from 'n8n-workflow';

import { runStitch, type RunInput } from './harness.mts';
import type { simulatedService } from './service.mts';

/** What the operations for recurring payments need. */
const recurringScopes = [
	'client_recurringpaymentconsentrequest',
	'transaction_initiate',
	'client_card',
	'client_refund',
];

type Settings = Partial<Omit<RunInput, 'parameters' | 'credential' | 'rows'>>;

export const toErrorOutput: Settings = { onError: 'continueErrorOutput' };

/** Runs the node against a simulated service, with payers who agree. */
export function recurringRuns(service: ReturnType<typeof simulatedService>) {
	/** Runs the node and tells what came out on either output. */
	async function run(parameters: IDataObject, rows: IDataObject[] = [{}], settings: Settings = {}) {
		const { outputs, error } = await runStitch({
			parameters,
			credential: service.credential(recurringScopes),
			rows,
			...settings,
		});
		const [done = [], refused = []] = outputs.map((items) => items.map(({ json }) => json));
		return { done, refused, error };
	}

	/** The ID of a payment consent that nobody has agreed to yet. */
	async function asked(more: IDataObject = {}): Promise<string> {
		const { done, error } = await run({
			resource: 'paymentConsent',
			operation: 'create',
			paymentMethod: 'card',
			...more,
		});
		if (error) throw error;
		return String(done[0]?.id);
	}

	return {
		run,
		asked,
		/** The same, once the payer has agreed. */
		async granted(more: IDataObject = {}): Promise<string> {
			const id = await asked(more);
			await service.simulator.control.consent('grant', id);
			await service.simulator.control.advance(5000);
			return id;
		},
		charge: async (rows: IDataObject[], options: IDataObject = {}, settings: Settings = {}) =>
			await run({ ...chargeParameters, options }, rows, settings),
	};
}

export const capitec = {
	paymentMethod: 'capitecPay',
	maximumAmount: '150',
	frequency: 'MONTHLY',
	paymentDescription: 'Example Gym',
};

/** Parameters of Charge → Create that read each row. */
export const chargeParameters = {
	resource: 'charge',
	operation: 'create',
	chargeWith: 'paymentConsent',
	paymentConsentId: '={{ $json.consent }}',
	amount: '={{ $json.amount }}',
	externalReference: '={{ $json.reference }}',
	payerReference: 'Gym Nov',
	nonceSource: 'externalReference',
};
