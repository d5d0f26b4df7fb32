import '../setup/freshConnections.mts';
import { parseFlatted } from './flatted.mts';
import type {
	Credential,
	CredentialTestResult,
	CredentialTypeDescription,
	Execution,
	ExecutionSummary,
	NewCredential,
	NewWorkflow,
	NodeTypeDescription,
	Owner,
	SavedWorkflow,
} from './apiTypes.mts';
import { PATIENCE } from './patience.mts';
import { until } from './until.mts';

export type * from './apiTypes.mts';

/** n8n refused a call of its own REST interface. */
export class N8nApiRefusal extends Error {
	readonly status: number;

	constructor(method: string, path: string, status: number, text: string) {
		super(`n8n answered ${status} to ${method} ${path}: ${text.slice(0, 1000)}`);
		this.status = status;
	}
}

const FINISHED = ['success', 'error', 'canceled', 'crashed'];

/**
 * The REST interface that n8n's editor uses, as far as the tests and `npm start` need it (n8n 2.40).
 *
 * How a saved workflow is run on demand:
 * - `run(workflow, 'Trigger name')` is the editor's "Execute workflow" button: it starts at a Manual
 *   Trigger, answers with the execution's id at once and needs no activation. Pinned data on the
 *   trigger (`pinData`) is the input. A workflow that starts with a webhook only begins to listen.
 * - An activated workflow with a Webhook or Form trigger runs on a request to `/webhook/<path>` or
 *   `/form/<path>`; the answer does not name the execution, `executions(workflowId)` does.
 */
export class N8nApi {
	readonly #url: string;
	#cookie = '';

	/** @param url address of n8n without a slash at the end */
	constructor(url: string) {
		this.#url = url;
	}

	/** @returns whether this n8n still waits for its owner to be set up */
	async needsOwner(): Promise<boolean> {
		const settings = await this.request<{
			userManagement: { showSetupOnFirstLoad?: boolean };
		}>('GET', '/rest/settings');
		return settings.userManagement.showSetupOnFirstLoad === true;
	}

	/** Creates the owner of a new n8n and logs in. */
	async setUpOwner(owner: Owner): Promise<void> {
		await this.request('POST', '/rest/owner/setup', owner);
		await this.logIn(owner);
	}

	/** Logs in; every later call is made as this person. */
	async logIn(owner: Pick<Owner, 'email' | 'password'>): Promise<void> {
		await this.request('POST', '/rest/login', {
			emailOrLdapLoginId: owner.email,
			password: owner.password,
		});
	}

	async createCredential(credential: NewCredential): Promise<Credential> {
		return await this.request('POST', '/rest/credentials', credential);
	}

	/** Replaces the content of a credential. */
	async updateCredential(id: string, credential: NewCredential): Promise<Credential> {
		return await this.request('PATCH', `/rest/credentials/${id}`, credential);
	}

	async credentials(): Promise<Credential[]> {
		return await this.request('GET', '/rest/credentials');
	}

	/**
	 * The editor's test of a credential, which saves it first: n8n refuses to fetch a token for a credential that
	 * has no id to keep it under.
	 */
	async testCredential(credential: NewCredential & { id: string }): Promise<CredentialTestResult> {
		return await this.request('POST', '/rest/credentials/test', { credentials: credential });
	}

	/** @returns where the browser goes to connect an OAuth2 credential */
	async oauth2AuthorizationUrl(credentialId: string): Promise<string> {
		return await this.request('GET', `/rest/oauth2-credential/auth?id=${credentialId}`);
	}

	async createWorkflow(workflow: NewWorkflow): Promise<SavedWorkflow> {
		return await this.request('POST', '/rest/workflows', {
			settings: { executionOrder: 'v1' },
			...workflow,
		});
	}

	async updateWorkflow(id: string, workflow: Partial<NewWorkflow>): Promise<SavedWorkflow> {
		return await this.request('PATCH', `/rest/workflows/${id}?forceSave=true`, workflow);
	}

	async workflow(id: string): Promise<SavedWorkflow> {
		return await this.request('GET', `/rest/workflows/${id}`);
	}

	async workflows(): Promise<Array<Pick<SavedWorkflow, 'id' | 'name' | 'active'>>> {
		return await this.request('GET', '/rest/workflows');
	}

