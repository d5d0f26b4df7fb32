import { join } from 'node:path';
import type { Execution, N8nApi, Owner, SavedWorkflow } from '../../test/host/api.mts';
import type { N8n } from '../../test/host/n8n.mts';
import { projectFolder } from '../../test/host/project.mts';
import { until } from '../../test/host/until.mts';
import { step } from '../progress.mts';
import { FormVisitor } from './form-visitor.mts';
import { choiceOf, readResults, readRows, readVerdicts, unexpected } from './payout-rows.mts';

/** Of examples/pay-a-file.json: its form, and the place of "Your decision" on the second page. */
const PAYOUT_FORM = 'pay-a-file';
const DECISION = 1;

const FILE = join('examples', 'payouts.csv');
/** Milliseconds in which the run has to come to its next page, on a slow machine. */
const PATIENCE = 120_000;

/**
 * Runs the payout workflow over the example file as a person does: uploads it, looks, confirms. Its
 * result page is in the mailbox.
 * @returns whether every row came out as the file says
 */
export async function runPayouts(
	n8n: N8n,
	api: N8nApi,
	owner: Owner,
	workflow: SavedWorkflow,
): Promise<boolean> {
	const rows = readRows(join(projectFolder, FILE));
	const earlier = new Set((await api.executions(workflow.id)).map(({ id }) => id));
	const visitor = new FormVisitor(n8n.url);
	await visitor.logIn(owner);

	console.log('');
	let page = '';
	const checked = await step(
		`Uploading the ${rows.length} rows of ${FILE} to the form`,
		async () => {
			page = await visitor.upload(PAYOUT_FORM, join(projectFolder, FILE));
			return await reached(api, workflow, earlier, 'Review Page');
		},
	);
	const { ready, refused } = readVerdicts(checked);
	const paying = `${ready} can be paid, ${refused} cannot. Confirming, and waiting for the bank`;
	const run = await step(paying, async () => {
		await visitor.submit(page, { [DECISION]: JSON.stringify([choiceOf(checked)]) });
		return await reached(api, workflow, earlier, 'Page for the Form');
	});
	await reached(api, workflow, earlier, 'Approve and Pay');
	// The last page does this by itself in a browser; n8n calls the execution waiting until then.
	await visitor.submit(page, {});

	const wrong = unexpected(rows, readResults(run, rows));
	for (const line of wrong) console.log(line);
	console.log(`${rows.length - wrong.length} of ${rows.length} rows came out as the file says.`);
	return wrong.length === 0;
}

/**
 * Waits until an execution that the form has started waits for its next page, or has ended, and a
 * node of it has run. The form has one, and another one pays what was confirmed there.
 * @throws when the workflow stopped, with n8n's sentence, or took too long
 */
async function reached(
	api: N8nApi,
	workflow: SavedWorkflow,
	earlier: Set<string>,
	nodeName: string,
): Promise<Execution> {
	const look = async (): Promise<Execution | undefined> => {
		const own = (await api.executions(workflow.id)).filter(({ id }) => !earlier.has(id));
		for (const { id } of own.filter(({ status }) => !['new', 'running'].includes(status))) {
			const execution = await api.execution(id);
			const { error, runData } = execution.data.resultData;
			if (error)
				throw new Error(`The workflow stopped: ${error.message}. ${error.description ?? ''}`);
			if (runData[nodeName] !== undefined) return execution;
		}
		return undefined;
	};
	const patience = PATIENCE;
	return await until(`the node "${nodeName}" to run`, look, undefined, { patience });
}
