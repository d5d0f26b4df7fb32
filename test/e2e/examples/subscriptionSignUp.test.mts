import type { Browser, Page } from 'playwright-core';
import type { SavedWorkflow, WorkflowNode } from '../../host/api.mts';
import { PATIENCE } from '../../host/patience.mts';
import { onPage, openBrowser } from '../support/browser.mts';
import { fillTable, rowsOfTable } from '../support/dataTables.mts';
import { outputOf } from '../support/workflows.mts';
import { readPage, sendPage, submitForm } from './examples.mts';
import { linkIn, memberSuite, press } from './members.mts';

const { suite, save, start, fillIn, invited, signedUp, waits, told, nextMorning } =
	memberSuite('sign-up');

/** A node that puts out these fields, in the place of another. */
function givingOnly({ webhookId: _, credentials: _none, ...rest }: WorkflowNode, json: object) {
	const parameters = { mode: 'raw', jsonOutput: JSON.stringify(json), options: {} };
	return { ...rest, type: 'n8n-nodes-base.set', typeVersion: 3.4, parameters };
}

describe('a member with a browser', () => {
	let browser: Browser;
	let page: Page;

	beforeAll(async () => {
		browser = await openBrowser();
	});

	beforeEach(async () => {
		// A phone.
		const viewport = { width: 390, height: 844 };
		page = await (await browser.newContext({ locale: 'en-ZA', viewport })).newPage();
		page.setDefaultTimeout(PATIENCE);
	});

	afterEach(async () => {
		await page.context().close();
	});

	afterAll(async () => {
		await browser?.close();
	});

	/** Presses a button of the service's page; resolves on the page that n8n shows then. */
	async function pressAndReturn(action: 'grant' | 'decline' | 'close'): Promise<string> {
		return await onPage(page, async () => {
			await page.click(`#${action}`);
			await page.waitForURL(/webhook-waiting/);
			return await page.locator('main').innerText();
		});
	}

	/** Opens the link of the mail. @returns what the service's page is headed with */
	async function open(link: string): Promise<string> {
		return await onPage(page, async () => {
			await page.goto(link);
			return await page.locator('h1').innerText();
		});
	}

	it('opens the link of the mail, agrees, is thanked, and is charged the first month', async () => {
		const { member, page: link } = await invited(await start('subscription-sign-up.json'));
		expect(await open(link)).toBe('Save your card');

		const thanks = await pressAndReturn('grant');
		expect(thanks).toContain('Thank you\n\nYou have agreed. You can close this page.');
		expect(thanks).toContain('Example Shop');
		expect(thanks).toContain(`subscription-${member}`);
		await told(`New member: ${member}`);
		expect((await suite.client.ledger()).charges).toMatchObject([
			{ state: 'success', cents: 9900 },
		]);
		// The link has done its work.
		expect(await open(link)).toBe('You have agreed');
		expect(await page.locator('button').count()).toBe(0);
	});

	it('closes the page, goes back to it from where n8n asks, and agrees then', async () => {
		const {
			member,
			executionId,
			page: link,
		} = await invited(await start('subscription-sign-up.json'));
		await open(link);
		expect(await pressAndReturn('close')).toContain('This is not complete yet');
		await waits(executionId);
		expect((await suite.client.summary()).charges).toBe(0);

		await onPage(page, async () => await page.getByRole('link', { name: 'Go back' }).click());
		expect(await pressAndReturn('grant')).toContain('You have agreed');
		await told(`New member: ${member}`);
		expect((await suite.client.summary()).charges).toBe(1);
	});

	it('declines, reads that no new charge will be made, and is not noted', async () => {
		const { member, page: link } = await invited(await start('subscription-sign-up.json'));
		await open(link);
		const declined = await pressAndReturn('decline');
		expect(declined).toContain('This request is no longer open');
		expect(declined).toContain('No new charge will be made');
		expect(await told(`Not signed up: ${member}`)).toContain('The member did not agree');
		expect((await suite.client.summary()).charges).toBe(0);

		expect(await open(link)).toBe('This was declined');
		const monthly = await save('subscriptions.json');
		expect((await nextMorning(monthly, member)).due).toBe(0);
	});
});

