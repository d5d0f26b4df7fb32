import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type {
	Credential,
	N8nApi,
	NewCredential,
	NewWorkflow,
	Owner,
	SavedWorkflow,
	WorkflowNode,
} from '../../test/host/api.mts';
import { smtpCredential } from '../../test/host/mailServer.mts';
import { packageJson, projectFolder } from '../../test/host/project.mts';
import { unpublish } from '../../test/host/publication.mts';
import { clientScopes } from '../../test/simulator/scopes.mts';
import type { RunningSimulator } from '../../test/simulator/start.mts';
import { fourAtOnce } from './four-at-once.mts';

const EXAMPLES = join(projectFolder, 'examples');
/** The small workflows for n8n's library. */
export const TEMPLATES = join(EXAMPLES, 'templates');

/** What the examples leave to whoever uses them: an account that takes payments, and an address. */
const ACCOUNT: Record<string, string> = {
	accountHolder: 'Example Shop',
	bank: 'fnb',
	accountNumber: '1234567890',
};

/** The credentials of the demo. */
interface DemoCredentials {
	stitchApi: Credential;
	smtp: Credential;
	/** The password of pages that have one: the same as that of n8n, so that there is only one. */
	httpBasicAuth: Credential;
}

/**
 * Creates the credentials for the simulator's test client, for the mailbox and for pages with a
 * password, or brings those of an earlier start up to date, and has n8n test the first.
 * @throws when the test does not succeed, with n8n's sentence
 */
export async function provideCredentials(
	api: N8nApi,
	simulator: RunningSimulator,
	mailPort: number,
	{ email, password }: Owner,
): Promise<DemoCredentials> {
	const { baseUrl, authUrl, graphqlUrl, client } = simulator;
	const wanted = {
		name: 'Stitch API (simulator)',
		type: 'stitchApi',
		// No token: one of an earlier start belongs to a simulator that has ended.
		data: {
			...client,
			chosenScopes: clientScopes,
			useCustomAddresses: true,
			baseUrl,
			authUrl,
			graphqlUrl,
		},
	};
	const stitchApi = await provide(api, wanted);
	const { status, message } = await api.testCredential({ ...wanted, id: stitchApi.id });
	if (status !== 'OK') throw new Error(`The test of the credential answered: ${message}`);
	const smtp = await provide(api, {
		name: 'SMTP (mailbox on this machine)',
		type: 'smtp',
		data: smtpCredential({ port: mailPort }),
	});
	const httpBasicAuth = await provide(api, {
		name: 'Basic Auth (as for n8n)',
		type: 'httpBasicAuth',
		data: { user: email, password },
	});
	return { stitchApi, smtp, httpBasicAuth };
}

async function provide(api: N8nApi, wanted: NewCredential): Promise<Credential> {
	const known = (await api.credentials()).find(({ name }) => name === wanted.name);
	return known ? await api.updateCredential(known.id, wanted) : await api.createCredential(wanted);
}

/**
 * Creates the workflows of a folder, or brings those of an earlier start up to date. None of them is
 * published afterwards.
 * @returns the workflows by the name of their file
 */
export async function provideWorkflows(
	api: N8nApi,
	credentials: DemoCredentials,
	folder = EXAMPLES,
): Promise<Map<string, SavedWorkflow>> {
	const known = await api.workflows();
	const provideOne = async (file: string) => {
		const workflow = filledIn(readWorkflow(folder, file), credentials);
		const earlier = known.find(({ name }) => name === workflow.name);
		if (earlier === undefined) return await api.createWorkflow(workflow);
		// Its triggers have subscribed at a simulator that has ended.
		if (earlier.active) await unpublish(api, earlier);
		return await api.updateWorkflow(earlier.id, workflow);
	};
	const files = readdirSync(folder).filter((name) => name.endsWith('.json'));
	return new Map(await fourAtOnce(files, async (file) => [file, await provideOne(file)] as const));
}

function readWorkflow(folder: string, file: string): NewWorkflow {
	return JSON.parse(readFileSync(join(folder, file), 'utf8')) as NewWorkflow;
}

/** An example as a person sets it up after the import: a file names no credentials. */
function filledIn(workflow: NewWorkflow, credentials: DemoCredentials): NewWorkflow {
	const nodes = workflow.nodes.map((node) =>
		withSettings(withCredential(node, credentials), ACCOUNT),
	);
	return { ...workflow, nodes };
}

function withCredential(node: WorkflowNode, credentials: DemoCredentials): WorkflowNode {
	if (node.credentials) return node;
	const choosing = (type: keyof DemoCredentials) => {
		const { id, name } = credentials[type];
		return { ...node, credentials: { [type]: { id, name } } };
	};
	if (node.type.startsWith(`${packageJson().name}.`)) return choosing('stitchApi');
	// Some mail nodes are deactivated as long as they lack their credential.
	if (node.type === 'n8n-nodes-base.emailSend') return { ...choosing('smtp'), disabled: false };
	const { authentication } = node.parameters;
	return authentication === 'basicAuth' ? choosing('httpBasicAuth') : node;
}

/** Fills these values in, in the node "Settings". */
export function withSettings(node: WorkflowNode, values: Record<string, string>): WorkflowNode {
	if (node.name !== 'Settings') return node;
	const { assignments } = node.parameters.assignments as {
		assignments: Array<{ name: string; value: unknown }>;
	};
	const filled = assignments.map((one) => ({ ...one, value: values[one.name] ?? one.value }));
	return { ...node, parameters: { ...node.parameters, assignments: { assignments: filled } } };
}
