import axe from 'axe-core';
import type { IDataObject } from 'n8n-workflow';
import type { Browser, Page } from 'playwright-core';

import { getPage } from '../../nodes/Stitch/payoutList/getPage.operation';
import { payerPage } from '../../nodes/Stitch/actions/payerReturn/page';
import { consentLanguages, paymentLanguages } from '../../nodes/Stitch/actions/payerReturn/texts';
import { noSuchPage } from '../../scripts/start/html-page.mts';
import { mailList, mailPage } from '../../scripts/start/mail-pages.mts';
import { startPage, waitingPage } from '../../scripts/start/start-page.mts';
import { demo } from '../setup/demo.mts';
import { openBrowser } from '../e2e/support/browser.mts';
import { openEnvironment } from '../e2e/support/environment.mts';
import { Records } from '../e2e/support/records.mts';
import type { Mail } from '../host/mailServer.mts';
import { itemOf, serviceOf } from '../unit/builders.mts';

/** WCAG 2.2, levels A and AA. */
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** A computer and a phone. */
const WIDTHS = [1280, 390];

const LONG = 'an-external-reference-without-any-space-that-is-longer-than-a-phone-is-wide-0001';

const sums = (count: number, sum: number) => ({ count, sum });

/** What Check says of a whole list: by default, compared with a payday. */
const summaryOf = (change: IDataObject = {}): IDataObject => ({
	...{ rows: 9, client: 'test', floatBalance: 1000, columns: 'reference, name, amount' },
	...{ alerts: ['9 of 9 get what they got 8 days ago.'], messages: ['The float is low.'] },
	...{ notes: ['Row 9 is a total.'], readAs: 'Read as a sheet.', checkedAt: '2026-11-25T07:14Z' },
	lastTime: {
		...{ day: '2026-10-25', daysAgo: 31, daysBefore: 30, known: 8, last: sums(9, 90) },
		...{ more: sums(2, 9), less: sums(1, -4), first: sums(1, 5), left: sums(1, 10) },
		...{ since: sums(1, 1), earlier: [{ day: '2026-09-25', ...sums(9, 91) }] },
		missing: [{ beneficiaryName: 'B Gone', bank: 'absa', accountNumber: '…1200', lastAmount: 10 }],
	},
	...change,
});

const checked = (rows: IDataObject[], summary: IDataObject): IDataObject[] =>
	rows.map((change, index) => ({
		...{ pay: true, verdict: 'willBePaid', warnings: [], row: index + 2, externalReference: LONG },
		...{ beneficiaryName: 'T Tester', bank: 'fnb', accountNumber: '1234567890', amount: 10 },
		...{ facts: ['Since then R1.00.'], lastAmount: 10, lastDate: '2026-10-25', difference: 0 },
		...{ lastReference: LONG, ...(index === 0 && { summary }), ...change },
	}));

const manyRows = [
	{},
	{ difference: 5, lastAmount: 5, lastTo: 'Absa …1200', lastPayments: 2, together: 20 },
	{ togetherWith: 3, difference: null },
	{ lastAmount: null, difference: null },
	{ warnings: ['Pay one of them.'], severity: 'danger' },
	{ warnings: ['This account is new.'], severity: 'check' },
	...[
		{ verdict: 'cannotBePaid', explanation: "'Amount' is empty." },
		{ verdict: 'confirmFirst', explanation: 'Call them.', severity: 'danger' },
		{ verdict: 'unknown', explanation: 'It could not be looked up.' },
		{ verdict: 'sentWithOtherValues', status: 'pending', amountAtStitch: 9 },
		{ verdict: 'alreadyPaid', status: 'completed', createdAt: '2026-11-24T08:00:00Z' },
	].map((one) => ({ pay: false, ...one })),
];

const payments = [
	...['completed', 'pending', 'paused', 'error', 'cancelled', 'reversed', 'new'].map((status) => ({
		...{ status, reasonText: 'A reason', createdAt: '2026-11-24T08:00:00Z' },
	})),
	{ error: 'It was refused.', details: { howToFix: 'Correct it.' } },
	...Array.from({ length: 40 }, () => ({ status: 'completed', alreadyExisted: false })),
].map((more, index) => ({
	...{ row: index + 2, externalReference: `P-${index}`, beneficiaryName: 'T Tester' },
	...{ bank: 'fnb', accountNumber: '1234567890', amount: 10, ...more },
}));

const refusedFile = {
	error: "'Amount' is in no column",
	details: { howToFix: 'Add the column.', columns: [{ needed: 'amount', found: null }] },
};

