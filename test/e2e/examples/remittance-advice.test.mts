import { DateTime } from 'luxon';
import type { Execution, SavedWorkflow, WorkflowNode } from '../../host/api.mts';
import { fillTable, rowsOfTable } from '../support/dataTables.mts';
import { lookingOften, looksAt, STITCH_POLLING_TRIGGER } from '../support/pollingTrigger.mts';
import { until } from '../support/until.mts';
import { crashingAt, type Change } from './examples.mts';
import { exampleSuite } from './exampleSuite.mts';

const suite = exampleSuite();
const FILE = 'remittance-advice.json';
const ADDRESSES = 'stitch-remittance-addresses';
const LOG = 'stitch-remittance-log';
const CLERK = 'clerk@example.com';
const settings = { business: 'Example Shop', toEmail: CLERK };

/** A node with other parameters. */
const having =
	(name: string, parameters: object): Change =>
	(node) =>
		node.name === name ? { ...node, parameters: { ...node.parameters, ...parameters } } : node;

/** A payout with a status, and the change by which a trigger tells of it. */
async function payout(
	status: 'completed' | 'reversed' | 'error' = 'completed',
	reference = newReference(),
) {
	const { environment, records } = suite;
	const { id } = await records.disbursement(reference);
	const first = status === 'error' ? status : 'completed';
	await environment.control.setDisbursementStatus(id, first);
	if (status === 'reversed') await environment.control.reverseDisbursement(id);
	return { reference, id, email: `${reference}@example.com`, change: changeOf(id, reference) };
}

let references = 0;
const newReference = () => `salary-${++references}`;

const changeOf = (id: string, externalReference: string, event = 'disbursement.completed') => ({
	event,
	id,
	externalReference,
	amount: 150,
	occurredAt: '2026-11-20T10:00:00.000Z',
});

/** Runs the workflow with changes, as if its trigger had told of them. */
async function hear(changes: object[], change: Change = (node) => node): Promise<Execution> {
	const { api } = suite.environment;
	const told: Change = (node) =>
		node.name === 'Sent by Stitch'
			? { ...node, type: 'n8n-nodes-base.manualTrigger', typeVersion: 1, parameters: {} }
			: change(node);
	const saved = await suite.save(FILE, settings, told);
	const pinData = { 'Sent by Stitch': changes.map((json) => ({ json: { ...json } })) };
	const { name, nodes, connections } = saved;
	await api.updateWorkflow(saved.id, { name, nodes, connections, pinData });
	return await api.finished(await api.run(saved, 'Sent by Stitch'));
}

/** Runs the workflow as if it were afternoon. Returns the mail to the clerk, if there is one. */
async function nextAfternoon(change?: Change) {
	const { api } = suite.environment;
	const saved = await suite.save(FILE, settings, change);
	const run = await api.finished(await api.run(saved, 'Every Afternoon'));
	expect(run.data.resultData.error).toBeUndefined();
	return 'Tell Somebody' in run.data.resultData.runData ? await mailTo(CLERK) : undefined;
}

const hasSent = ({ data }: Execution) => 'Send the Advice' in data.resultData.runData;

const mailTo = async (address: string) => await suite.mailbox.next(({ to }) => to === address);

/** The states in the log, by reference. */
async function states(): Promise<Record<string, unknown>> {
	const rows = await rowsOfTable(suite.environment, LOG);
	return Object.fromEntries(rows.map(({ reference, state }) => [String(reference), state]));
}

async function startWith(...addresses: Array<{ reference: string; email: string }>): Promise<void> {
	await nextAfternoon();
	await fillTable(suite.environment, LOG, []);
	await noteAddresses(...addresses);
}

async function noteAddresses(...addresses: Array<{ reference: string; email: string }>) {
	const rows = addresses.map(({ reference, email }) => ({ reference, email }));
	await fillTable(suite.environment, ADDRESSES, rows);
}

