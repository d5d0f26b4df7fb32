import type { SavedWorkflow, WorkflowNode } from '../../host/api.mts';
import { until } from '../../host/until.mts';
import { outputOf } from '../support/workflows.mts';
import { submitForm } from './examples.mts';
import { exampleSuite } from './exampleSuite.mts';

/** Presses a button of a page of the service. Returns the address that it sends the payer to. */
export async function press(page: string, action: string): Promise<string> {
	const answer = await fetch(page, {
		method: 'POST',
		redirect: 'manual',
		body: new URLSearchParams({ action }),
	});
	return answer.headers.get('location') ?? '';
}

/** The first address in a mail. */
export const linkIn = (text: string): string => /https?:\S+/.exec(text)?.[0] ?? '';

/**
 * What the tests of the examples for subscriptions share: members, from the form to the monthly charge.
 * @param group the beginning of their numbers; a test file has a table and a form of its own, because
 * files run at the same time
 */
export function memberSuite(group: string) {
	const suite = exampleSuite();
	let count = 0;
	const newMember = () => `${group}-${(count += 1)}`;

	const ofGroup = (node: WorkflowNode): WorkflowNode => {
		const own = JSON.stringify(node)
			.replaceAll('stitch-subscriptions', `stitch-${group}-members`)
			.replaceAll('stitch-charges', `stitch-${group}-charges`)
			.replaceAll('"subscription-sign-up"', `"${group}-form"`)
			.replaceAll('"subscription-leave"', `"${group}-leave"`);
		return JSON.parse(own) as WorkflowNode;
	};

	/** Saves an example as somebody has filled it in. */
	const save: typeof suite.save = async (file, settings, change = (node) => node) =>
		await suite.save(file, settings, (node) => change(ofGroup(node)));

	/** The same, activated until the end of the test. */
	const start: typeof suite.start = async (file, settings, change = (node) => node) =>
		await suite.start(file, settings, (node) => change(ofGroup(node)));

	/** Somebody who has filled in the form, in small letters unless they sign up again. */
	async function fillIn(workflow: SavedWorkflow, typed = newMember(), name = 'N Dlamini') {
		const email = `${typed}@example.com`;
		const values = [typed, name, email];
		const member = typed.toUpperCase();
		const path = `${group}-form`;
		const { executionId } = await submitForm(suite.environment, workflow, path, values);
		return { member, email, executionId };
	}

	/** Somebody who has filled in the form, and the page that the mail with the link leads to. */
	async function invited(workflow: SavedWorkflow, member?: string) {
		const filledIn = await fillIn(workflow, member);
		const { text } = await suite.mailbox.next(({ to }) => to === filledIn.email);
		await waits(filledIn.executionId);
		return { ...filledIn, page: linkIn(text) };
	}

	/** Somebody who has agreed, and whose first month was charged. */
	async function signedUp(workflow: SavedWorkflow, member?: string) {
		const { page, ...rest } = await invited(workflow, member);
		const shown = await (await fetch(await press(page, 'grant'))).text();
		expect(shown).toContain('You have agreed');
		await told(`New member: ${rest.member}`);
		const receipt = await suite.mailbox.next(
			({ to, subject }) => to === rest.email && subject.startsWith('Receipt from Example Shop: R'),
		);
		expect(receipt.text).toContain(`Reference: ${rest.member}-`);
		return { ...rest, row: `N Dlamini (${rest.member})` };
	}

	/** Resolves when an execution waits for the member. */
	async function waits(executionId: string): Promise<void> {
		const { api } = suite.environment;
		await until(
			`execution ${executionId} to wait for the member`,
			async () => (await api.execution(executionId)).status,
			(status) => status === 'waiting',
		);
	}

	/** The text of the mail with a subject. */
	async function told(about: string): Promise<string> {
		return (await suite.mailbox.next(({ subject }) => subject === about)).text;
	}

	/** Runs the monthly workflow as if it were morning. Returns what was charged or looked up of a member. */
	async function nextMorning(workflow: SavedWorkflow, member: string) {
		const run = await suite.run(workflow, 'Every Morning');
		const due = outputOf(run, 'Not Settled Yet').filter(({ json }) => json.reference === member);
		const answers = outputOf(run, 'Charge').filter(({ json }) =>
			String(json.externalReference).startsWith(`${member}-`),
		);
		return { due: due.length, answers: answers.map(({ json }) => json) };
	}

	return { suite, save, start, fillIn, invited, signedUp, waits, told, nextMorning };
}