/** The pages of lists by their names: the kind, and rows as Check and Create put them out. */
const lists: Record<string, [page: string, rows: IDataObject[]]> = {
	'the review of a list': ['review', checked(manyRows, summaryOf())],
	'the review of invoices': [
		'review',
		checked(manyRows, summaryOf({ lastTime: { ...(summaryOf().lastTime as object), day: null } })),
	],
	'the review of a list above a limit': [
		'review',
		checked([{ pay: false, verdict: 'heldBack' }], summaryOf({ blocked: 'Nobody would be paid.' })),
	],
	'a file that was refused': ['review', [refusedFile]],
	'the result of a list': ['result', payments],
	'a report': ['report', payments],
};

async function listPage([page, rows]: [string, IDataObject[]]): Promise<string> {
	const { service } = serviceOf([]);
	const parameters = {
		page,
		details: { fileName: `${LONG}.xlsx`, uploadedBy: 'clerk@example.com' },
	};
	const first = getPage.prepare(itemOf(parameters), service) as object;
	const plans = rows.map((row, index) => (index === 0 ? { ...first, row } : { row }));
	const [made] = (await getPage.sendTogether?.(plans, service)) ?? [];
	return (made as { html: string }).html;
}

const facts = { amount: 'R1 500.50', reference: LONG };
const paymentUrl = 'https://pay.example/1';
const mail: Mail = {
	...{
		to: 'payments@example.com',
		subject: LONG,
		text: `Here: ${paymentUrl}`,
		html: '',
		links: [],
	},
	...{ attachments: [{ filename: 'a.xlsx', content: Buffer.from('') }], receivedAt: new Date(0) },
};

/** Pages that we write, by their names. */
const pages: Record<string, () => string | Promise<string>> = {
	'the start page': () => startPage(demo()),
	'the start page where n8n refused': () => startPage(demo('refused')),
	'the page until n8n runs': waitingPage,
	'no such page': noSuchPage,
	'the mailbox': () => mailList([mail, mail]),
	'an email': () => mailPage(mail, 1),
	...Object.fromEntries(
		Object.entries(lists).map(([name, list]) => [name, async () => await listPage(list)]),
	),
	...Object.fromEntries(
		(['paid', 'pending', 'unknown', 'notPaid', 'over'] as const).flatMap((name) =>
			[paymentLanguages, consentLanguages].map((languages, index) => [
				`the payer’s page ${name} ${index + 1}`,
				() =>
					payerPage({
						name,
						language: languages.en,
						business: 'Example Shop',
						facts,
						paymentUrl,
					}),
			]),
		),
	),
};

let browser: Browser;

beforeAll(async () => {
	browser = await openBrowser();
});

afterAll(async () => {
	await browser?.close();
});

/** What axe finds wrong with a page, in light and dark, on a computer and on a phone. */
async function findings(open: (page: Page) => Promise<unknown>): Promise<string[]> {
	const found: string[] = [];
	for (const colorScheme of ['light', 'dark'] as const) {
		for (const width of WIDTHS) {
			const context = await browser.newContext({
				colorScheme,
				viewport: { width, height: 844 },
				bypassCSP: true,
			});
			const page = await context.newPage();
			await open(page);
			await page.evaluate(axe.source);
			const { violations } = await page.evaluate(
				async (rules) =>
					await (globalThis as unknown as { axe: typeof axe }).axe.run({ runOnly: rules }),
				RULES,
			);
			const where = `${colorScheme}, ${width} px`;
			for (const { id, nodes } of violations) {
				found.push(
					...nodes
						.slice(0, 3)
						.map(
							({ target, failureSummary }) => `${where}: ${id} ${String(target)} ${failureSummary}`,
						),
				);
			}
			const sideways = await page.evaluate('document.documentElement.scrollWidth > innerWidth');
			if (sideways) found.push(`${where}: scrolls sideways`);
			await context.close();
		}
	}
	return found;
}

it.each(Object.keys(pages))(
	'axe finds nothing wrong with %s, and it fits on a phone',
	async (name) => {
		const html = (await pages[name]?.()) ?? '';
		expect(await findings(async (page) => await page.setContent(html))).toEqual([]);
	},
);

it('axe finds nothing wrong with the pages on which the simulator plays the payer', async () => {
	const environment = await openEnvironment();
	const client = await environment.control.createClient();
	const records = new Records(environment, client);
	const addresses = [
		...[await records.paymentRequest(LONG), await records.paidPaymentRequest('paid')].map(
			({ interaction }) => (interaction as { url: string }).url,
		),
		(await records.paymentConsent('consent')).url,
	];
	for (const address of addresses) {
		expect([address, await findings(async (page) => await page.goto(String(address)))]).toEqual([
			address,
			[],
		]);
	}
});