describe('a first charge that fails at once', () => {
	it('is reported, not charged a second time, and paid by a link the next morning', async () => {
		const { client, mailbox } = suite;
		// The cents decide: .51 is a card without money.
		const signUp = await start('subscription-sign-up.json', { price: '99.51' });
		const { member, email, page } = await invited(signUp);
		expect(await (await fetch(await press(page, 'grant'))).text()).toContain('You have agreed');
		const text = await told(`Not charged yet: ${member}`);
		expect(text).toContain('the charge of the first month has failed. ');
		expect(text).not.toContain('could not be sent');
		expect((await client.ledger()).charges).toMatchObject([{ state: 'failure' }]);

		const monthly = await save('subscriptions.json');
		expect((await nextMorning(monthly, member)).due).toBe(1);
		expect((await mailbox.next(({ to }) => to === email)).text).toContain('/pay/');
		expect((await nextMorning(monthly, member)).due).toBe(0);
		expect(await client.summary()).toMatchObject({ charges: 1, paymentRequests: 1 });
	});
});

describe('a member number', () => {
	/** Somebody who has filled in the form under a number that a member has. */
	async function again(signUp: SavedWorkflow, member: string): Promise<string> {
		await fillIn(signUp, member.toLowerCase());
		return await told(`Not invited: ${member} is already in the table`);
	}

	it('gets no link while its member is active, and one once they have left and were let go', async () => {
		const { client, environment } = suite;
		const signUp = await start('subscription-sign-up.json');
		const { member } = await signedUp(signUp);
		expect(await again(signUp, member)).toMatch(/, active\. They got no link, and nothing was/);
		expect((await client.summary()).consents).toBe(1);

		const form = await submitForm(environment, signUp, 'sign-up-leave', [member]);
		await suite.pageAfter(form, 'Let Them Go?');
		expect(await readPage(form.nextPage)).toMatch(/N Dlamini .*Charged last: .*-\d{4}-\d\d\./);
		expect((await sendPage(form.nextPage, [])).ok).toBe(true);
		const page = await suite.lastPageAfter(form, 'Member Has Left');
		expect(page).toMatch(/The member has left .*Their payment consent is revoked/);
		expect((await client.ledger()).consents).toMatchObject([{ status: 'revoked' }]);
		expect((await nextMorning(await save('subscriptions.json'), member)).due).toBe(0);

		expect(await again(signUp, member)).toContain(', left. They got no link');
		const table = 'stitch-sign-up-members';
		const rows = await rowsOfTable(environment, table);
		const later = rows.map((row) => ({ ...row, lastCharged: `${member}-2026-01` }));
		await fillTable(environment, table, later);
		await invited(signUp, member);
		expect((await client.summary()).consents).toBe(2);
	});

	it('is charged once where two people agree under it', async () => {
		const signUp = await start('subscription-sign-up.json');
		const [first, second] = [await invited(signUp, 'twice-1'), await invited(signUp, 'twice-1')];
		await fetch(await press(first.page, 'grant'));
		await told(`New member: ${first.member}`);
		await fetch(await press(second.page, 'grant'));
		const text = await told(`Not charged: ${first.member} is already in the table`);
		expect(text).toContain('Nothing was charged, and the row was not changed');
		expect((await suite.client.summary()).charges).toBe(1);
	});

	it('that nobody has ends nothing', async () => {
		const signUp = await start('subscription-sign-up.json');
		await signedUp(signUp);
		const form = await submitForm(suite.environment, signUp, 'sign-up-leave', ['no-such-1']);
		const page = await suite.lastPageAfter(form, 'No Such Member');
		expect(page).toMatch(/No member has this number .*Nothing was changed/);
	});
});

