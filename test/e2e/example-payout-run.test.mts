import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { NewWorkflow, SavedWorkflow } from '../host/api.mts';
import { projectFolder } from '../host/project.mts';
import { openEnvironment, type Environment } from './environment.mts';
import { outputOf, saveCredential, STITCH } from './workflows.mts';

const EXAMPLES = join(projectFolder, 'examples');

/** Simulated time after which nothing is pending any more (spec 4.7: about 3 minutes). */
const LONG_ENOUGH = 200_000;

describe('the example "Payout Run from a CSV File"', () => {
	let environment: Environment;

	beforeAll(async () => {
		environment = await openEnvironment();
	});

	it('pays the rows of a file that was given to its form, and lists the others with what is wrong', async () => {
		const client = await environment.control.createClient({ seed: 4 });
		const credential = await saveCredential(environment, client);
		const { api } = environment;
		const saved = await api.createWorkflow(withCredential(credential));
		await api.activate(saved);

		await submit(saved);
		const id = await firstExecution(saved);
		await paid(id);
		await environment.control.advance(LONG_ENOUGH);
		const run = await api.finished(id);

		expect(run.status).toBe('success');
		const outcomes = outputOf(run, 'Paid or Declined').map(({ json }) => [
			json.externalReference,
			json.status,
			json.statusReason ?? null,
		]);
		expect(outcomes).toEqual([
			['PAY-001', 'completed', null],
			['PAY-002', 'completed', null],
			['PAY-003', 'error', 'bank_processing_error'],
			['PAY-004', 'error', 'inactive_account'],
			['PAY-005', 'error', 'invalid_account'],
			['PAY-006', 'completed', null],
			['PAY-007', 'error', 'insufficient_funds'],
			['PAY-013', 'completed', null],
		]);
		const toLookAt = outputOf(run, 'Rows to Look At').map(({ json }) => json);
		const nothingSent = expect.stringContaining('Nothing was sent');
		expect(toLookAt).toEqual(
			[
				['PAY-008', 'Amount'],
				['PAY-009', 'Amount'],
				['PAY-010', 'Account Number'],
				['PAY-011', 'Beneficiary Name'],
				['PAY-012', 'Bank'],
			].map(([reference, field = '']) => ({
				reference,
				message: expect.stringContaining(field),
				'how to fix': nothingSent,
			})),
		);
	});

	function withCredential(credential: { id: string; name: string }): NewWorkflow {
		const text = readFileSync(join(EXAMPLES, 'payout-run.json'), 'utf8');
		const workflow = JSON.parse(text) as NewWorkflow;
		const nodes = workflow.nodes.map((node) =>
			node.type === STITCH ? { ...node, credentials: { stitchApi: credential } } : node,
		);
		return { ...workflow, nodes };
	}

	/** n8n answers 404 until the workflow, activated a moment ago, listens. */
	async function submit(workflow: SavedWorkflow): Promise<void> {
		const file = new Blob([readFileSync(join(EXAMPLES, 'payouts.csv'))], { type: 'text/csv' });
		await until(async () => {
			const body = new FormData();
			body.append('field-0', file, 'payouts.csv');
			const url = `${environment.n8nUrl}/form/payout-run`;
			const { status } = await fetch(url, { method: 'POST', body });
			if (status !== 404) expect([workflow.name, status]).toEqual([workflow.name, 200]);
			return status === 200 || undefined;
		});
	}

	async function firstExecution({ id }: SavedWorkflow): Promise<string> {
		return await until(async () => (await environment.api.executions(id)).at(0)?.id);
	}

	/** The node "Pay" has done its work. */
	async function paid(executionId: string): Promise<void> {
		await until(async () => {
			const execution = await environment.api.execution(executionId);
			return execution.data.resultData.runData.Pay;
		});
	}

	async function until<T>(look: () => Promise<T | undefined>): Promise<T> {
		for (let attempt = 0; attempt < 200; attempt++) {
			const found = await look();
			if (found !== undefined) return found;
			await new Promise((resolve) => setTimeout(resolve, 100));
		}
		throw new Error('What was waited for did not happen.');
	}
});