	/** Publishes the saved state of a workflow: its triggers start to work. */
	async activate(workflow: Pick<SavedWorkflow, 'id' | 'versionId'>): Promise<SavedWorkflow> {
		const { id, versionId } = workflow;
		return await this.request('POST', `/rest/workflows/${id}/activate`, { versionId });
	}

	async deactivate(id: string): Promise<SavedWorkflow> {
		return await this.request('POST', `/rest/workflows/${id}/deactivate`, {});
	}

	/** Archives a workflow and removes it for good. */
	async deleteWorkflow(id: string): Promise<void> {
		await this.request('POST', `/rest/workflows/${id}/archive`, {});
		await this.request('DELETE', `/rest/workflows/${id}`);
	}

	/**
	 * Starts a saved workflow at a trigger that needs no outside event (see the class).
	 * @returns id of the execution
	 */
	async run(workflow: Pick<SavedWorkflow, 'id'>, triggerName: string): Promise<string> {
		const { executionId } = await this.request<{ executionId?: string }>(
			'POST',
			`/rest/workflows/${workflow.id}/run`,
			{ triggerToStartFrom: { name: triggerName } },
		);
		if (!executionId) throw new Error(`"${triggerName}" waits for an event and cannot be run.`);
		return executionId;
	}

	/** @returns executions of a workflow, the newest first */
	async executions(workflowId: string): Promise<ExecutionSummary[]> {
		const filter = encodeURIComponent(JSON.stringify({ workflowId }));
		const { results } = await this.request<{ results: ExecutionSummary[] }>(
			'GET',
			`/rest/executions?filter=${filter}&limit=100`,
		);
		// n8n reads the running ones first: one that goes on meanwhile stands there twice.
		return [...new Map(results.map((each) => [each.id, each])).values()];
	}

	/**
	 * @returns an execution with what each node has put out so far. A running execution shows that
	 * only if its workflow has the setting "Save execution progress".
	 */
	async execution(id: string): Promise<Execution> {
		const { data, ...rest } = await this.request<
			Omit<Execution, 'data'> & { data: string | Execution['data'] }
		>('GET', `/rest/executions/${id}`);
		const content = typeof data === 'string' ? parseFlatted(data) : data;
		return { ...rest, data: content as Execution['data'] };
	}

	/**
	 * @param patience milliseconds in which it has to change
	 * @returns the execution once it has finished
	 */
	async finished(id: string, patience = PATIENCE): Promise<Execution> {
		return await until(
			`execution ${id} to finish`,
			async () => await this.execution(id),
			(execution) => FINISHED.includes(execution.status) && execution,
			{ patience },
		);
	}

	async stopExecution(id: string): Promise<void> {
		await this.request('POST', `/rest/executions/${id}/stop`, {});
	}

	/** @returns id of the new execution that repeats a failed one */
	async retryExecution(id: string): Promise<string> {
		const { id: retryId } = await this.request<{ id: string }>(
			'POST',
			`/rest/executions/${id}/retry`,
			{ loadWorkflow: true },
		);
		return retryId;
	}

	/** @returns descriptions of all node types that n8n has loaded */
	async nodeTypes(): Promise<NodeTypeDescription[]> {
		const answer = await this.send('GET', '/types/nodes.json');
		return (await answer.json()) as NodeTypeDescription[];
	}

	/** @returns descriptions of all credential types that n8n has loaded */
	async credentialTypes(): Promise<CredentialTypeDescription[]> {
		const answer = await this.send('GET', '/types/credentials.json');
		return (await answer.json()) as CredentialTypeDescription[];
	}

	/** Calls the interface and returns the `data` of the answer. */
	async request<T>(method: string, path: string, body?: unknown): Promise<T> {
		const answer = await this.send(method, path, body);
		const content = (await answer.json()) as { data: T };
		return content.data;
	}

	private async send(method: string, path: string, body?: unknown): Promise<Response> {
		const answer = await fetch(this.#url + path, {
			method,
			headers: { 'content-type': 'application/json', cookie: this.#cookie },
			body: body === undefined ? null : JSON.stringify(body),
		});
		const cookies = answer.headers.getSetCookie().map((cookie) => cookie.split(';')[0]);
		if (cookies.length > 0) this.#cookie = cookies.join('; ');
		if (!answer.ok) throw new N8nApiRefusal(method, path, answer.status, await answer.text());
		return answer;
	}
}
