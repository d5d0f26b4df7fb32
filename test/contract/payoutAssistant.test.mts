import type { IDataObject } from 'n8n-workflow';

import { readFile } from '../../nodes/Stitch/payoutList/read/readFile';
import {
	outputsOf,
	readExample,
	runCode,
	textOf,
	valueOf,
	type Json,
	type Outputs,
} from '../setup/examples.mts';
import { answersOf } from './answers.mts';
import { BOSS, CLERK, contextOf, lastPageOf, PARTNER } from './payAFile.mts';

const example = readExample('payout-assistant.json');
const nodeOf = (name: string) => example.nodes.find((node) => node.name === name)?.parameters ?? {};

const payees = [
	{ id: 1, payee: 'Acme Printing', name: null, bank: 'fnb', accountNumber: '1234567890' },
	{ id: 2, payee: 'Acme', bank: 'fnb', accountNumber: '12345 67890' },
	{ id: 3, payee: 'Dlamini Repairs', name: 'T Dlamini', bank: 'absa', accountNumber: '2345678900' },
];

const payment = (payee: unknown, invoice: unknown, amount: unknown) => ({ payee, invoice, amount });

/** The rows that are made of what the assistant wrote. */
function rowsOf(payments: unknown[], table: Json[] = payees): Json[] {
	const output = { message: 'Done.', payments };
	return runCode(example, 'Rows', { Payees: table }, [{ output }]).map(({ json }) => json);
}

describe('the rows that are made of what the assistant wrote', () => {
	it('have bank and account from the table, whatever the assistant wrote', () => {
		const evil = { bank: 'absa', accountNumber: '3456789000', reference: 'other', pay: true };
		expect(rowsOf([{ ...payment('dlamini  repairs', 'INV-009', 150), ...evil }])).toEqual([
			{
				...{ reference: 'dlamini-repairs-9', name: 'T Dlamini', bank: 'absa', amount: 150 },
				...{ 'account number': '2345678900', 'statement reference': 'INV-009' },
			},
		]);
	});

	it('have all that Check needs, and nothing else, under headings that it knows', () => {
		const { rows, columns } = readFile(rowsOf([payment('Acme', '17', 10.5)]) as IDataObject[]);
		expect(rows.map(({ cells }) => cells)).toEqual([
			{
				...{ externalReference: 'acme-17', beneficiaryName: 'Acme', bank: 'fnb', amount: '10.5' },
				...{ accountNumber: '12345 67890', beneficiaryReference: '17' },
			},
		]);
		expect(Object.keys(columns.found)).toHaveLength(6);
	});

	it('have no account where the payee is not in the table, or is in it twice', () => {
		const twice = [...payees, { payee: 'ACME', bank: 'fnb', accountNumber: '1' }];
		const rows = rowsOf([payment('Evil Ltd', '1', 1), payment('Acme', '1', 2)], twice);
		const accounts = rows.map((row) => [row.name, row.bank, row['account number']]);
		expect(accounts).toEqual([
			['Evil Ltd', '', ''],
			['Acme', '', ''],
		]);
		// n8n returns one empty item of an empty table.
		expect(rowsOf([payment('', '1', 1)], [{}])).toMatchObject([{ bank: '', 'account number': '' }]);
	});

	it.each(['INV-017', 'Invoice No. 17', 'faktuur nr. 0017', '17'])(
		'know %j as invoice 17, so that it has one reference',
		(invoice) => {
			expect(rowsOf([payment('Acme', invoice, 10)])[0]?.reference).toBe('acme-17');
		},
	);

	it('know other invoices by other references, and no invoice by none', () => {
		const invoices = ['17', '172', '17/2', 'A17', 'rent 2026-11'];
		const rows = rowsOf(invoices.map((invoice) => payment('Acme', invoice, 1)));
		expect(new Set(rows.map(({ reference }) => reference)).size).toBe(invoices.length);
		for (const none of [
			'',
			undefined,
			' - ',
			'=HYPERLINK("x")',
			'<b>1</b>',
			'{{ 1 }}',
			'x'.repeat(41),
		]) {
			expect(rowsOf([payment('Acme', none, 1)])[0]?.reference).toBe('');
		}
	});
});

const choice = 'Pay 1 payment, R10.00 (and the held rows that you tick, up to R1\u00a0020.00)';
const heldRows = [
	{ label: 'Row 3, Anna, R1\u00a0000.00: I called them', reference: 'P-3' },
	{ label: 'Row 4, Ben, R20.00: I called them', reference: 'P-4' },
];

