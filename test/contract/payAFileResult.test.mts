import { DateTime } from 'luxon';

import {
	outputsOf,
	readExample,
	textOf,
	valueOf,
	type Json,
	type Outputs,
} from '../setup/examples.mts';
import { BOSS, CLERK, contextOf, lastPageOf, nodeOf, PARTNER, reviewed, run } from './payAFile.mts';

/** What a node writes into the table of runs. */
function noted(name: string, executed: Outputs, list: Json = {}): Json {
	const { value } = nodeOf(name).columns as { value: Record<string, string> };
	const context = contextOf({ 'Reviewed List': [reviewed(list)], ...executed });
	return Object.fromEntries(
		Object.entries(value).map(([column, text]) => [
			column,
			text.startsWith('=') ? textOf(text, context) : text,
		]),
	);
}

/** The result of the row of the table that a node replaces. */
function replaced(name: string, executed: Outputs, list: Json = {}): unknown {
	const { filters, operation } = nodeOf(name) as {
		filters: { conditions: Json[] };
		operation: string;
	};
	expect([operation, filters.conditions[0]?.keyName]).toEqual(['upsert', 'result']);
	const context = contextOf({ 'Reviewed List': [reviewed(list)], ...executed });
	return valueOf(filters.conditions[0]?.keyValue, context);
}

const WAITS = 'Waits for an approval: execution 17';

describe('the row of a run in the table', () => {
	it('says from its request on what it waits for, and each step takes its place', () => {
		expect(noted('Note the Request', {})).toMatchObject({ result: WAITS, approver: '' });
		expect(replaced('Note the Request', {})).toBe(WAITS);
		const answer = { Answer: [{ by: PARTNER }] };
		const later = { payAt: '2026-11-30T06:00:00.000+02:00' };
		expect(noted('Note the Approval', answer, later)).toMatchObject({
			...{ result: 'Waits until 2026-11-30: execution 17', approver: PARTNER },
			...{ approved: '9 payments, R9.00', time: '2026-11-28 00:30', file: 'a.csv' },
		});
		expect(replaced('Note the Approval', answer)).toBe(WAITS);
		expect(noted('Note the Approval', answer).result).toBe('Being paid: execution 17');
		const begun = { 'Note the Approval': [{ result: 'Being paid: execution 17' }] };
		expect(replaced('Note the Run', begun)).toBe('Being paid: execution 17');
		expect(replaced('Note the Run', {})).toBe(WAITS);
	});

	it('is a new one for a list that nobody was asked about', () => {
		expect(replaced('Note the Approval', {}, { asks: false })).toBe('None');
		expect(replaced('Note the Run', {}, { asks: false })).toBe('None');
		expect(replaced('Note the Run', {}, { pays: false })).toBe('None');
		const failed = { 'Note the Approval': [{ error: 'x' }] };
		expect(replaced('Note the Run', failed, { asks: false })).toBe('None');
	});

	it('is that of the overdue list, which is asked about again', () => {
		const list = { noted: 'Waits until 2026-11-30: execution 9' };
		expect(replaced('Note the Request', {}, list)).toBe(list.noted);
	});

	const section = (name: string, count: number, sum: number) => ({ name, count, sum });
	const result = {
		counts: '2 paid, 1 on its way',
		sections: [
			section('Left out', 3, 7),
			section('Paid', 2, 1510.6),
			section('Waiting for money', 1, 5),
			section('On its way', 1, 10.1),
		],
	};
	const answers = [
		{ id: 'a', alreadyExisted: false },
		{ id: 'b', alreadyExisted: true },
		{ id: 'c', alreadyExisted: null },
		{ pay: false, id: 'd' },
		{ error: 'Refused', alreadyExisted: false },
		{ id: 'e', alreadyExisted: false },
	];
	const executed = {
		'Result Page': [result],
		'Note the Approval': [{ result: 'x' }],
		Answer: [{ by: BOSS }],
		'Email the Result': [{}],
		Pay: answers,
	};

	it('has what was paid and is on its way, and the IDs that this run made', () => {
		expect(noted('Note the Run', executed)).toEqual({
			...{ time: '2026-11-28 00:30', file: 'a.csv', uploader: CLERK, approver: BOSS },
			...{ approved: '9 payments, R9.00', paid: '1510.60', stitchIds: 'a e' },
			...{ onItsWay: '15.10', result: '2 paid, 1 on its way' },
		});
	});

	it('says who paid alone, that it is of a test client, and that the email failed', () => {
		const failed = { ...executed, 'Email the Result': [{ error: 'No such mailbox' }] };
		const list = { asks: false, testClient: ' (test client)' };
		expect(noted('Note the Run', failed, list)).toMatchObject({
			approver: 'clerk@example.com alone',
			result: '2 paid, 1 on its way (test client), the email failed',
		});
	});

	it('names nobody as its approver where it was not approved', () => {
		const declined = { 'Result Page': [{ ...result, sections: [] }], 'Email the Result': [{}] };
		expect(noted('Note the Run', { ...declined, Answer: [{ by: BOSS }] })).toMatchObject({
			...{ approver: '', approved: '0', paid: '0.00', onItsWay: '0.00', stitchIds: '' },
		});
	});
});

