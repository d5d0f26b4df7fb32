import type { SavedWorkflow, WorkflowNode } from '../../host/api.mts';
import type { ownService } from '../support/ownService.mts';
import { exampleSuite } from './exampleSuite.mts';
import { pageBehind, sendPage, submitForm, type Submitted } from './examples.mts';

const EXAMPLE = 'pay-a-file.json';
/** Of two people. */
export const BOSS = 'boss@example.com';
export const CLERK = 'clerk@example.com';
/** In the mail with a code, whose lines may break anywhere. */
const CODE = /Your\s+code\s[^:]*:\s+([0-9a-f]{8})\b/;
const ASK = `Ask ${BOSS} to approve 1 payment, R10.00`;
export const APPROVE = 'Approve: pay these rows';
export const DECLINE = 'Decline or withdraw: pay nothing';
/** A node that fails. */
export const failing = (broken: string) => (node: WorkflowNode) =>
	node.name === broken ? { ...node, parameters: { ...node.parameters, page: 'no page' } } : node;

const OWN = 'As in the file: each row has its own reference, such as an invoice number';

const HEAD = 'reference,beneficiary name,account number,bank,amount,beneficiary reference';

export const row = (reference: string, amount: string, account = '1234567890', name = 'Payee') =>
	[reference, name, account, 'fnb', amount, 'Invoice'].join(',');

export const csvOf = (name: string, ...rows: string[]) =>
	new File([['\ufeff' + HEAD, ...rows].join('\r\n')], name, { type: 'text/csv' });

export const csv = (...rows: string[]) => csvOf('payouts.csv', ...rows);

/**
 * The example as a test needs it: open to everybody, as the clerk's account, and quick.
 * @param name of its form and its table: other tests pay files at the same time
 */
function forTest(node: WorkflowNode, name: string): WorkflowNode {
	const text = JSON.stringify({ ...node, disabled: false })
		.replaceAll("$('Payments File').first().json.user?.email", `'${CLERK}'`)
		.replaceAll('stitch-payout-runs', `runs-of-${name}`)
		.replaceAll('stitch-remittance-addresses', `addresses-of-${name}`)
		.replace('"path":"pay-a-file"', `"path":"${name}"`)
		.replace('"maxWaitSeconds":60', '"maxWaitSeconds":1')
		.replace('"waitBetweenTries":5000', '"waitBetweenTries":1')
		// The morning of another day comes in a moment.
		.replace('day.set({ hour: 6 }).toISO()', '$now.plus({ seconds: 5 }).toISO()');
	return JSON.parse(text) as WorkflowNode;
}

/**
 * What the tests of Pay a file share besides what those of all examples do: the example, and its forms.
 * @param name of the file of tests
 */
export function payAFileSuite(name: string, service: ReturnType<typeof ownService>) {
	const suite = exampleSuite(service);
	let saved: SavedWorkflow;

	/**
	 * Saves and publishes the example; the end of the test ends that.
	 * @param change of a node, for what the test is about
	 */
	async function start(
		settings: Record<string, string | boolean> = {},
		change: (node: WorkflowNode) => WorkflowNode = (node) => node,
	): Promise<void> {
		saved = await suite.start(EXAMPLE, settings, (node) => change(forTest(node, name)));
	}

	/** What a form says besides the file. */
	interface Said {
		/** What it pays; by default, its rows have their own references. */
		pays?: string;
		/** ISO date. */
		period?: string;
		/** The payday to compare with, as an ISO date. */
		compareWith?: string;
	}

	const send = async (file: File, { pays = OWN, period = '', compareWith = '' }: Said = {}) =>
		await submitForm(suite.environment, saved, name, [
			...[file, pays, '', period, '', compareWith],
		]);

	/** Uploads a file. @returns the form, once it shows the review */
	async function upload(file: File, said: Said = {}): Promise<Submitted> {
		const submitted = await send(file, said);
		await suite.pageAfter(submitted, 'Can It Be Paid?');
		return submitted;
	}

	/** Confirms the review, on which no row can be ticked: a browser sends radio buttons as a list. */
	const confirm = async ({ nextPage }: Submitted, decision = 'Pay 1 payment, R10.00', payOn = '') =>
		await sendPage(nextPage, [JSON.stringify([decision]), payOn], 1);

	const askBoss = async (form: Submitted) => await confirm(form, ASK);

	const end = async (form: Submitted, after = 'Approve and Pay') =>
		await suite.lastPageAfter(form, after);

	async function payments(): Promise<string[]> {
		const { disbursements } = await suite.client.ledger();
		return disbursements
			.map(({ externalReference, quantity }) => [externalReference, quantity].join(' '))
			.sort();
	}

	const nobodyIsPaid = async () => expect(await payments()).toEqual([]);

	/** The code in the mail to a person, for a file. */
	async function codeFor(person: string, file: string): Promise<string> {
		const { text } = await suite.mailbox.next(
			({ to, text: says }) =>
				to === person && CODE.test(says) && says.replace(/\s+/g, ' ').includes(`“${file}”`),
		);
		return CODE.exec(text)?.[1] ?? '';
	}

	/** The mail with the link to the list and the code of the second person, once its page takes an answer. */
	async function asked(subject = 'Please approve: 1 payment, R10.00') {
		const { text, links, ...rest } = await suite.mailbox.next(
			(one) => one.to.includes(BOSS) && one.subject.replaceAll('\u00a0', ' ').startsWith(subject),
		);
		const [, file = ''] = / \((pimg.*|[^()]*)\)$/.exec(rest.subject) ?? [];
		const page = links.find((link) => link.includes('signature=')) ?? '';
		const shown = await pageBehind(page);
		return { ...rest, text, links, page, shown, code: await codeFor(BOSS, file) };
	}

	/** Sends in the page of the list. */
	const answer = async (page: string, decision: string, ...others: string[]) =>
		await sendPage(page, [JSON.stringify([decision]), ...others], 1);

	/** The mail with the result of a file, which both get. */
	const resultMail = async (file: string) =>
		await suite.mailbox.next(
			({ to, subject }) => to.includes(CLERK) && subject.startsWith(`Payments of ${file}:`),
		);

	return {
		suite,
		/** The table in which the example notes its runs. */
		table: `runs-of-${name}`,
		/** The table in which it notes where remittance advices go. */
		addresses: `addresses-of-${name}`,
		start,
		stop: suite.deactivateAll,
		send,
		upload,
		confirm,
		askBoss,
		end,
		payments,
		nobodyIsPaid,
		asked,
		answer,
		codeFor,
		resultMail,
	};
}
