import { performance } from 'node:perf_hooks';
import { Pool } from 'undici';
import { chain, manualTrigger, node, saveCredential, stitch } from '../e2e/support/workflows.mts';
import type { Credential, WorkflowNode } from '../host/api.mts';
import type { TestClient } from '../simulator/controlClient.mts';
import { bodyExpression, bodyOf, type PayoutRow } from './payoutRows.mts';
import { runInN8n, type Run } from './runInN8n.mts';
import type { Bench } from './start.mts';

/** Someone who sends payouts. */
export interface Contender {
	who: string;
	kind: 'ours' | 'stock' | 'limit';
	/** Absent where nothing bounds it. */
	concurrency?: number;
	/** Sends the rows for a client that was not used before. Memory and processor time are n8n's. */
	pay(
		bench: Bench,
		client: TestClient,
		rows: PayoutRow[],
	): Promise<Partial<Run> & { milliseconds: number }>;
}

/** Our node as a user finds it. */
export const automatic = inNode('Our node', 'ours', (credential) => ourNode(credential));

export const stock = inNode('HTTP Request node', 'stock', stockNode);

export const everybody: Contender[] = [
	automatic,
	inNode('Our node, Concurrency 32', 'ours', (credential) => ourNode(credential, 32), 32),
	stock,
	bareNode(32),
	plainUndici(32),
];

/** A node of n8n, with a credential of its own, so that its token is fetched within the run. */
function inNode(
	who: string,
	kind: Contender['kind'],
	build: (credential: Credential, bench: Bench) => WorkflowNode,
	concurrency?: number,
): Contender {
	return {
		who,
		kind,
		...(concurrency && { concurrency }),
		async pay(bench, client, rows) {
			const credential = await saveCredential(bench, client);
			const workflow = chain(who, [manualTrigger(), build(credential, bench)], rows);
			const { items, ...figures } = await runInN8n(bench, workflow, 'Pay');
			if (items !== rows.length) throw new Error(`${who}: ${items} of ${rows.length} items.`);
			return figures;
		},
	};
}

function ourNode(credential: Credential, concurrency?: number): WorkflowNode {
	return stitch('Pay', credential, {
		resource: 'disbursement',
		operation: 'create',
		amount: '={{ $json.amount }}',
		externalReference: '={{ $json.reference }}',
		beneficiaryName: '={{ $json.name }}',
		bank: '={{ $json.bank }}',
		accountNumber: '={{ $json.account }}',
		beneficiaryReference: 'Invoice',
		options: { ...(concurrency && { concurrency }) },
	});
}

function stockNode({ id, name }: Credential, { service }: Bench): WorkflowNode {
	return {
		...node('Pay', 'n8n-nodes-base.httpRequest', 4.4, {
			method: 'POST',
			url: `${service.baseUrl}/disbursements`,
			authentication: 'predefinedCredentialType',
			nodeCredentialType: 'stitchApi',
			sendBody: true,
			contentType: 'json',
			specifyBody: 'json',
			jsonBody: bodyExpression,
			options: {},
		}),
		credentials: { stitchApi: { id, name } },
	};
}

/** What a node can do at best: n8n's HTTP helper and nothing else. */
function bareNode(atOnce: number): Contender {
	return inNode(
		`n8n's HTTP helper, ${atOnce} at once`,
		'limit',
		({ id, name }, { service }) => ({
			...node('Pay', `CUSTOM.bareHttp`, 1, {
				url: `${service.baseUrl}/disbursements`,
				json: bodyExpression,
				atOnce,
			}),
			credentials: { stitchApi: { id, name } },
		}),
		atOnce,
	);
}

/** What this machine can do at best: a bare HTTP client outside of n8n. */
function plainUndici(concurrency: number): Contender {
	return {
		who: `Plain undici, ${concurrency} at once`,
		kind: 'limit',
		concurrency,
		async pay({ service }, client, rows) {
			const { origin, pathname } = new URL(`${service.baseUrl}/disbursements`);
			const start = performance.now();
			const pool = new Pool(origin, { connections: concurrency });
			const authorization = `Bearer ${await client.token('client_disbursement')}`;
			const headers = { authorization, 'content-type': 'application/json' };
			const left = rows.values();
			const sender = async () => {
				for (const row of left) {
					const body = bodyOf(row);
					const answer = await pool.request({ method: 'POST', path: pathname, headers, body });
					await answer.body.json();
				}
			};
			await Promise.all(Array.from({ length: concurrency }, sender));
			const milliseconds = performance.now() - start;
			await pool.close();
			return { milliseconds };
		},
	};
}