describe('a mail server that refuses', () => {
	it('a member: you get the link, and what they have to confirm, and the workflow continues', async () => {
		const { client, environment, mailbox } = suite;
		// The cents decide: a charge of .33 waits for the payer.
		const signUp = await start('subscription-sign-up.json', { price: '99.33' });
		mailbox.refuse((to) => to !== 'members@example.com');
		const { member, email, executionId } = await fillIn(signUp);
		const notSent = await told(`Link not sent: ${member}`);
		expect(notSent).toContain(email);
		expect(notSent).toContain('No such mailbox');
		await waits(executionId);
		expect((await client.summary()).charges).toBe(0);

		await fetch(await press(linkIn(notSent), 'grant'));
		const notCharged = await told(`Not charged yet: ${member}`);
		expect(notCharged).toContain('is pending');
		await press(linkIn(notCharged), 'approve');
		const run = await environment.api.finished(executionId);
		expect(run.status).toBe('success');
		expect((await client.ledger()).charges).toMatchObject([{ state: 'success' }]);
		const monthly = await save('subscriptions.json');
		expect((await nextMorning(monthly, member)).due).toBe(1);
		expect((await nextMorning(monthly, member)).due).toBe(0);
		expect((await client.summary()).charges).toBe(1);
	});

	it('everybody: n8n shows it as failed, and the form can be filled in again', async () => {
		const { client, environment, mailbox } = suite;
		const signUp = await start('subscription-sign-up.json');
		mailbox.refuse(() => true);
		const { member, executionId } = await fillIn(signUp);
		expect((await environment.api.finished(executionId)).status).toBe('error');

		mailbox.refuse(() => false);
		// The link of the failed execution leads back to it, so a retry cannot wait for the member.
		const retried = await environment.api.retryExecution(executionId);
		expect((await environment.api.finished(retried)).data.resultData.error?.message).toContain(
			`The link leads back to execution ${executionId}`,
		);
		expect(await told(`Link not sent: ${member}`)).toContain(
			'after a Retry in n8n, do not use the link',
		);
		await signedUp(signUp, member);
		const { consents, charges } = await client.ledger();
		expect(consents.map(({ status }) => status).sort()).toEqual(['granted', 'pending']);
		expect(charges).toHaveLength(1);
	});

	it('everybody after the charge: the member is noted, and a retry only sends the mail', async () => {
		const { client, environment, mailbox } = suite;
		const { api } = environment;
		const signUp = await start('subscription-sign-up.json');
		const { member, executionId, page } = await invited(signUp);
		mailbox.refuse(() => true);
		await fetch(await press(page, 'grant'));
		expect((await api.finished(executionId)).status).toBe('error');

		mailbox.refuse(() => false);
		const monthly = await save('subscriptions.json');
		expect((await nextMorning(monthly, member)).due).toBe(0);
		const retried = await api.finished(await api.retryExecution(executionId));
		expect(outputOf(retried, 'Email: Signed Up')).toHaveLength(1);
		await told(`New member: ${member}`);
		expect((await client.summary()).charges).toBe(1);
	});
});

describe('a member who agrees too late', () => {
	it('cannot agree any more, and is neither noted nor charged', async () => {
		// When the time is up, n8n passes on what the node has noted before it waited.
		const waitForConsent = { outcome: 'timedOut', final: false };
		const signUp = await start('subscription-sign-up.json', undefined, (node) =>
			node.name === 'Wait for the Consent' ? givingOnly(node, { waitForConsent }) : node,
		);
		const { member, email } = await fillIn(signUp);
		const page = linkIn((await suite.mailbox.next(({ to }) => to === email)).text);
		const text = await told(`Not signed up: ${member}`);
		expect(text).toContain('The link was closed.');
		expect(text).toContain('The link no longer works.');
		await press(page, 'grant');
		expect(await suite.client.ledger()).toMatchObject({
			consents: [{ status: 'cancelled' }],
			charges: [],
		});
	});
});