describe('the example remittance-advice.json', () => {
	it('tells a payee once, whichever triggers hear of it, and the clerk when the money comes back', async () => {
		const { client, environment, records } = suite;
		const reference = newReference();
		const email = `${reference}@example.com`;
		await startWith({ reference, email });
		const workflow: SavedWorkflow = await suite.start(FILE, settings, (node) =>
			node.type === STITCH_POLLING_TRIGGER ? lookingOften(node) : node,
		);
		const { id } = await records.disbursement(reference);
		await environment.control.setDisbursementStatus(id, 'completed');
		const { subject, text } = await mailTo(email);
		expect(subject).toBe('Remittance advice: R150.00 from Example Shop');
		expect(text).toContain('Example Shop has paid you.');
		expect(text).toContain(`Our reference: ${reference}`);
		const today = DateTime.now().setZone('Africa/Johannesburg').setLocale('en');
		expect(text).toContain(`Paid on: ${today.toFormat('cccc, d LLLL yyyy')}`);
		expect(text).toContain('the account that ends in 90\n');
		expect(text).toContain('Only the confirmation of your own bank counts');
		expect(text).not.toMatch(/proof of payment|undefined|null|\d{5}/i);

		const looks = await looksAt(client);
		await until(async () => (await looksAt(client)) > looks + 1);
		const runs = await environment.api.executions(workflow.id);
		const ended = await Promise.all(
			runs.map(async (run) => await environment.api.finished(run.id)),
		);
		expect(ended.filter(hasSent)).toHaveLength(1);

		await environment.control.reverseDisbursement(id);
		const told = await mailTo(CLERK);
		expect(told.subject).toBe(`Sent back by the bank: ${reference}`);
		expect(told.text).toContain(`The payee has had a remittance advice by email (${email})`);
		await until(async () => (await states())[reference] === 'reversed');
	});

	it('sends nothing twice, not even after a crash: then it is the clerk who hears of it', async () => {
		const [sent, crashed] = [await payout(), await payout()];
		await startWith(sent, crashed);
		expect(hasSent(await hear([sent.change, sent.change]))).toBe(true);
		expect((await mailTo(sent.email)).text).toContain('Paid on: ');
		expect(hasSent(await hear([sent.change]))).toBe(false);

		const run = await hear([crashed.change], crashingAt('Send the Advice'));
		expect(run.status).toBe('error');
		expect(hasSent(await hear([crashed.change]))).toBe(false);
		expect(await states()).toEqual({
			[sent.reference]: 'sent',
			[crashed.reference]: 'sending',
		});
		expect(await nextAfternoon()).toBeUndefined();
		const told = await nextAfternoon(soon);
		expect(told?.text).toContain(`${crashed.reference}, R150.00`);
		expect(told?.text).toContain('It is not certain whether it arrived');
		expect(await nextAfternoon(soon)).toBeUndefined();
	});

	it('names whoever got no advice in one mail, and goes on with the others', async () => {
		const [without, two, wrong, twice] = [
			await payout(),
			await payout(),
			await payout(),
			await payout(),
		];
		await startWith(
			two,
			{ ...two, email: 'somebody-else@example.com' },
			{ ...wrong, email: 'name at example.com' },
			twice,
			{ ...twice, email: twice.email.toUpperCase() },
		);
		const unknown = changeOf('ZGlzYnVyc2VtZW50OnVua25vd24=', 'unknown');
		const changes = [without, two, wrong, { change: unknown }, twice].map(({ change }) => change);
		await hear(changes);
		await mailTo(twice.email);
		const odd = await payout('error');
		expect(hasSent(await hear([odd.change]))).toBe(false);
		const refused = await payout();
		await noteAddresses(refused);
		await hear([refused.change], having('Send the Advice', { toEmail: 'no address' }));

		const { subject, text } = (await nextAfternoon()) ?? {};
		expect(subject).toBe('Remittance advices: 6 to look at');
		expect(text).toContain(`${without.reference}, R150.00 to T Tester: there is no address`);
		expect(text).toContain(`${two.reference}, R150.00 to T Tester: the table has different`);
		expect(text).toContain(`${wrong.reference}, R150.00 to T Tester: the address in the table`);
		expect(text).toContain('unknown, R150.00: the payout could not be read');
		expect(text).toContain(
			`${odd.reference}, R150.00 to T Tester: Stitch says “error” of this payout, although it was`,
		);
		expect(text).toContain(`the advice to ${refused.email} could not be sent`);
		expect(text).not.toMatch(/undefined|null|\[object|\[item/);
		expect(await nextAfternoon()).toBeUndefined();
	});

	it('sends no advice of what has come back before it was told', async () => {
		const { reference, id, email, change } = await payout('reversed');
		await startWith({ reference, email });
		expect(hasSent(await hear([change]))).toBe(false);
		// Its own event tells the clerk.
		expect(await states()).toEqual({});
		const reversed = changeOf(id, reference, 'disbursement.reversed');
		await hear([reversed, change, reversed]);
		const told = await mailTo(CLERK);
		expect(told.text).toContain('The payee has had no remittance advice');
		expect(await states()).toEqual({ [reference]: 'reversed' });
	});

	it('keeps a payout that came back for the afternoon when the mail to the clerk was refused', async () => {
		const { reference, id } = await payout('reversed');
		await startWith();
		const reversed = changeOf(id, reference, 'disbursement.reversed');
		await hear([reversed], having('Tell: Sent Back', { toEmail: 'no address' }));
		expect((await nextAfternoon())?.text).toContain('the bank has sent the money back');
	});
});

/** The workflow, in the afternoon of another day. */
function soon(node: WorkflowNode): WorkflowNode {
	if (node.name !== 'Not Under Way') return node;
	const parameters = JSON.stringify(node.parameters).replace('minutes: 15', 'minutes: -1');
	return { ...node, parameters: JSON.parse(parameters) as WorkflowNode['parameters'] };
}