it.each([
	['2026-11-30T06:00:00.000+02:00', '2026-11-30T06:00:00.000+02:00'],
	['', '2026-11-28'],
])('an approved list waits until the day that was chosen, %j', (payAt, until) => {
	const $now = { toISO: () => '2026-11-28' };
	const $ = outputsOf({ 'Reviewed List': [{ payAt }] });
	expect(valueOf(nodeOf('Wait for the Day').dateTime, { $, $now })).toBe(until);
});

describe('an overdue list', () => {
	const overdue = (list: Json) =>
		valueOf(
			nodeOf('The Overdue List').jsonOutput,
			contextOf({
				'Reviewed List': [reviewed({ payAt: '2026-11-25', onDay: ' on Wednesday', ...list })],
				'Note the Approval': [{ result: 'Waits until 2026-11-25: execution 9' }],
			}),
		) as Json;

	it('is asked about again, by the same people, and waits for no day', () => {
		expect(overdue({})).toMatchObject({
			...{ asks: true, pays: true, payAt: '', people: reviewed().people },
			...{ overdue: 'It was to be paid on Wednesday, but n8n did not run then.' },
			noted: 'Waits until 2026-11-25: execution 9',
		});
	});

	it('is asked of whoever pays alone, too', () => {
		const alone = { asks: false, approvers: [], people: [{ address: CLERK, approves: false }] };
		expect(overdue(alone)).toMatchObject({
			asks: true,
			people: [{ address: CLERK, approves: true }],
		});
	});

	it('goes to a run of its own, which nothing waits for', () => {
		expect(nodeOf('Ask Again').options).toEqual({ waitForSubWorkflow: false });
		// With an error output, n8n takes the list away from the run before it begins.
		const { nodes } = readExample('pay-a-file.json');
		expect(nodes.find(({ name }) => name === 'Ask Again')).not.toHaveProperty('onError');
	});
});

it('remittance addresses are noted of rows that are paid, each one plain address, before they are paid', () => {
	const row = (externalReference: string, email: unknown, pay: unknown = true) => ({
		...{ externalReference, email, pay },
	});
	const noted = (...rows: Json[]) => run('Addresses', { 'Check Again': rows });
	expect(noted(row('P-1', ' a@example.com '), row('P-2', 'b@example.com', false))).toEqual([
		{ reference: 'P-1', email: 'a@example.com' },
	]);
	for (const none of ['b@ or c', 'a@example.com, b@example.com', '', null, undefined]) {
		expect(noted(row('P-1', none))).toEqual([]);
	}
	// n8n goes through branches from the top of the canvas.
	const { nodes } = readExample('pay-a-file.json');
	const top = (name: string) => nodes.find((node) => node.name === name)?.position[1] ?? NaN;
	expect(top('Table of Addresses')).toBeLessThan(top('Pay'));
});

