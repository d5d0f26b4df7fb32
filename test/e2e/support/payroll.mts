import type { Credential, Execution, NewWorkflow } from '../../host/api.mts';
import { until } from '../../host/until.mts';
import type { TestClient } from '../../simulator/controlClient.mts';
import type { Environment } from './environment.mts';
import { Records } from './records.mts';
import { chain, manualTrigger, outputOf, saveCredential, stitch } from './workflows.mts';

/** Requests that pay, for faults. */
export const PAYOUTS = { method: 'POST', path: '/v2/disbursements' };

/** Money that a workflow moves, row by row, and where the service shows it. */
export interface Moved {
	/** Of the node, which moves it once for each reference. */
	parameters: Record<string, unknown>;
	scopes: string[];
	/** The requests that move it, for faults. */
	requests: { method?: string; path?: string; operation?: string };
	/** Its name in the ledger. */
	list: 'disbursements' | 'charges';
}

export const payouts: Moved = {
	parameters: {
		resource: 'disbursement',
		operation: 'create',
		amount: '10.00',
		beneficiaryName: 'Payee',
		bank: 'fnb',
		accountNumber: '1234567890',
		beneficiaryReference: 'Salary',
	},
	scopes: ['client_disbursement'],
	requests: PAYOUTS,
	list: 'disbursements',
};

/** Charges of a payer who has agreed to them. */
export async function chargesOf(
	service: Pick<Environment, 'control' | 'service'>,
	client: TestClient,
): Promise<Moved> {
	const { id } = await new Records(service, client).grantedConsent('member');
	return {
		parameters: {
			resource: 'charge',
			operation: 'create',
			chargeWith: 'paymentConsent',
			paymentConsentId: id,
			amount: '10.00',
		},
		scopes: ['client_recurringpaymentconsentrequest', 'transaction_initiate'],
		requests: { operation: 'initiateTransaction' },
		list: 'charges',
	};
}

/**
 * A workflow that moves money for so many rows, each with a reference of its own, in its node "Pay".
 * @param more settings of the node beside its parameters, another credential than one of this client,
 * and what is moved
 */
export async function payroll(
	environment: Pick<Environment, 'api' | 'service'>,
	client: TestClient,
	count: number,
	options: Record<string, unknown> = {},
	more: { settings?: Record<string, unknown>; credential?: Credential; moved?: Moved } = {},
): Promise<NewWorkflow> {
	const { settings, credential, moved = payouts } = more;
	const parameters = {
		...moved.parameters,
		externalReference: '={{ $json.reference }}',
		options,
	};
	const rows = Array.from({ length: count }, (_, row) => ({ reference: `employee-${row}` }));
	const pay = stitch(
		'Pay',
		credential ?? (await saveCredential(environment, client, moved.scopes)),
		parameters,
		settings,
	);
	return chain('Payroll', [manualTrigger(), pay], rows);
}

/** Resolves when the service has accepted so many of a client's payouts. */
export async function untilAccepted(client: TestClient, count: number): Promise<void> {
	await until(
		`${count} accepted payouts`,
		async () => (await client.summary()).disbursements,
		(accepted) => accepted >= count,
		{ interval: 5 },
	);
}

/** Resolves when an execution has finished, which may take as long as the service is asked for something. */
export async function paidOff(
	{ api }: Pick<Environment, 'api'>,
	client: TestClient,
	executionId: string,
): Promise<Execution> {
	await until(
		`execution ${executionId} to finish, while the service counts requests`,
		async () => ({
			status: (await api.execution(executionId)).status,
			requests: (await client.summary()).requests,
		}),
		({ status }) => status !== 'running' && status !== 'new',
	);
	return await api.finished(executionId);
}

/** Every row has what the service made for it, and the service made no other. */
export async function expectEachPaidOnce(
	client: TestClient,
	run: Execution,
	count: number,
	list: Moved['list'] = 'disbursements',
): Promise<void> {
	const made = (await client.ledger())[list];
	const paid = made.map(({ externalReference, id }) => `${externalReference} ${id}`);
	const returned = outputOf(run, 'Pay').map(({ json }) => `${json.externalReference} ${json.id}`);
	expect(paid.length).toBe(count);
	expect(new Set(made.map(({ externalReference }) => externalReference)).size).toBe(count);
	expect(returned.sort()).toEqual(paid.sort());
}
