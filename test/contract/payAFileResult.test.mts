import { DateTime } from 'luxon';

import {
	outputsOf,
	readExample,
	textOf,
	valueOf,
	type Json,
	type Outputs,
} from '../setup/examples.mts';
import { BOSS, CLERK, nodeOf, run, shown } from './payAFile.mts';

it('the row of a run says from its approval what it waits for, and the result takes its place', () => {
	const { columns } = nodeOf('Note the Approval') as { columns: { value: Json } };
	const resultOf = (payAt: string) =>
		textOf(columns.value.result, {
			$: outputsOf({ 'Reviewed List': [{ payAt }] }),
			$execution: { id: '17' },
		});
	expect(resultOf('2026-11-30T06:00:00.000+02:00')).toBe('Waits until 2026-11-30: execution 17');
	expect(resultOf('')).toBe('Being paid: execution 17');
	const { filters } = nodeOf('Note the Run') as { filters: { conditions: Json[] } };
	const [condition = {}] = filters.conditions;
	const replaced = (executed: Outputs) => valueOf(condition.keyValue, { $: outputsOf(executed) });
	expect([nodeOf('Note the Run').operation, condition.keyName]).toEqual(['upsert', 'result']);
	expect(replaced({ 'Note the Approval': [{ result: 'Being paid: execution 17' }] })).toBe(
		'Being paid: execution 17',
	);
	const none: Outputs[] = [{}, { 'Note the Approval': [{ error: 'x' }] }];
	for (const executed of none) {
		expect(replaced(executed)).toBe('None');
	}
});

it('addresses are noted of rows that are paid, before they are paid', () => {
	const rows = [shown('P-1', { email: 'a@example.com' }), shown('P-2', { email: '' })];
	const outputs = { 'Reviewed List': [{ rows }], 'What Is Still So': [{ toPay: rows }] };
	expect(run('Addresses', outputs)).toEqual([{ reference: 'P-1', email: 'a@example.com' }]);
	const { connections } = readExample('pay-a-file.json');
	expect(connections['Note the Addresses']?.main?.[0]?.[0]?.node).toBe('Rows to Pay');
});

const list = { approver: BOSS, why: '', rows: [shown('P-1'), shown('P-2')] };

describe('the result of a list', () => {
	/** What "Result" says, coming from a node. */
	const resultAfter = (executed: Outputs, input: Json[], name: string): Json[] =>
		run('Result', { 'Reviewed List': [list], ...executed }, input, { $prevNode: { name } });
	const approved = { 'Approved Rows': [{}], 'Check Again': [shown('P-1')] };

	it('says who declined it and why, and that nothing was paid', () => {
		const decline = (data: Json) =>
			resultAfter(
				{},
				[{ data: { 'Your decision': 'Decline: pay nothing', ...data } }],
				'Pay Now?',
			)[0];
		expect(decline({})?.error).toBe('Declined by boss@example.com: nothing was paid.');
		expect(decline({ 'Reason (if you decline)': ' Row 2 left us. ' })?.error).toBe(
			'Declined by boss@example.com: nothing was paid. The reason: Row 2 left us.',
		);
	});

	it('is not made in the retry of a run that n8n stopped in while it paid', () => {
		/** n8n takes over from its log which nodes ran, without what they put out. */
		const recovered = [{ isArtificialRecoveredEventItem: true }];
		const executed = { 'Approved Rows': recovered, 'Rows to Pay': recovered, Pay: recovered };
		expect(() => resultAfter(executed, [{}], 'Pay Now?')).toThrow(
			'Delete the rows that you have paid in another way, then upload the file again',
		);
	});

	it('counts a payment as of this run only where this run has made it', () => {
		const executed = { ...approved, 'What Is Still So': [{ toPay: list.rows, held: {} }] };
		const paid = (alreadyExisted: unknown) => ({ id: '1', status: 'completed', alreadyExisted });
		const flags = (answers: Json[]) =>
			resultAfter(executed, answers, 'Pay').map(({ isOfThisRun }) => isOfThisRun);
		expect(flags([paid(false), paid(true)])).toEqual([true, false]);
		expect(flags([paid(null), { error: 'Refused', alreadyExisted: false }])).toEqual([
			false,
			false,
		]);
	});

	it('says of each row why it was held back', () => {
		const held = { 'P-1': 'It changed.', 'P-2': 'It was paid again.' };
		const executed = { ...approved, 'What Is Still So': [{ toPay: [], held }] };
		expect(resultAfter(executed, [{}], 'Anything to Pay?').map(({ error }) => error)).toEqual([
			'Held back: It changed.',
			'Held back: It was paid again.',
		]);
		const one = {
			...approved,
			'What Is Still So': [{ toPay: [shown('P-1')], held: { 'P-2': 'b' } }],
		};
		const refused = { error: "'Credential' belongs to a live client" };
		expect(resultAfter(one, [refused], 'Pay').map(({ error }) => error)).toEqual([
			refused.error,
			'Held back: b',
		]);
	});
});

