import { randomUUID } from 'node:crypto';
import { DateTime } from 'luxon';

import type { WorkflowNode } from '../../host/api.mts';
import { until } from '../../host/until.mts';
import { NOON_ZONE } from '../../setup/noon.mts';
import { clientScopes } from '../../simulator/scopes.mts';
import { fillTable, rowsOfTable } from '../support/dataTables.mts';
import { ownService } from '../support/ownService.mts';
import { saveCredential } from '../support/workflows.mts';
import { BROWSER, readPage } from './examples.mts';
import { APPROVE, BOSS, CLERK, csv, csvOf, DECLINE, payAFileSuite, row } from './payAFile.mts';

const {
	suite,
	table,
	start,
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
	stop,
} = payAFileSuite('approve-a-file', ownService(6));

describe('the approval of the example pay-a-file.json', () => {
	it('ends the form at once with a second person, and pays once that person has approved with the code', async () => {
		await start({ secondPerson: BOSS });
		const evil = `p<img src=x onerror=alert(1)>.csv`;
		const form = await upload(new File([csv(row('P-1', '10.00'))], evil, { type: 'text/csv' }));
		expect(await readPage(form.nextPage)).toContain(`After you, ${BOSS} has to approve this list.`);
		await askBoss(form);
		const page = await end(form);
		expect(page).toContain('boss@example.com is being asked to approve.');
		expect(page).toMatch(/You get the result by email\. No email\? Delete the rows/);
		const first = await asked();
		expect(first.html).not.toContain('<img src=x');
		expect(first.shown).toContain('P-1');
		expect(first.shown).not.toMatch(/1234567890|<img src=x/);
		expect(first.shown).not.toContain(first.code);
		// What opens every link, as scanners of mail do, pays nothing.
		for (const link of first.links) {
			for (const method of ['HEAD', 'GET']) await fetch(link, { method, headers: BROWSER });
		}
		await nobodyIsPaid();

		await answer(first.page, APPROVE, '00000000');
		const second = await asked('The code did not match, nothing was paid: 1 payment, R10.00');
		expect(second.code).not.toBe(first.code);
		await nobodyIsPaid();
		await answer(second.page, APPROVE, ` ${second.code.toUpperCase()}`);
		const { to, subject, html } = await resultMail('pimg srcx onerroralert(1).csv');
		expect([to, subject]).toEqual([
			expect.stringContaining(CLERK),
			expect.stringContaining('1 on its way'),
		]);
		expect(html).toMatch(
			/Approved on \d+ \w+ \d{4}, \d\d:\d\d by boss@example.com[^]*Sent on \d+ \w+ \d{4}, \d\d:\d\d/,
		);
		expect(await payments()).toEqual(['P-1 10.00']);
		// The table follows the email.
		const runs = await until(
			'the result in the table of runs',
			async () => await rowsOfTable(suite.environment, table),
			(rows) => rows.some(({ onItsWay }) => onItsWay !== '') && rows,
		);
		expect(runs).toEqual([
			expect.objectContaining({
				...{ uploader: CLERK, approver: BOSS, approved: '1 payment, R10.00', paid: '0.00' },
				...{ onItsWay: '10.00', stitchIds: expect.stringMatching(/^\S+$/) },
			}),
		]);
	});

	it('pays nothing after three wrong codes, when declined, or when the second person cannot be reached', async () => {
		await start({ secondPerson: BOSS });
		const file = (name: string) => csvOf(name, row('P-1', '10.00'));
		await askBoss(await upload(file('wrong.csv')));
		const again = 'The code did not match, nothing was paid: 1 payment, R10.00';
		for (const subject of [undefined, again, again]) {
			await answer((await asked(subject)).page, APPROVE, '00000000');
		}
		expect((await resultMail('wrong.csv')).html).toContain('The code did not match.');

		await askBoss(await upload(file('declined.csv')));
		const { page, code } = await asked();
		await answer(page, DECLINE, code, 'P-1 <b>left</b> us');
		const declined = await resultMail('declined.csv');
		expect(declined.html).toContain(`Declined by ${BOSS}.`);
		expect(declined.html).not.toContain('<b>left');
		expect(declined.text).toContain('The reason: P-1 <b>left</b> us');
		expect(declined.subject).toBe('Payments of declined.csv: 1 left out (test client)');

		suite.mailbox.refuse((to) => to === BOSS);
		await askBoss(await upload(file('unreachable.csv')));
		// A mail that one of two gets counts as sent: the list waits.
		await suite.mailbox.next(
			({ subject }) => subject.startsWith('Please') && subject.includes('unreachable.csv'),
		);
		suite.mailbox.refuse(() => true);
		await askBoss(await upload(file('no-mail.csv')));
		await until(
			'the run to be noted with what failed',
			async () => await rowsOfTable(suite.environment, table),
			(runs) =>
				runs.some(
					({ file: name, result }) =>
						name === 'no-mail.csv' && result === '1 left out (test client), the email failed',
				),
		);
		await nobodyIsPaid();
	});

	it('pays once where the second person confirms several times at once, and nothing by their link later, even unpublished', async () => {
		await start({ secondPerson: BOSS });
		await askBoss(await upload(csvOf('again.csv', row('P-1', '10.00'))));
		const { page, code } = await asked();
		await stop();
		const approve = async () => await answer(page, APPROVE, code);
		await Promise.all([approve(), approve(), approve()]);
		expect((await resultMail('again.csv')).subject).toBe(
			'Payments of again.csv: 1 on its way (test client)',
		);
		await approve();
		expect(await payments()).toEqual(['P-1 10.00']);
	});

	it('pays once where the same list is confirmed on two pages at once', async () => {
		await start();
		const forms = [await upload(csv(row('P-1', '10.00'))), await upload(csv(row('P-1', '10.00')))];
		await Promise.all(forms.map(async (form) => await confirm(form)));
		for (const form of forms) expect(await end(form)).toMatch(/On its way: 1|Already sent: 1/);
		expect(await payments()).toEqual(['P-1 10.00']);
	});

	it('lets nobody be their own second person', async () => {
		await start({ secondPerson: 'Clerk+boss@example.com' });
		const form = await send(csv(row('P-1', '10.00')));
		expect(await end(form, 'Can It Be Paid?')).toContain('You cannot be your own second person.');
		await nobodyIsPaid();
	});

	it('pays real money only with a second person, or where payAlone is set', async () => {
		await suite.changeClient({ test: false, clientId: `live-${randomUUID()}` });
		await start();
		const alone = await send(csv(row('P-1', '10.00')));
		expect(await end(alone, 'Can It Be Paid?')).toContain('a second person has to approve it');
		await nobodyIsPaid();
		await stop();
		await start({ payAlone: true });
		const form = await upload(csv(row('P-1', '10.00')));
		await confirm(form);
		expect(await end(form)).toContain('Payment results');
		expect(await payments()).toEqual(['P-1 10.00']);
	});

	it.each([
		['Check Again', /Left out: 1 .*the two checks have different credentials/],
		['Pay', /Left out: 1 .*makes this a different payment from the one/],
	])('pays nothing where “%s” has another client than the page', async (name, says) => {
		const other = await suite.environment.control.createClient();
		const stitchApi = await saveCredential(suite.environment, other, [...clientScopes]);
		await start({}, (node) =>
			node.name === name ? { ...node, credentials: { stitchApi } } : node,
		);
		const form = await upload(csv(row('P-1', '10.00')));
		await confirm(form);
		expect(await end(form)).toMatch(says);
		await nobodyIsPaid();
		expect((await other.ledger()).disbursements).toEqual([]);
	});

	it('waits for the day to pay on, looks again, and says what has changed', async () => {
		await start();
		const tomorrow = DateTime.now().setZone(NOON_ZONE).plus({ days: 1 });
		const form = await upload(
			csvOf('later.csv', row('P-1', '10.00'), row('P-2', '12.00', '2345678900')),
		);
		// As in the dashboard: the same reference, without the nonce of this package.
		await suite.records.disbursement('P-2', '12.00');
		await confirm(form, 'Pay 2 payments, R22.00', tomorrow.toISODate() ?? '');
		expect(await end(form)).toMatch(/The list is paid on \w+, \d+ \w+ \d{4}, after 06:00/);
		const { html, subject } = await resultMail('later.csv');
		expect(subject).toBe('Payments of later.csv: 1 may have been sent, 1 on its way (test client)');
		expect(html).toMatch(
			/Do not pay anybody under “May have been sent” or “On its way” in another way/,
		);
		expect(html).not.toContain('Left out');
		expect(await payments()).toEqual(['P-1 10.00', 'P-2 12.00']);
		const noted = await until(
			'the row of the run',
			async () => await rowsOfTable(suite.environment, table),
			(rows) => {
				const ofList = rows.filter(({ file }) => file === 'later.csv');
				return ofList.some(({ onItsWay }) => onItsWay === '10.00') && ofList;
			},
		);
		// While it waited, the same row said so.
		expect(noted).toEqual([
			expect.objectContaining({ result: '1 may have been sent, 1 on its way (test client)' }),
		]);
	});

	it('names a list that waits for its day, on the page and to the second person', async () => {
		await start({ secondPerson: BOSS });
		const { environment } = suite;
		const tomorrow = DateTime.now().setZone(NOON_ZONE).plus({ days: 1 });
		const waits = (day: DateTime, file: string) => ({
			...{ file, approved: '34 payments, R9.00' },
			result: `Waits until ${day.toISODate()}: execution 17`,
		});
		await fillTable(environment, table, [
			waits(tomorrow, 'salaries.xlsx'),
			waits(tomorrow.minus({ days: 2 }), 'stopped.xlsx'),
		]);
		const form = await upload(csvOf('other.csv', row('P-1', '10.00')));
		const warning = `“salaries.xlsx” (34 payments, R9.00) waits to be paid on ${tomorrow.toFormat('d LLLL')}. Both lists can be paid. If this one replaces it, first stop that one: execution 17`;
		const page = await readPage(form.nextPage);
		expect(page).toContain(warning);
		expect(page).toMatch(/“stopped\.xlsx” .* and has no result\./);
		await askBoss(form);
		const { shown, page: decision } = await asked();
		expect(shown.replace(/&(ldquo|rdquo|#x201[cd]);/g, '')).toContain('waits to be paid on');
		await answer(decision, DECLINE);
		await resultMail('other.csv');
		await fillTable(environment, table, []);
	});

	it('asks several approvers, each with a code: the first answer decides, and the uploader can only withdraw', async () => {
		const PARTNER = 'partner@example.com';
		await start({ secondPerson: `${BOSS}, ${PARTNER}, ${CLERK}` });
		const file = (name: string) => csvOf(name, row('P-1', '10.00'));
		const ask = async (name: string) => {
			await confirm(
				await upload(file(name)),
				`Ask ${BOSS} or ${PARTNER} to approve 1 payment, R10.00`,
			);
			const { page, to } = await asked();
			expect([BOSS, PARTNER, CLERK].every((one) => to.includes(one))).toBe(true);
			return { page, partner: await codeFor(PARTNER, name), clerk: await codeFor(CLERK, name) };
		};
		const declined = await ask('declined.csv');
		await answer(declined.page, DECLINE, declined.partner, 'Not today');
		expect((await resultMail('declined.csv')).html).toContain(`Declined by ${PARTNER}.`);
		// A later answer changes nothing.
		await answer(declined.page, APPROVE, declined.partner);

		const withdrawn = await ask('withdrawn.csv');
		await answer(withdrawn.page, DECLINE, withdrawn.clerk);
		expect((await resultMail('withdrawn.csv')).html).toContain(`Withdrawn by ${CLERK}.`);
		await nobodyIsPaid();

		const own = await ask('own.csv');
		await answer(own.page, APPROVE, own.clerk);
		const again = await asked('The code did not match, nothing was paid: 1 payment, R10.00');
		await answer(again.page, APPROVE, await codeFor(PARTNER, 'own.csv'));
		expect((await resultMail('own.csv')).html).toContain(`by ${PARTNER}`);
		expect(await payments()).toEqual(['P-1 10.00']);
		const runs = await rowsOfTable(suite.environment, table);
		expect(runs.filter(({ file: name }) => name === 'own.csv')).toEqual([
			expect.objectContaining({ approver: PARTNER, approved: '1 payment, R10.00' }),
		]);
	});

	it('asks again before it pays a list more than a day late, and pays once it is approved again', async () => {
		const late = (node: WorkflowNode): WorkflowNode =>
			JSON.parse(
				JSON.stringify(node)
					.replace('$now.plus({ seconds: 5 })', '$now.minus({ days: 2 })')
					// When it was approved.
					.replace('"time":"={{ $now', '"time":"={{ $now.minus({ days: 2 })'),
			);
		await start({ secondPerson: BOSS }, late);
		const tomorrow = DateTime.now().setZone(NOON_ZONE).plus({ days: 1 });
		const form = await upload(csvOf('late.csv', row('P-1', '10.00')));
		await confirm(form, `Ask ${BOSS} to approve 1 payment, R10.00`, tomorrow.toISODate() ?? '');
		const first = await asked();
		await answer(first.page, APPROVE, first.code);
		const second = await asked('Late, please approve again: 1 payment, R10.00');
		expect(second.text).toMatch(/but\s+n8n\s+did\s+not\s+run\s+then/);
		await nobodyIsPaid();
		await answer(second.page, APPROVE, second.code);
		expect((await resultMail('late.csv')).subject).toContain('1 on its way');
		expect(await payments()).toEqual(['P-1 10.00']);
		const runs = await rowsOfTable(suite.environment, table);
		expect(runs.filter(({ file }) => file === 'late.csv')).toHaveLength(1);
	});
});
