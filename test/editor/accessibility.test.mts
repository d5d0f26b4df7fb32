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

/** The rows of a page, as Check and Create put them out. */
const rowsOf: Record<string, IDataObject[]> = {
	review: [
		{
			summary: {
				rows: 5,
				toPay: 3,
				sumToPay: 30,
				client: 'test',
				messages: ['The float is low.'],
				notes: ['Row 9 is a total.'],
			},
		},
		{},
		{ warnings: ['This account is new.'] },
		{ pay: false, verdict: 'cannotBePaid', explanation: "'Amount' is empty." },
		{ pay: false, verdict: 'alreadyPaid', explanation: 'Sent on 25 October.' },
	].map((more, index) => ({
		...{ pay: true, verdict: 'willBePaid', warnings: [], row: index + 2, externalReference: LONG },
		...{ beneficiaryName: 'T Tester', bank: 'fnb', accountNumber: '1234567890', amount: 10 },
		...more,
	})),
	result: [
		...['completed', 'pending', 'paused', 'error', 'cancelled', 'reversed', 'new'].map(
			(status) => ({ status, reasonText: 'A reason' }),
		),
		{ error: 'It was refused.', details: { howToFix: 'Correct it.' } },
		...Array.from({ length: 40 }, () => ({ status: 'completed' })),
	].map((more, index) => ({
		...{ row: index + 2, externalReference: `P-${index}`, beneficiaryName: 'T Tester' },
		...{ bank: 'fnb', accountNumber: '1234567890', amount: 10, ...more },
	})),
};

async function listPage(page: string): Promise<string> {
	const { service } = serviceOf([]);
	const parameters = {
		page,
		details: { fileName: `${LONG}.xlsx`, uploadedBy: 'clerk@example.com' },
	};
	const first = getPage.prepare(itemOf(parameters), service) as object;
	const plans = (rowsOf[page] ?? []).map((row, index) =>
		index === 0 ? { ...first, row } : { row },
	);
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
	'the review of a list': async () => await listPage('review'),
	'the result of a list': async () => await listPage('result'),
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