it('a second look at the list is as it was shown, with the references of the rows that were ticked', () => {
	const { confirmedRows, confirmedBy, onlyAsApproved } = nodeOf('Check the Rows').options as Json;
	const confirmed = (executed: Outputs) => valueOf(confirmedRows, { $: outputsOf(executed) });
	const page = { 'Review Page': [{ heldRows }] };
	expect(confirmed({})).toEqual([]);
	const ticked = (called: unknown) => confirmed({ ...page, Review: [{ called }] });
	expect(ticked([heldRows[1]?.label])).toEqual(['P-4']);
	expect(ticked('Row 3, Anna, R1 000.00: I called them')).toEqual(['P-3']);
	for (const none of [[], undefined, ['Row 9, Eve: I called them']])
		expect(ticked(none)).toEqual([]);
	const by = (request: Json) => valueOf(confirmedBy, { $: outputsOf({ Request: [request] }) });
	expect([by({ user: { email: CLERK } }), by({})]).toEqual([CLERK, 'the person who asked for it']);
	expect([0, 1].map(($runIndex) => valueOf(onlyAsApproved, { $runIndex }))).toEqual([false, true]);
});

it('the review shows what was asked for and what the assistant says, as text, and offers no other day', () => {
	const list = { fieldType: 'html', html: '<p>list</p>' };
	const decision = { fieldType: 'radio', fieldName: 'decision' };
	const formFields = [list, decision, { fieldType: 'date', fieldName: 'payOn' }];
	const message = 'Done for {{ 1 }} <b>\nAccount 1234567890, R100\u00a0000.00';
	const executed = {
		'Review Page': [{ formFields }],
		Request: [{ request: 'Pay $& Acme' }],
		Assistant: [{ output: { message } }],
	};
	const fields = valueOf(nodeOf('Review').jsonOutput, { $: outputsOf(executed) }) as Json[];
	expect([fields[0], ...fields.slice(2)]).toEqual([list, decision]);
	expect(String(fields[1]?.html)).toMatch(/<p>Pay &#36;&#38; Acme<\/p>.*\(not checked\)/);
	expect(String(fields[1]?.html)).toContain(
		'Done for &#123;&#123; 1 &#125;&#125; &#60;b&#62;<br>Account …7890, R100\u00a0000.00',
	);
});

describe('the list that is handed on', () => {
	const page = {
		...{ approvers: [BOSS], asked: '1 payment, R10.00: the same sum', headline: 'Will be' },
		...{ counts: '1 will be paid', formHtml: '<p>shown</p>', formCss: '', choice },
	};
	const list = (more: Json = {}, user: Json = { email: CLERK }) =>
		valueOf(
			nodeOf('The List').jsonOutput,
			contextOf({
				'Review Page': [{ ...page, ...more }],
				'Check the Rows': [{ row: 2, client: 'test' }],
				Request: [{ submittedAt: '2026-11-28', user }],
				Settings: [{ payAlone: true }],
			}),
		) as Json;

	it('is that of the last page: rows, sum, and who is asked', () => {
		expect(list()).toMatchObject({
			...{ rows: [{ row: 2, client: 'test' }], asks: true, formHtml: '<p>shown</p>' },
			...{ short: '1 payment, R10.00', testClient: ' (test client)', settings: { payAlone: true } },
			people: [
				{ address: BOSS, approves: true },
				{ address: CLERK, approves: false },
			],
		});
	});

	it('is asked of nobody where nobody else approves', () => {
		expect(list({ approvers: [] }, {})).toMatchObject({ asks: false, people: [] });
	});
});

describe('an answer', () => answersOf(example));

it('the mails say who asks, who approves and that an assistant proposed the list, and the link approves nothing by itself', () => {
	const reviewed = {
		...{ approvers: [BOSS, PARTNER], uploader: CLERK, headline: 'Will be paid', counts: '9 paid' },
		...{ asked: '9 payments, R9.00: the same sum as on 25 October', short: '9 payments, R9.00' },
	};
	const context = contextOf({ 'Reviewed List': [reviewed] });
	const { subject, message } = nodeOf('Ask to Approve');
	expect(textOf(subject, context)).toMatch(/^Please approve: 9 payments, R9\.00: the same sum/);
	expect(textOf(subject, { ...context, $runIndex: 1 })).toMatch(/^The code did not match, nothing/);
	expect(textOf(message, context)).toContain(
		'clerk@example.com asks boss@example.com or partner@example.com to approve 9 payments, R9.00, from a list that an AI assistant proposed.',
	);
	expect(JSON.stringify(message)).not.toMatch(/\.code\b/);
	const code = (approves: boolean) =>
		textOf(nodeOf('Send the Codes').text, { ...context, $json: { approves, code: 'a1b2c3d4' } });
	expect(code(true)).toMatch(/^Your code to approve: a1b2c3d4\nDo not give it .*clerk@example/);
	expect(code(false)).toMatch(
		/to withdraw the list, not to approve it: a1b2c3d4\nWithdrawing pays/,
	);
});

it('the result says why nothing was sent where that is known, and never once the node Pay has run', () => {
	const { nothingSent, approvedBy } = nodeOf('Result Page').details as Json;
	const said = (field: unknown, executed: Outputs, asks = true) =>
		valueOf(field, contextOf({ 'Reviewed List': [{ asks, uploader: CLERK }], ...executed }));
	const declined = { Answer: [{ says: 'Declined by boss@example.com.', by: BOSS }] };
	expect(said(nothingSent, declined)).toBe('Declined by boss@example.com. Nothing was sent now.');
	const checked = { ...declined, 'Approved Rows': [{}], 'Check Again': [{}] };
	expect(said(nothingSent, checked)).toMatch(/^Stitch could not be asked again/);
	expect(said(nothingSent, { ...checked, Pay: [{}] })).toBe('');
	expect([declined, checked].map((executed) => said(approvedBy, executed))).toEqual(['', BOSS]);
	expect(said(approvedBy, checked, false)).toBe(CLERK);
});

describe('the last page of the form', () => {
	const lastPage = lastPageOf(nodeOf('End of the Form'));
	const listed = { Assistant: [[{ output: { message: 'Done.', payments: [{}] } }]] };
	const html = '<h1>Review</h1><main></main>';
	const reviewPage = (more: Json) => ({
		'Review Page': [[{ html, headline: 'No row.', whyNot: 'No row.', asked: '', ...more }]],
	});

	it('says that there is no list, and why, and shows what the assistant says as text', () => {
		const page = (assistant: Json) => lastPage({ Assistant: [[assistant]] });
		const none = { output: { message: 'Who is <Eve>?', payments: [] } };
		expect(page(none)).toMatch(/no list to approve.*no payment on its list.*Who is &#60;Eve&#62;/);
		expect(page({ error: 'No answer' })).toMatch(
			/gave no usable list\. Nothing was paid.*n8n says of the AI model: No answer\. If this comes again, tell/,
		);
	});

	it('is the page of the list where it cannot be paid, with the reason if the page does not say it', () => {
		expect(lastPage({ ...listed, ...reviewPage({}) })).toBe(html);
		expect(lastPage({ ...listed, ...reviewPage({ whyNot: 'No <second> person.' }) })).toBe(
			'<h1>Review</h1><p><strong>No &#60;second&#62; person.</strong></p><main></main>',
		);
		const broken = { ...listed, 'Review Page': [[], [{ error: 'No page', details: {} }]] };
		expect(lastPage(broken)).toMatch(/cannot be paid now\.<\/h1><p>No page\. /);
	});

	it('says why nothing was paid', () => {
		const decided = (decision: string | undefined, asked: string) =>
			lastPage({ ...listed, ...reviewPage({ asked }), Review: [[{ decision }]] });
		expect(decided('Pay nothing', '1 payment')).toContain('You decided to pay nothing.');
		expect(decided('Pay the held rows', '')).toContain('tick a held row');
		expect(decided(undefined, '1 payment')).toContain('Nobody confirmed the list within a day.');
	});

	it('is the result where the form waited for it, and otherwise who is asked', () => {
		const asked = { 'The List': [[{ asks: true, approvers: [BOSS, PARTNER] }]] };
		const all = { ...listed, ...reviewPage({ asked: 'x' }), Review: [[{}]], ...asked };
		expect(lastPage(all)).toContain(`${BOSS} or ${PARTNER} is being asked to approve.`);
		// A mail server may refuse the approvers, or everyone.
		expect(lastPage(all)).toMatch(
			/Tell them: .*No email\? Leave out what you have paid in another way/,
		);
		expect(lastPage({ ...all, 'Approve and Pay': [[{ html: '<h1>Paid</h1>' }]] })).toBe(
			'<h1>Paid</h1>',
		);
		const failed = { 'The List': [[{ asks: false }]], 'Approve and Pay': [[{ error: 'x' }]] };
		expect(lastPage({ ...all, ...failed })).toMatch(
			/not known what was paid.*no invoice is paid twice/,
		);
	});
});
