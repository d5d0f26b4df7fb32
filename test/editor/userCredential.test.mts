import { callbackOf, saveUserCredential } from '../e2e/support/userCredential.mts';
import {
	chain,
	manualTrigger,
	node,
	outputOf,
	runToEnd,
	STITCH,
} from '../e2e/support/workflows.mts';
import type { Credential, Execution } from '../host/api.mts';
import { personAtEditor } from './person.mts';

const accounts = { resource: 'bankAccount', operation: 'getAll' };
const query = { resource: 'graphql', operation: 'execute', authentication: 'userToken' };

describe('a person who adds the credential "Stitch User OAuth2 API" in the editor', () => {
	const person = personAtEditor();
	const { step } = person;
	let credential: Credential;

	beforeAll(async () => {
		const { environment } = person;
		const redirectUris = [callbackOf(environment)];
		const client = await environment.control.createClient({ redirectUris });
		credential = await saveUserCredential(environment, client);
	});

	async function readAccounts(): Promise<Execution> {
		const credentials = { stitchUserOAuth2Api: { id: credential.id, name: credential.name } };
		const read = { ...node('Read', STITCH, 1, accounts), credentials };
		return await runToEnd(person.environment.api, chain('Accounts', [manualTrigger(), read], [{}]));
	}

	step(
		'presses the connect button, agrees on the page that opens, and reads accounts',
		async () => {
			const { editor } = person;
			await editor.connect(credential.name);
			await editor.screenshot('user-credential', editor.credential);
			expect(outputOf(await readAccounts(), 'Read')).toHaveLength(2);
		},
	);

	step('is asked for it by what reads as that person', async () => {
		const { editor } = person;
		const read = node('Read', STITCH, 1, accounts);
		const ask = { ...node('Ask', STITCH, 1, query), position: [250, 0] as [number, number] };
		const saved = { name: 'In the editor', nodes: [read, ask], connections: {} };
		const { id } = await person.environment.api.createWorkflow(saved);
		await editor.openNode(id, read.id ?? '');
		await editor.chooseCredential(credential.name);
		await editor.openOther(ask.name);
		await editor.chooseCredential(credential.name);
	});
});
