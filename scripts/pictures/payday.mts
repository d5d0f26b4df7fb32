import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { projectFolder } from '../../test/host/project.mts';
import { until } from '../../test/host/until.mts';
import { MAILBOX } from '../start/mail-pages.mts';
import type { Camera } from './camera.mts';

/** Of examples/pay-a-file.json. */
const FORM = 'pay-a-file';
/** Milliseconds in which n8n sends an email, on a slow machine. */
const MAIL_PATIENCE = 180_000;

/** One row has no bank. References have a year, as docs/paying-a-file.md advises. */
const SALARIES = `reference,name,bank,account number,amount,statement reference
SAL-2026-11-01,Payee One,Capitec,1234567890,350.00,Salary Nov 2026
SAL-2026-11-02,Payee Two,FNB,1234567880,399.50,Salary Nov 2026
SAL-2026-11-03,Payee Three,Standard Bank,1234567870,275.00,Salary Nov 2026
SAL-2026-11-04,Payee Four,,1234567860,120.00,Salary Nov 2026
`;

/** What is open for the pictures. */
interface Places {
	page: Page;
	n8nUrl: string;
	siteUrl: string;
	camera: Camera;
}

/** A payday with a second person, on their phones: the review, the approval and the result. */
export async function takePayday(places: Places): Promise<void> {
	const { page, camera } = places;
	await upload(places, 'salaries-november.csv', SALARIES);
	const review = await camera.phone(page, 'top');
	await pay(page);
	await confirm(page);
	await page.getByText('is being asked').waitFor();

	await openMail(places, /Your code/);
	const text = await page.locator('pre').innerText();
	const [, code = ''] = /approve:\s+([0-9a-f]{8})/.exec(text) ?? [];
	await openMail(places, /Please approve/);
	const mail = page.frameLocator('iframe');
	await page.goto(
		(await mail.getByRole('link', { name: 'Open the list' }).getAttribute('href')) ?? '',
	);
	await pay(page);
	await page.locator('input[type=text]').first().fill(code);
	await page.locator('body').click({ position: { x: 1, y: 1 } });
	const approval = await camera.phone(page, 'bottom');
	await confirm(page);

	await openMail(places, /Payments of salaries-november/);
	await page.setContent((await page.locator('iframe').getAttribute('srcdoc')) ?? '');
	await camera.strip('payday', [review, approval, await camera.phone(page, 'top')]);
}

/** The review and the result of the sample file, which has rows of every kind. */
export async function takeSampleRun(places: Places): Promise<void> {
	const { page, camera } = places;
	await upload(places, 'payouts.csv', readFileSync(join(projectFolder, 'examples', 'payouts.csv')));
	await camera.page('payout-run', page, { width: 900 });
	await pay(page);
	await confirm(page);
	await page.locator('h1').filter({ hasText: 'Payment results' }).waitFor();
	await camera.page('payout-result', page, { width: 900, height: 625 });
}

async function upload({ page, n8nUrl }: Places, name: string, content: string | Buffer) {
	await page.goto(`${n8nUrl}/form/${FORM}`);
	const allow = page.getByRole('button', { name: /allow/i });
	const file = page.locator('input[type=file]');
	await allow.or(file).first().waitFor({ state: 'attached' });
	if (await allow.isVisible()) await allow.click();
	await file.setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) });
	// Each row has its own reference.
	await page.locator('select').first().selectOption({ index: 1 });
	await page.getByRole('button', { name: 'Check the file' }).click();
	await page.locator('[data-radio-select] input').first().waitFor();
}

/** The first decision of a page is to pay. */
async function pay(page: Page): Promise<void> {
	await page.locator('[data-radio-select] input').first().check();
}

/** Decides, and waits until n8n has it: a page that is left before is not sent. */
async function confirm(page: Page): Promise<void> {
	const button = page.getByRole('button', { name: 'Confirm' });
	await button.click();
	await button.waitFor({ state: 'hidden' });
}

/** Opens the mail with a subject, once it is there. */
async function openMail({ page, siteUrl }: Places, subject: RegExp): Promise<void> {
	const link = page.getByRole('link', { name: subject }).first();
	await until(
		`a mail whose subject has ${subject.source}`,
		async () => {
			await page.goto(`${siteUrl}${MAILBOX}`);
			return await link.isVisible();
		},
		(isThere) => isThere,
		{ patience: MAIL_PATIENCE },
	);
	await link.click();
}
