import { DateTime } from 'luxon';
import type { WorkflowNode } from '../../host/api.mts';
import { freePort } from '../../host/ports.mts';
import { NOON_ZONE } from '../../setup/noon.mts';
import { clientScopes } from '../../simulator/scopes.mts';
import { inStatus } from '../support/waiting.mts';
import { credentialData, saveCredential } from '../support/workflows.mts';
import { readLastPage, submitForm } from './examples.mts';
import { exampleSuite } from './exampleSuite.mts';
import { askedBy } from './refundWithApproval.mts';

const suite = exampleSuite();
const account = { accountHolder: 'Example Shop', bank: 'fnb', accountNumber: '1234567890' };
const approver = { approverEmail: 'boss@example.com' };
const month = DateTime.now().setZone(NOON_ZONE).setLocale('en').toFormat('LLLL yyyy');

/** How long a request is repeated where nobody waits for it. */
const nightRunMs = 120_000;

interface FormOfExample {
	file: string;
	path: string;
	values: string[];
	settings?: Record<string, string>;
	/** The node of its last page while Stitch is down, and what that says. */
	node: string;
	says: RegExp;
}

const forms: FormOfExample[] = [
	{
		...{ file: 'all-my-links.json', path: 'all-my-links', node: 'The Links' },
		...{ values: ['All', 'the last 31 days', ''], says: /The links could not be read/ },
	},
	{
		...{ file: 'payment-link.json', path: 'payment-link', node: 'No Link', settings: account },
		values: ['order-1', '60.00', 'payer@example.com'],
		says: /No link was created .*No email was sent/,
	},
	{
		...{ file: 'who-was-paid-what.json', path: 'who-was-paid-what', node: 'None Found' },
		...{ values: ['N Dlamini'], says: /The payouts could not be read/ },
	},
	{
		...{ file: 'month-for-the-books.json', path: 'month-for-the-books', node: 'Not Complete' },
		...{ values: [month], says: /No files were created/ },
	},
	{
		...{ file: 'float-watch.json', path: 'float-watch', node: 'Answer' },
		...{ values: ['0'], says: /We do not know whether there is enough money/ },
	},
	{
		...{ file: 'till-charge.json', path: 'till-charge', node: 'Not Started' },
		...{ values: ['r-1', '10.00', 'terminal-1'], says: /card machine was (not )?started/ },
	},
	{
		...{ file: 'refund-with-approval.json', path: 'refund-request', node: 'Not Asked' },
		...{ values: ['order-1', 'N Dlamini', '40.00', 'Fraud'], settings: approver },
		says: /The approver was not asked .*nothing was sent/,
	},
	{
		...{ file: 'verify-a-supplier.json', path: 'new-supplier', node: 'Not Confirmed' },
		values: ['Example Trading', 'A business', '2020/123456/07', '', 'FNB', '1234567890', 'Current'],
		...{ settings: approver, says: /The bank could not be asked .*Nothing was noted/ },
	},
];

/** Under an address of its own: other tests publish the same examples in the same n8n. */
const down = (path: string) => `${path}-down`;

function atOwnAddress(node: WorkflowNode, { path }: FormOfExample): WorkflowNode {
	if (node.webhookId !== path) return node;
	const moved = JSON.stringify(node).replaceAll(`"${path}"`, `"${down(path)}"`);
	return JSON.parse(moved) as WorkflowNode;
}

/** Publishes each form, while Stitch still answers: a polling trigger asks it at once. */
async function published(change: (node: WorkflowNode) => WorkflowNode = (node) => node) {
	const all = [];
	for (const form of forms) {
		all.push({
			...form,
			saved: await suite.start(form.file, form.settings, (node) =>
				atOwnAddress(askedBy(suite.environment.owner.email, change(node)), form),
			),
		});
	}
	return all;
}

/** The last page of each form, all of which are sent in at once. */
async function pagesOf(some: Awaited<ReturnType<typeof published>>) {
	const pages = some.map(async ({ saved, path, values, node, says }) => {
		const submitted = await submitForm(suite.environment, saved, down(path), values);
		const { environment } = suite;
		const { startedAt, data } = await inStatus(
			environment,
			submitted.executionId,
			...(['waiting' as const, node, nightRunMs] as const),
		);
		const { runData } = data.resultData;
		const [{ startTime = 0 } = {}] = runData[node] ?? [];
		const longest = Math.max(
			...Object.values(runData).flatMap((runs) =>
				runs.map(({ executionTime = 0 }) => executionTime),
			),
		);
		const page = await readLastPage(submitted.nextPage);
		const seconds = (startTime - Date.parse(startedAt)) / 1000;
		return { path, seconds, inOneNode: longest / 1000, page, says };
	});
	return await Promise.all(pages);
}

describe('a form, while Stitch is down,', () => {
	/** Says what was measured where somebody wants to know. */
	function expectPages(pages: Awaited<ReturnType<typeof pagesOf>>) {
		if (process.env.SHOW_SECONDS)
			console.table(pages.map(({ path, seconds, inOneNode }) => ({ path, seconds, inOneNode })));
		for (const { page, says } of pages) {
			expect(page).toMatch(says);
			expect(page).not.toMatch(/undefined|\[object|\[item|\.\.(?!\.)/);
		}
		for (const { path, seconds } of pages) {
			expect([path, seconds * 1000 < nightRunMs]).toEqual([path, true]);
		}
	}

	it('says that nothing was sent or created where Stitch answers with 503, before a night run would give up', async () => {
		const all = await published();
		await suite.client.addFaults({ kind: 'status', status: 503 });
		expectPages(await pagesOf(all));
		expect(await suite.client.summary()).toMatchObject({ paymentRequests: 0, terminalSessions: 0 });
	});

	it('says the same where Stitch cannot be reached at all', async () => {
		const { api, service } = suite.environment;
		const own = await saveCredential({ api, service }, suite.client, [...clientScopes]);
		const all = await published((node) => {
			if (node.credentials?.stitchApi === undefined) return node;
			return { ...node, credentials: { ...node.credentials, stitchApi: own } };
		});
		const closed = `http://127.0.0.1:${await freePort()}`;
		const addresses = { baseUrl: closed, authUrl: closed, graphqlUrl: `${closed}/graphql` };
		const data = credentialData(suite.client, addresses, [...clientScopes]);
		await api.updateCredential(own.id, { name: own.name, type: 'stitchApi', data });
		expectPages(await pagesOf(all));
	});
});