describe('what is noted of a run', () => {
	const tally = (rows: Json[], executed: Outputs = { 'Approved Rows': [{}] }, approver = BOSS) =>
		run('Tally', {
			'Reviewed List': [{ file: 'a.csv', uploader: CLERK, approver, asked: '9 payments, R9.00' }],
			Result: rows,
			...executed,
		})[0];
	const made = (status: string, amount = 10.1) => ({
		...{ id: `id-${status}`, status, amount, isOfThisRun: true, alreadyExisted: false },
	});

	it('is what it really paid: nothing of an earlier run, and no row that it only tried', () => {
		const rows = [
			made('completed', 1500.5),
			made('completed'),
			made('pending'),
			{ ...made('error'), reasonText: 'Closed account', row: 5, externalReference: 'P-5' },
			{ id: 'old', status: 'completed', amount: 10, alreadyExisted: true, isOfThisRun: false },
			{ id: 'older', status: 'completed', amount: 10, verdict: 'alreadyPaid' },
			{ error: 'Refused.', row: 7, amount: 10, details: { howToFix: 'Check it.' } },
		];
		expect(tally(rows)).toMatchObject({
			paid: '2, R1\u00a0510.60',
			onItsWay: '1, R10.10',
			counts: '2 paid, 1 on the way, 2 sent before, 2 not paid',
			approvedBy: BOSS,
			approved: '9 payments, R9.00',
			stitchIds: 'id-completed id-completed id-pending id-error',
			text: expect.stringMatching(
				/- Row 5, P-5, no name: Closed account\n- Row 7, no reference, no name: Refused\. Check it\./,
			),
		});
	});

	it.each([
		['completed', '1 paid'],
		['pending', '0 paid, 1 on the way'],
		['submitted', '0 paid, 1 on the way'],
		['paused', '0 paid, 1 on the way'],
		['error', '0 paid, 1 not paid'],
		['cancelled', '0 paid, 1 not paid'],
		['reversed', '0 paid, 1 not paid'],
		['new-word', '0 paid, 1 may have been sent'],
	])('counts a payment that is %s as: %s', (status, counts) => {
		expect(tally([made(status)])?.counts).toBe(counts);
	});

	it('says that it is of a test client, in the subject of the email and in the table', () => {
		const paid = { ...made('completed'), client: 'test' };
		expect(tally([paid, { error: 'Refused.' }])?.counts).toBe('1 paid, 1 not paid (test client)');
		expect(tally([{ ...paid, client: 'live' }])?.counts).toBe('1 paid');
	});

	it('never says of a payment that may have been sent that it is not paid', () => {
		const error = 'It may have gone through. Run it again unchanged: it cannot be paid twice';
		const rows = [
			{ error, details: { carriedOut: 'unknown' }, row: 2, externalReference: 'P-2' },
			{ ...made('completed'), notAsAsked: 'Amount', row: 3, externalReference: 'P-3' },
			{ error: 'Refused', details: { carriedOut: 'no' }, row: 4 },
		];
		const { counts, paid, text } = tally(rows) ?? {};
		expect([counts, paid]).toEqual(['0 paid, 2 may have been sent, 1 not paid', '0']);
		expect(text).toMatch(/May have been sent: 2\n[^]*Not paid: 1\n/);
		expect(text).toMatch(
			/May have been sent:\n- Row 2, P-2,[^]*- Row 3, P-3,[^]*\n\nNot paid:\n- Row 4/,
		);
	});

	it('is in the table of runs, from the approval to the result', () => {
		const list = { file: 'a.csv', uploader: CLERK, asked: '1 payment, R9.00', payAt: '' };
		const noted = (node: string, approver: string) => {
			const { value } = nodeOf(node).columns as { value: Record<string, string> };
			const $ = outputsOf({
				'Reviewed List': [{ ...list, approver }],
				Tally: [tally([made('completed')], undefined, approver) ?? {}],
				'Email the Result': [{ error: 'No such mailbox' }],
			});
			const context = { $, $now: DateTime.fromISO('2026-11-28T08:00:00Z'), $execution: { id: 7 } };
			return Object.fromEntries(
				Object.entries(value).map(([column, text]) => [column, textOf(text, context)]),
			);
		};
		const run = { time: '2026-11-28 10:00', file: 'a.csv', uploader: CLERK };
		const begun = { ...run, approved: '1 payment, R9.00', result: 'Being paid: execution 7' };
		expect(noted('Note the Approval', BOSS)).toMatchObject({ ...begun, approver: BOSS });
		expect(noted('Note the Approval', '')).toMatchObject({ ...begun, approver: `${CLERK} alone` });
		expect(noted('Note the Run', BOSS)).toEqual({
			...{ ...run, approver: BOSS, approved: '9 payments, R9.00', paid: '1, R10.10' },
			...{ onItsWay: '0', result: '1 paid, the email failed', stitchIds: 'id-completed' },
		});
	});

	it('names nobody as its approver where it was not approved, and says who paid alone', () => {
		expect(tally([{ error: 'Declined.' }], {})).toMatchObject({
			approvedBy: '',
			approved: '0',
			paid: '0',
		});
		expect(tally([made('completed')], undefined, '')?.approvedBy).toBe('clerk@example.com alone');
	});

	it('lists at most a hundred rows that were not paid', () => {
		const rows = Array.from({ length: 150 }, (_, index) => ({ row: index, error: 'No.' }));
		expect(String(tally(rows)?.text).match(/^- Row/gm)).toHaveLength(100);
		expect(tally(rows)?.text).toContain('- and 50 more');
	});
});

