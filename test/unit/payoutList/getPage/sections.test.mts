import type { IDataObject } from 'n8n-workflow';

import { notPaidYet } from '../../../../nodes/Stitch/actions/disbursement/disbursements';
import {
	checked,
	first,
	headingsOf,
	lastTime,
	notPaid,
	paid,
	resultOf,
	shown,
	summaryOf,
} from './list.mts';

const times = (html: string, text: string) => html.split(text).length - 1;

const bankDown = 'The bank is down today: this payment may arrive late or fail.';
const closed = 'The account does not exist, is closed, or cannot take this payment.';
const warned = (row: number, ...warnings: string[]) =>
	checked(row, { warnings, severity: 'check' });

describe('a page of checked rows', () => {
	it('has a section for each thing that is true of the money, those that need a person first', async () => {
		const html = await shown([
			checked(2),
			checked(3, { amount: 12.5, difference: 2 }),
			first(4),
			first(5, { facts: ['Only R1.00 since 25 October: on 20 November, test.'] }),
			warned(6, bankDown),
			notPaid(7, 'confirmFirst', { severity: 'danger' }),
			notPaid(8, 'cannotBePaid'),
			notPaid(9, 'cancelledBefore'),
			notPaid(10, 'sentWithOtherValues', { amountAtStitch: 9, status: 'pending' }),
			notPaid(11, 'unknown'),
			notPaid(12, 'paidElsewhere'),
			notPaid(13, 'alreadyPaid', { status: 'completed' }),
		]);
		expect(headingsOf(html)).toEqual([
			'<i>May have been sent: 2</i>, R21.00',
			'<em>Already sent with other values: 1</em>, R9.00 at Stitch, R10.50 in your list',
			'<em>Cancelled: 1</em>, R10.50',
			'<i>Left out: 1</i>, R10.50',
			'<i>Held until you have called: 1</i>, R10.50',
			'<em>Will be paid: look at these first: 1</em>, R10.50',
			'<em>Will be paid: no earlier payment to this account: 1</em>, R10.50',
			'<em>Will be paid: not paid on a payday before: 1</em>, R10.50',
			'Will be paid: different from last time: 1, R12.50',
			'<b>Will be paid: the same as last time: 1</b>, R10.50',
			'Already sent: 1, R10.50',
		]);
	});

	it('compares invoices where there is no payday, the same amounts first, with what was paid', async () => {
		const summary = summaryOf({ lastTime: lastTime({ day: null }) });
		const html = await shown(
			[checked(2, { difference: 5 }), checked(3), first(4, { facts: ['A fact.'] })],
			summary,
		);
		expect(headingsOf(html)).toEqual([
			'<em>Will be paid: no earlier payment to this account: 1</em>, R10.50',
			'Will be paid: the same amount as this payee’s last payment: 1, R10.50',
			'Will be paid: different from this payee’s last payment: 1, R10.50',
		]);
		expect(html).toContain('Is it the same invoice? Compare the reference in your list');
		expect(html).toContain('<td>R10.50<br><sub>paid 25 October, o-3</sub></td>');
		expect(await shown([checked(2, { difference: 5 })])).not.toContain('o-2');
	});

	it.each([
		['the whole list is in doubt', { alerts: ['Pay nothing.'] }],
		['something is to be known about the whole list', { messages: ['The float is low.'] }],
	])('has nothing in green where %s', async (_, change) => {
		expect(await shown([checked(2)], summaryOf(change))).not.toContain('<b>');
		expect(await shown([checked(2)])).toContain('<b>Will be paid: the same as last time: 1</b>');
	});

	it('shows what is dangerous in red, also in the heading, and before what is to check', async () => {
		const danger = checked(3, { warnings: ['Pay one.'], severity: 'danger' });
		const html = await shown([warned(2, bankDown), danger]);
		expect(headingsOf(html)).toEqual(['<i>Will be paid: look at these first: 2</i>, R21.00']);
		expect(html).toMatch(/<i>Pay one\.<\/i>[^]*<em>The bank is down today/);
	});

	it('says of a row that is paid again why, as of any other to look at', async () => {
		const change = { verdict: 'payAgain', explanation: `Failed. ${closed}`, severity: 'check' };
		const html = await shown([checked(2, change)]);
		expect(headingsOf(html)).toEqual(['<em>Will be paid: look at these first: 1</em>, R10.50']);
		expect(html).toContain(`<em>Failed. ${closed}</em>`);
	});

	it('has the largest differences first, and the rows of a payee together', async () => {
		const html = await shown([
			checked(2, { difference: 1, together: 21 }),
			checked(3, { difference: -9 }),
			checked(4, { difference: null, lastAmount: null, togetherWith: 2 }),
		]);
		const order = [...html.matchAll(/<tr><td>(\d+)<\/td>/g)].map(([, row]) => Number(row));
		expect(order).toEqual([3, 2, 4]);
		expect(html).toContain('<strong>+R1.00</strong><br><sub>together R21.00</sub>');
		expect(html).toContain('<sub>with row 2</sub>');
	});

	it('shows the whole list as left out above a limit, without saying the reason in each row', async () => {
		const blocked = 'Nobody would be paid.';
		const row = notPaid(2, 'heldBack', { explanation: blocked, difference: 0 });
		const html = await shown([row], summaryOf({ blocked }));
		expect(headingsOf(html)).toEqual(['<i>Left out: the whole list: 1</i>, R10.50']);
		expect(times(html, blocked)).toBe(1);
		expect(headingsOf(await shown([row]))).toEqual(['<i>Left out: 1</i>, R10.50']);
		const result = await shown([row], summaryOf({ blocked }), { kind: 'result' });
		expect(result).toContain(`<i>${blocked}</i>`);
	});

	it('shows who is not in the file', async () => {
		const one = { beneficiaryName: 'B Gone', bank: 'absa', accountNumber: '…1200' };
		const missing = [{ ...one, lastAmount: 15, lastDate: '2026-10-25' }];
		const summary = summaryOf({ lastTime: lastTime({ missing }) });
		const html = await shown([checked(2)], summary);
		expect(html).toMatch(/Not in this list: 1 .*B Gone<br><sub>Absa · …1200.*R15\.00/);
		expect(await shown([checked(2)], summary, { kind: 'result' })).not.toContain('B Gone');
	});

	it.each(['WAAR', undefined, '', 0])('shows no row as paid of which pay is %j', async (pay) => {
		expect(headingsOf(await shown([checked(2, { pay })]))).toEqual(['<i>Left out: 1</i>, R10.50']);
	});
});

