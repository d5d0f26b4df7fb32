import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Credential, N8nApi, NewWorkflow, SavedWorkflow } from '../../test/host/api.mts';
import { packageJson, projectFolder } from '../../test/host/project.mts';
import { clientScopes } from '../../test/simulator/scopes.mts';
import type { RunningSimulator } from '../../test/simulator/start.mts';

const CREDENTIAL_TYPE = 'stitchApi';
const CREDENTIAL_NAME = 'Stitch API (simulator)';
const EXAMPLES = join(projectFolder, 'examples');

/**
 * Creates the credential for the simulator's test client, or brings that of an earlier start up to
 * date, and has n8n test it.
 * @throws when the test does not succeed, with n8n's sentence
 */
export async function provideCredential(
	api: N8nApi,
	simulator: RunningSimulator,
): Promise<Credential> {
	const { baseUrl, authUrl, graphqlUrl, client } = simulator;
	const wanted = {
		name: CREDENTIAL_NAME,
		type: CREDENTIAL_TYPE,
		// No token: one of an earlier start belongs to a simulator that has ended.
		data: { ...client, chosenScopes: clientScopes, baseUrl, authUrl, graphqlUrl },
	};
	const known = (await api.credentials()).find(({ name }) => name === CREDENTIAL_NAME);
	const credential = known
		? await api.updateCredential(known.id, wanted)
		: await api.createCredential(wanted);
	const { status, message } = await api.testCredential({ ...wanted, id: credential.id });
	if (status !== 'OK') throw new Error(`The test of the credential answered: ${message}`);
	return credential;
}

/**
 * Creates the example workflows, or brings those of an earlier start up to date.
 * @returns the workflows by the name of their file
 */
export async function provideWorkflows(
	api: N8nApi,
	credential: Credential,
): Promise<Map<string, SavedWorkflow>> {
	const known = await api.workflows();
	const saved = new Map<string, SavedWorkflow>();
	for (const file of readdirSync(EXAMPLES).filter((name) => name.endsWith('.json'))) {
		const workflow = withCredential(readWorkflow(file), credential);
		const earlier = known.find(({ name }) => name === workflow.name);
		saved.set(
			file,
			earlier ? await api.updateWorkflow(earlier.id, workflow) : await api.createWorkflow(workflow),
		);
	}
	return saved;
}

function readWorkflow(file: string): NewWorkflow {
	return JSON.parse(readFileSync(join(EXAMPLES, file), 'utf8')) as NewWorkflow;
}

/** Gives our nodes the credential, as a person does after an import; a file names none. */
function withCredential(workflow: NewWorkflow, { id, name }: Credential): NewWorkflow {
	const ours = `${packageJson().name}.`;
	const nodes = workflow.nodes.map((node) =>
		node.type.startsWith(ours) && !node.credentials
			? { ...node, credentials: { [CREDENTIAL_TYPE]: { id, name } } }
			: node,
	);
	return { ...workflow, nodes };
}