it('the email with the result is not cut by mail programs: a long page is only its attachment', () => {
	const { html } = nodeOf('Email the Result') as { html: string };
	const mail = (page: string) =>
		String(
			valueOf(html, {
				$: outputsOf({ 'Result Page': [{ html: page }], Tally: [{ text: '2 paid\nRow 3 <b>' }] }),
			}),
		);
	expect(mail('<h1>Short</h1>')).toBe('<h1>Short</h1>');
	expect(mail('x'.repeat(95_000))).toMatch(
		/white-space:pre-wrap[^>]*>2 paid\nRow 3 &#60;b&#62;<\/div>$/,
	);
});

describe('the rows to correct', () => {
	const link =
		'<p><a download="a to correct.xlsx" href="data:x">Download the row to correct</a></p>';
	const page = { html: '<h1>Payouts</h1><p>1</p>', formHtml: '<p>1</p>', downloadLink: link };

	/** What the last page of the form shows, where these nodes have run. */
	const lastPage = (executed: Outputs) =>
		String(valueOf(nodeOf('End of the Form').responseText, { $: outputsOf(executed) }));

	it('can be saved from the result, from a page where nothing can be paid, and while others wait', () => {
		const shown = { 'Review Page': [page], 'Who Decides': [{ payments: 0, why: 'No row' }] };
		expect(lastPage(shown)).toBe(`<h1>Payouts</h1>${link}<p>1</p>`);
		const asked = { 'The List': [{ lastPage: ['Asked.', 'You get an email.'] }] };
		expect(lastPage({ ...shown, ...asked, 'Who Decides': [{ payments: 1 }] })).toContain(
			`<p>You get an email.</p>${link}`,
		);
		const { assignments } = nodeOf('Page for the Form').assignments as {
			assignments: Array<{ value: unknown }>;
		};
		const result = valueOf(assignments[0]?.value, { $: outputsOf({ 'Result Page': [page] }) });
		expect(result).toBe(`<h1>Payouts</h1>${link}<p>1</p>`);
	});

	it('are in no email and on no page of the second person: they have whole account numbers', () => {
		const mails = [nodeOf('Email the Result'), nodeOf('Ask the Second Person')];
		expect(JSON.stringify(mails)).not.toMatch(/downloadLink|corrections|rowsToCorrect/);
		expect(nodeOf('Email the Result').options).toMatchObject({ attachments: 'page' });
		expect(JSON.stringify([nodeOf('The List'), nodeOf('Tally')])).not.toContain('downloadLink');
	});
});