describe('a page of payments', () => {
	it('shows how far they are', async () => {
		const statuses = ['completed', 'pending', 'error', 'reversed', 'cancelled', 'paused', 'new'];
		const html = await resultOf(statuses.map((status, row) => paid(row, { status })));
		expect(headingsOf(html)).toEqual(
			[
				'<i>Failed: 1</i>',
				'<i>Sent back by the bank: 1</i>',
				'<em>Cancelled: 1</em>',
				'<em>Waiting for money: 1</em>',
				'<em>Status unknown: 1</em>',
				'On its way: 1',
				'<b>Paid: 1</b>',
			].map((title) => `${title}, R10.50`),
		);
		expect(html).toContain('Stitch says “new”.');
	});

	it('says whether what was not confirmed may have been sent', async () => {
		const details = { happened: 'maybe', howToFix: 'Run it again.' };
		const html = await resultOf([
			paid(2, { error: 'No answer', details }),
			paid(3, { error: 'Refused', details: { kind: 'setup', howToFix: 'Ask Stitch.' } }),
			// A table has kept the sentence and lost the facts.
			paid(4, { error: 'No answer', details: '[object Object]' }),
		]);
		expect(headingsOf(html)).toEqual([
			'<i>May have been sent: 2</i>, R21.00',
			'<i>Left out: 1</i>, R10.50',
		]);
		expect(html).toContain('No answer. Run it again.');
		expect(html).toContain('Refused. Ask Stitch.');
	});

	it('shows no payment as paid that Stitch shows otherwise', async () => {
		const html = await resultOf([paid(2, { status: 'completed', notAsAsked: ['Amount', 'Bank'] })]);
		expect(headingsOf(html)).toEqual(['<i>Sent, but not as asked: 1</i>, R10.50']);
		expect(html).toContain('Stitch shows a different &#39;Amount&#39; and &#39;Bank&#39;.');
	});

	it('shows a payment that was there before as sent already', async () => {
		const html = await resultOf([paid(2, { status: 'completed', alreadyExisted: true })]);
		expect(headingsOf(html)).toEqual(['Already sent: 1, R10.50']);
	});

	it('says why a payment failed, as a sentence', async () => {
		const html = await resultOf([
			paid(2, { status: 'error', reasonText: 'The account is closed' }),
		]);
		expect(html).toContain('The account is closed.<');
	});

	it('says once what holds for many: of payments on their way, and of a reason', async () => {
		const html = await resultOf([paid(2, { status: 'pending', reasonText: notPaidYet })]);
		expect(html).not.toContain(notPaidYet);
		const rows = [2, 3, 4].map((row) => notPaid(row, 'cannotBePaid', { explanation: 'No bank.' }));
		expect(times(await shown(rows), 'No bank.')).toBe(1);
	});

	it('shows on a report the days of payments, and nothing about a file', async () => {
		const createdAt = '2026-11-24T22:30:00Z';
		const rows = [paid(2, { status: 'error', createdAt }), paid(3, { status: 'paused' })];
		const html = await shown(rows, {}, { kind: 'report' });
		expect(html).toContain('<td><sub>25 Nov 2026</sub></td>');
		expect(html).not.toMatch(/\bfile\b|\brows?\b/i);
	});
});

