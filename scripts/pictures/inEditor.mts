import type { Credential, N8nApi } from '../../test/host/api.mts';
import { Editor } from '../../test/editor/editor.mts';
import { chain, manualTrigger, stitch } from '../../test/e2e/support/workflows.mts';
import type { Camera } from './camera.mts';

const fnb = { __rl: true, mode: 'list', value: 'fnb', cachedResultName: 'FNB' };
const account = { bank: fnb, accountNumber: '1234567890' };

/** The first steps of the README, by the names of their pictures. */
const FIRST_STEPS = {
	'first-payout': {
		name: 'Create disbursement (payout)',
		parameters: {
			...{ resource: 'disbursement', operation: 'create', amount: '10.00', ...account },
			...{ externalReference: 'first-payout-1', beneficiaryName: 'T Tester' },
			beneficiaryReference: 'First payout',
		},
	},
	'payment-request': {
		name: 'Create payment request (payment link)',
		parameters: {
			...{ resource: 'paymentRequest', operation: 'create', amount: '149.50', ...account },
			...{ externalReference: 'order-1017', payerId: 'customer-204' },
			...{ payerReference: 'Order 1017', beneficiaryName: 'Example Shop' },
		},
	},
};

/** The panels of the first steps with what comes out of them, and the credential. */
export async function takeEditor(
	editor: Editor,
	api: N8nApi,
	credential: Credential,
	camera: Camera,
): Promise<void> {
	for (const [picture, { name, parameters }] of Object.entries(FIRST_STEPS)) {
		if (!camera.wants(picture)) continue;
		const start = { ...manualTrigger(), name: 'When clicking ‘Execute workflow’' };
		const paying = stitch(name, credential, parameters);
		const { pinData: _, ...workflow } = chain(picture, [start, paying], []);
		const { id } = await api.createWorkflow(workflow);
		await editor.openNode(id, paying.id ?? '');
		await editor.executeStep();
		await editor.outputItems();
		await camera.part(picture, await editor.openedNode());
	}
	if (camera.wants('credential')) {
		await editor.openCredential(credential.name);
		await editor.credential.getByText('Connection tested successfully').waitFor();
		await camera.part('credential', editor.credential);
	}
}
