import { findOperation } from '../../../nodes/Stitch/catalogue/resources';
import type { N8nApi, WorkflowNode } from '../../host/api.mts';
import { clientScopes } from '../../simulator/scopes.mts';
import { ownService } from '../support/ownService.mts';
import { Records } from '../support/records.mts';
import { callbackOf, connectedUser } from '../support/userCredential.mts';
import { node, saveCredential, stitch, STITCH } from '../support/workflows.mts';
import type { OperationRow } from './tables/row.mts';

/**
 * The suite's n8n with a service of its own, whose clock stands still: nothing is paid or expires
 * while a test looks. Every test has a new client.
 */
export function operationService() {
	const service = ownService(9);
	let records: Records;

	beforeEach(async () => {
		const { environment } = service;
		const redirectUris = [callbackOf(environment)];
		records = new Records(environment, await environment.control.createClient({ redirectUris }));
	});

	/** A node of ours as somebody sets it up, with the credential that the operation goes out with. */
	async function ours({
		operation,
		parameters,
	}: Pick<OperationRow, 'operation' | 'parameters'>): Promise<WorkflowNode> {
		const [resource = '', value = ''] = operation.split('.');
		const filledIn = { resource, operation: value, ...parameters };
		const { token } = findOperation(resource, value) ?? {};
		const { environment } = service;
		const { client } = records;
		if (token === 'user' || parameters.authentication === 'userToken') {
			const { id, name } = await connectedUser(environment, client);
			const credentials = { stitchUserOAuth2Api: { id, name } };
			return { ...node('Ours', STITCH, 1, filledIn), credentials };
		}
		const credential = await saveCredential(environment, client, [...clientScopes]);
		return stitch('Ours', credential, filledIn);
	}

	return {
		api: (): N8nApi => service.environment.api,
		records: (): Records => records,
		ours,
	};
}