describe('the result of a list', () => {
	const { nothingSent, sentAt, approvedBy } = nodeOf('Result Page').details as Json;
	const why = (executed: Outputs, list: Json = {}) =>
		valueOf(nothingSent, contextOf({ 'Reviewed List': [reviewed(list)], ...executed }));

	it('says why nothing was sent where that is known, and never once the node Pay has run', () => {
		const says = { Answer: [{ says: 'Declined by boss@example.com.' }] };
		expect(why(says)).toBe('Declined by boss@example.com. Nothing was sent now.');
		expect(why({}, { why: 'You decided to pay nothing.' })).toMatch(/^You decided/);
		expect(why({ ...says, 'Check Again': [{}] })).toMatch(/^Stitch could not be asked again/);
		expect(why({ ...says, Pay: [{}] })).toBe('');
		expect(why({ Pay: [{}] }, { why: 'x' })).toBe('');
	});

	it('has the row of the file next to each payment, of failed items as well', () => {
		const { assignments } = nodeOf('Rows with Results').assignments as {
			assignments: Array<{ name: string; value: string }>;
		};
		const row = {
			...{ row: 3, externalReference: 'P-3', beneficiaryName: 'Anna', amount: 10 },
			...{ bank: 'fnb', accountNumber: '1234567890' },
		};
		const shown = ($json: Json) => {
			const $ = () => ({ item: { json: row } });
			return Object.fromEntries(
				assignments.map(({ name, value }) => [name, valueOf(value, { $, $json })]),
			);
		};
		expect(shown({ error: 'Refused' })).toEqual(row);
		expect(shown({ amount: 12, beneficiaryName: 'A' })).toEqual({
			...{ ...row, amount: 12, beneficiaryName: 'A' },
		});
		expect(nodeOf('Rows with Results').includeOtherFields).toBe(true);
	});

	it('says who approved it, or paid it alone, and when something was sent', () => {
		const by = (executed: Outputs, list: Json = {}) =>
			valueOf(approvedBy, contextOf({ 'Reviewed List': [reviewed(list)], ...executed }));
		const approved = { 'Note the Approval': [{}], Answer: [{ by: PARTNER }] };
		expect(by(approved)).toBe(PARTNER);
		expect(by(approved, { asks: false })).toBe(CLERK);
		expect(by({ Answer: [{ by: BOSS }] })).toBe('');
		const checked = { 'Check Again': [{ summary: { checkedAt: '2026-11-28T06:00' } }] };
		const sent = (...Pay: Json[]) => valueOf(sentAt, contextOf({ ...checked, Pay }));
		expect(sent({ pay: false }, { alreadyExisted: false })).toBe('2026-11-28T06:00');
		expect(sent({ alreadyExisted: true }, { error: 'x' })).toBe('');
	});

	it('goes to whoever uploaded the list and to those who approve, with what became of it', () => {
		const { toEmail, subject, text } = nodeOf('Email the Result');
		const context = contextOf({
			'Reviewed List': [reviewed({ testClient: ' (test client)' })],
			'Result Page': [{ counts: '1 failed, 2 paid', text: 'Failed: 1' }],
		});
		expect([toEmail, subject, text].map((field) => textOf(field, context))).toEqual([
			`${CLERK}, ${BOSS}, ${PARTNER}`,
			'Payments of a.csv: 1 failed, 2 paid (test client)',
			'Failed: 1',
		]);
	});

	it('is not cut by mail programs: a page above 95,000 bytes is only the attachment', () => {
		const { html, options } = nodeOf('Email the Result') as { html: string; options: Json };
		const mail = (page: string) =>
			String(
				valueOf(html, {
					...contextOf({ 'Result Page': [{ html: page, text: '2 paid\nRow 3 <b>' }] }),
					encodeURIComponent,
				}),
			);
		expect(mail('<h1>Short</h1>')).toBe('<h1>Short</h1>');
		for (const long of ['x'.repeat(95_000), 'é'.repeat(47_500)]) {
			expect(mail(long)).toMatch(/white-space:pre-wrap[^>]*>2 paid\nRow 3 &#60;b&#62;<\/div>$/);
		}
		expect(mail('é'.repeat(47_000))).toMatch(/^é/);
		expect(options).toMatchObject({ attachments: 'page' });
	});
});

describe('the last page of the form', () => {
	const lastPage = lastPageOf(nodeOf('End of the Form'));
	const html = '<h1>Review</h1><main></main>';
	const page = (more: Json = {}) => [[{ html, headline: 'No row.', whyNot: 'No row.', ...more }]];
	const checked = { 'Check the Rows': [[{ row: 2 }]] };

	it('is the page of the list where it cannot be paid, with the reason if the page does not say it', () => {
		expect(lastPage({ ...checked, 'Review Page': page() })).toBe(html);
		expect(lastPage({ ...checked, 'Review Page': page({ whyNot: 'No <second> person.' }) })).toBe(
			'<h1>Review</h1><p><strong>No &#60;second&#62; person.</strong></p><main></main>',
		);
	});

	it('offers the empty sheet where the file cannot be read, and only there', () => {
		const refused = { 'Check the Rows': [[], [{ error: 'x' }]], 'Review Page': page() };
		expect(lastPage(refused)).toContain('Download the empty sheet payments.xlsx</a></p></main>');
		expect(lastPage({ ...checked, 'Review Page': page() })).not.toContain('Download');
	});

	it('is the result where the form waited for it, and otherwise what happens next', () => {
		const asked = { 'The List': [[{ lastPage: ['Asked.', 'You get an <email>.'] }]] };
		const all = { ...checked, 'Review Page': page(), ...asked };
		expect(lastPage(all)).toMatch(/<h1>Asked\.<\/h1><p>You get an &#60;email&#62;\.<\/p>/);
		const paid = { ...all, 'Approve and Pay': [[{ html: '<h1>Paid</h1>' }]] };
		expect(lastPage(paid)).toBe('<h1>Paid</h1>');
		expect(lastPage({ ...all, 'Approve and Pay': [[{ error: 'x' }]] })).toContain('Asked.');
	});

	it('says that nothing can be paid where the page could not be made', () => {
		const broken = { ...checked, 'Review Page': [[], [{ error: 'No page', details: {} }]] };
		expect(lastPage(broken)).toMatch(/cannot be paid yet\.<\/h1><p>No page\. /);
	});
});

it('the days of the example are those of Johannesburg', () => {
	const context = contextOf({}, { $now: DateTime.fromISO('2026-11-30T23:00:00Z') });
	const { value } = nodeOf('Note the Run').columns as { value: Json };
	expect(textOf(value.time, context)).toBe('2026-12-01 01:00');
});