describe('a payment that was not paid', () => {
	const attempt = (status: string, day: number, change: IDataObject = {}) =>
		paid(day, {
			...{ status, createdAt: `2026-11-${day}T08:00:00.000Z`, externalReference: 'a-1' },
			...change,
		});
	const report = async (...rows: IDataObject[]) => await shown(rows, {}, { kind: 'report' });

	it.each`
		status         | now
		${'error'}     | ${'completed'}
		${'cancelled'} | ${'pending'}
		${'reversed'}  | ${'paused'}
		${'error'}     | ${'new-at-stitch'}
	`(
		'is shown as sent again where it is $status and its later one $now',
		async ({ status, now }) => {
			const other = { accountNumber: '1111111111' };
			const html = await report(attempt(now, 26, other), attempt(status, 25));
			expect(html).toContain('Sent again: 1');
			expect(html).not.toMatch(/Failed|Cancelled|Sent back/);
		},
	);

	it.each([
		['is older', attempt('completed', 24)],
		['has a different reference', attempt('completed', 26, { externalReference: 'a-2' })],
		[
			'has a different payee',
			attempt('completed', 26, { beneficiaryName: 'B Other', accountNumber: '1111111111' }),
		],
	])('is shown as failed where the other one %s', async (_, other) => {
		const html = await report(attempt('error', 25), other);
		expect(html).toMatch(/<i>Failed: 1<\/i>/);
		expect(html).not.toContain('Sent again');
	});

	it('is counted once where its later one has failed as well', async () => {
		const html = await report(attempt('error', 25), attempt('error', 26));
		expect(html).toMatch(/<i>Failed: 1<[^]*Sent again: 1 </);
	});

	it('keeps what is said of it where it was sent again', async () => {
		const failed = attempt('error', 25, { reasonText: 'Approved by a colleague' });
		expect(await report(failed, attempt('completed', 26))).toContain('Approved by a colleague.');
	});

	it.each(['', null])('is shown as failed where it has no reference: %j', async (none) => {
		const without = { externalReference: none };
		const html = await report(attempt('error', 25, without), attempt('completed', 26, without));
		expect(html).not.toContain('Sent again');
	});
});

describe('a report', () => {
	const paymentOf = (row: number, change: IDataObject = {}) =>
		paid(row, {
			...{ id: `id-${row}`, alreadyExisted: undefined, status: 'completed' },
			...{ createdAt: `2026-11-2${row}T22:30:00Z`, ...change },
		});

	it('judges a payment that is searched for by all payments, also by those that are not shown', async () => {
		const before = paymentOf(1, { status: 'error' });
		const after = paymentOf(2, { externalReference: 'a-1', beneficiaryName: 'NN Test' });
		const html = await shown([before, after], {}, { kind: 'report', search: 'id-1' });
		expect(headingsOf(html)).toEqual(['Sent again: 1, R10.50']);
	});

	it('has columns for who approved and for the Stitch ID, where a payment has one', async () => {
		const headsOf = async (...rows: IDataObject[]) =>
			[...(await shown(rows, {}, { kind: 'report' })).matchAll(/<th scope="col">([^<]*)/g)].map(
				([, head]) => head,
			);
		const plain = ['Sent', 'Payee', 'Amount'];
		expect(await headsOf(paymentOf(1, { id: undefined }))).toEqual(plain);
		expect(await headsOf(paymentOf(1))).toEqual([...plain, 'Stitch ID']);
		expect(await headsOf(paymentOf(1, { approvedBy: 'boss@example.com' }), paymentOf(2))).toEqual([
			...plain,
			...['Approved by', 'Stitch ID'],
		]);
	});
});
