import type { Credential, Execution, NewWorkflow } from '../../host/api.mts';
import type { TestClient } from '../../simulator/control-client.mts';
import type { Environment } from './environment.mts';
import { until } from './until.mts';
import { chain, manualTrigger, outputOf, saveCredential, stitch } from './workflows.mts';

/** Requests that pay, for faults. */
export const PAYOUTS = { method: 'POST', path: '/v2/disbursements' };

/**
 * A workflow that pays so many rows, each with a reference of its own, in its node "Pay".
 * @param settings of the node, beside its parameters
 */
export async function payroll(
	environment: Pick<Environment, 'api' | 'service'>,
	client: TestClient,
	count: number,
	options: Record<string, unknown> = {},
	settings: Record<string, unknown> = {},
	credential?: Credential,
): Promise<NewWorkflow> {
	const parameters = {
		resource: 'disbursement',
		operation: 'create',
		amount: '10.00',
		externalReference: '={{ $json.reference }}',
		beneficiaryName: 'Payee',
		bank: 'fnb',
		accountNumber: '1234567890',
		beneficiaryReference: 'Salary',
		options,
	};
	const rows = Array.from({ length: count }, (_, row) => ({ reference: `employee-${row}` }));
	const pay = stitch(
		'Pay',
		credential ?? (await saveCredential(environment, client)),
		parameters,
		settings,
	);
	return chain('Payroll', [manualTrigger(), pay], rows);
}

/** Resolves when the service has accepted so many of a client's payouts. */
export async function untilAccepted(client: TestClient, count: number): Promise<void> {
	const accepted = async () => (await client.summary()).disbursements >= count;
	await until(accepted, { interval: 5 });
}

/** Every row has the disbursement that the service made for it, and the service made no other. */
export async function expectEachPaidOnce(
	client: TestClient,
	run: Execution,
	count: number,
): Promise<void> {
	const { disbursements } = await client.ledger();
	const paid = disbursements.map(({ externalReference, id }) => `${externalReference} ${id}`);
	const returned = outputOf(run, 'Pay').map(({ json }) => `${json.externalReference} ${json.id}`);
	expect(paid.length).toBe(count);
	expect(new Set(disbursements.map(({ externalReference }) => externalReference)).size).toBe(count);
	expect(returned.sort()).toEqual(paid.sort());
}
