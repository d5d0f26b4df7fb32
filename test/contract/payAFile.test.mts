import { runInNewContext } from 'node:vm';
import { DateTime } from 'luxon';

import { readExample, textOf, valueOf } from '../examples.mts';

type Json = Record<string, unknown>;
type Outputs = Record<string, Json[]>;

const { nodes } = readExample('pay-a-file.json');
const nodeOf = (name: string) => nodes.find((node) => node.name === name)?.parameters ?? {};

const BOSS = 'boss@example.com';
const CLERK = 'clerk@example.com';

/** What n8n's `$` finds: what the nodes that have run put out. */
function outputsOf(executed: Outputs) {
	return (name: string) => {
		const items = (executed[name] ?? []).map((json) => ({ json }));
		return { isExecuted: name in executed, all: () => items, first: () => items[0] };
	};
}

/** What a code node makes of its input, where these nodes of the workflow have run. */
function run(node: string, executed: Outputs, input: Json[] = [{}], prevNode = {}): Json[] {
	const items = input.map((json) => ({ json }));
	const made = runInNewContext(`(() => {${String(nodeOf(node).jsCode)}})()`, {
		$: outputsOf(executed),
		$input: { all: () => items, first: () => items[0] },
		$prevNode: prevNode,
		$now: DateTime.fromISO('2026-11-27T22:30:00Z'),
		DateTime,
	}) as Array<{ json: Json }>;
	return (JSON.parse(JSON.stringify(made)) as typeof made).map(({ json }) => json);
}

it('a list is compared far enough back to find a December that was paid early, both times', () => {
	for (const name of ['Check the Rows', 'Check Again']) {
		const { compareDays } = nodeOf(name).options as { compareDays?: number };
		// From 10 December to 31 January.
		expect(compareDays).toBeGreaterThan(52);
	}
});

describe('who decides about a list', () => {
	const decides = (
		settings: Json = {},
		summary: Json = {},
		user: unknown = { email: CLERK },
		waiting: Json[] = [{}],
	) =>
		run('Who Decides', {
			'Waiting Lists': waiting,
			Settings: [{ secondPerson: '', payAlone: false, ...settings }],
			'Payments File': [{ user }],
			'Check the Rows': [{ summary: { toPay: 5, sumToPay: 1563.1, client: 'live', ...summary } }],
		})[0];

	it('is a second person where money is real, unless whoever set it up pays alone', () => {
		expect(decides()?.why).toMatch(/real money, so a second person/);
		expect(decides({ payAlone: true })?.why).toBe('');
		expect(decides({ payAlone: 'true' })?.why).toMatch(/real money/);
		expect(decides({ secondPerson: BOSS })?.why).toBe('');
		expect(decides({}, { client: 'test' })?.why).toBe('');
		expect(decides({}, { client: undefined })?.why).toMatch(/real money/);
	});

	it('is asked by name, for the rows and the sum', () => {
		expect(decides({ secondPerson: ` ${BOSS} ` })).toMatchObject({
			approver: BOSS,
			choice: 'Ask boss@example.com to approve 5 rows, R1\u00a0563.10',
			about: expect.stringContaining('After you, boss@example.com has to approve'),
		});
		expect(decides({ payAlone: true }, { toPay: 1, sumToPay: 10 })?.choice).toBe(
			'Pay 1 row, R10.00',
		);
	});

	it('is told of a list that waits for another day, and of none whose day is over', () => {
		const waits = (day: string) => ({
			...{ file: 'salaries.xlsx', approved: '34 payments, R9.00' },
			result: `Waits until ${day}: execution 17`,
		});
		const told = (...lists: Json[]) =>
			decides({ payAlone: true }, {}, undefined, lists) as { waiting: string; about: string };
		const { waiting, about } = told(waits('2026-11-30'), waits('2026-11-27'));
		expect(waiting).toBe(
			'Careful: “salaries.xlsx” (34 payments, R9.00) waits to be paid on 30 November. Both lists are paid. If this one replaces it, first stop that one: execution 17 in n8n > Executions. ',
		);
		expect(about.startsWith(waiting)).toBe(true);
		// In Johannesburg, it is the 28th already.
		expect(told(waits('2026-11-28')).waiting).toContain('28 November');
		const evil = { ...waits('2026-11-30'), file: 'a{{ $env }}<b>"x"', approved: 'R1\u00a0000.00' };
		expect(told(evil).waiting).toContain('“a env bx” (R1\u00a0000.00)');
		for (const none of [{}, { error: 'No such table' }, { result: 'Being paid: execution 9' }]) {
			expect(told(none).waiting).toBe('');
		}
	});

	it.each([CLERK, 'Clerk+boss@example.com'])('is never the one who uploads: %s', (secondPerson) => {
		expect(decides({ secondPerson })?.why).toMatch(/cannot be your own second person/);
	});

	it('is nobody where the uploader is not known, the address is none, or nothing can be paid', () => {
		expect(decides({ secondPerson: BOSS }, {}, null)?.why).toMatch(/does not say who uploaded/);
		expect(decides({ secondPerson: `Boss <${BOSS}>` })?.why).toMatch(/exactly one email address/);
		expect(decides({ secondPerson: BOSS }, { toPay: 0 })?.why).toMatch(/No row of this file/);
	});
});

describe('the list that is handed on', () => {
	const list = (review: Json, approver = '', sheet: unknown[] = [['reference']]) =>
		runInNewContext(`(() => {${String(nodeOf('The List').jsCode)}})()`, {
			$: (name: string) => {
				const outputs: Outputs = {
					'Who Decides': [
						{ approver, uploader: CLERK, waiting: 'Careful', payments: 1, sum: 'R10.00' },
					],
					'Check the Rows': [
						{ pay: true, row: 3 },
						{ pay: true, row: 4 },
					],
					'Read CSV': sheet.map((row) => ({ row })),
					'Review Page': [{ formHtml: '', formCss: '' }],
					Settings: [{}],
					'Payments File': [{ submittedAt: '' }],
				};
				const items = (outputs[name] ?? []).map((json) => ({
					json,
					binary: { paymentsFile: { fileName: 'a.csv' } },
				}));
				return { isExecuted: name in outputs, all: () => items, first: () => items[0] };
			},
			$input: { first: () => ({ json: { decision: 'Pay 1 row, R10.00', ...review } }) },
			// In Johannesburg, it is the 28th already.
			$now: DateTime.fromISO('2026-11-27T22:30:00Z'),
			DateTime,
		})[0].json as Json;

	it.each(['', undefined, '2026-11-28'])('is paid at once where the day is %j', (payOn) => {
		expect(list({ payOn })).toMatchObject({ pays: true, payAt: '', onDay: '' });
	});

	it('tells the second person of lists that wait, too', () => {
		expect(list({}).waiting).toBe('Careful');
		const { responseFormDescription } = nodeOf('Ask the Second Person').options as Json;
		expect(responseFormDescription).toMatch(
			/^=\{\{ \$\('Reviewed List'\)\.first\(\)\.json\.waiting \}\}/,
		);
	});

	it('waits for the morning of another day, and the last page says so', () => {
		const later = list({ payOn: '2026-11-30' });
		expect(later).toMatchObject({
			pays: true,
			payAt: '2026-11-30T06:00:00.000+02:00',
			onDay: ' on Monday, 30 November 2026',
		});
		expect(String(later.lastPage)).toContain('is paid on Monday, 30 November 2026, after 06:00');
		expect(String(list({ payOn: '2026-11-30' }, BOSS).lastPage)).toMatch(
			/boss@example.com is being asked.*then paid on Monday/,
		);
	});

	it.each([
		...['2026-11-27', '2026-12-30', 'tomorrow'],
		...['2026-11-28T23:59', '2026-11-28T00:00:00-12:00', ' 2026-11-28'],
	])('is not paid on %s', (payOn) => {
		expect(list({ payOn })).toMatchObject({ pays: false, why: expect.stringMatching(/31 days/) });
	});

	it.each(['email', 'E-mail address', 'e-pos'])('has the addresses of the column %j', (heading) => {
		const sheet = [['Salaries'], ['name', heading], ['A', ' a@example.com '], ['B', 'b@ or c']];
		const { rows } = list({}, '', sheet) as { rows: Json[] };
		expect(rows.map(({ email }) => email)).toEqual(['a@example.com', '']);
		expect((list({}) as { rows: Json[] }).rows.map(({ email }) => email)).toEqual(['', '']);
	});

	it.each(['', 'Pay nothing', undefined, 'Paying'])(
		'is not paid after the decision %j',
		(decision) => {
			expect(list({ decision })).toMatchObject({ pays: false });
		},
	);
});

const shown = (externalReference: string, more: Json = {}) => ({
	...{ row: 2, externalReference, pay: true, verdict: 'willBePaid', amount: 10 },
	...{ accountNumber: '1234567890', bank: 'fnb', similarPayoutAt: null },
	...{ nonce: `nonce-${externalReference}`, client: 'test' },
	...more,
});

/** What of a list is still as it was when it is read once more. */
function stillSo(before: Json, now: Json[]): { toPay: unknown[]; held: Record<string, string> } {
	const [first = {}, ...others] = now;
	const checked = [{ summary: { paidToday: 0 }, ...first }, ...others];
	const list = [{ rows: [before] }];
	return run('What Is Still So', { 'Reviewed List': list }, checked)[0] as never;
}

describe('what was approved', () => {
	it('is paid where nothing has changed since the page', () => {
		const { toPay, held } = stillSo(shown('P-1'), [shown('P-1', { row: 7 })]);
		expect([toPay, held]).toEqual([[expect.objectContaining({ externalReference: 'P-1' })], {}]);
	});

	it('is paid where a similar payout of long ago is no longer looked at', () => {
		const before = shown('P-1', { similarPayoutAt: '2026-10-25' });
		expect(stillSo(before, [shown('P-1')]).held).toEqual({});
		expect(stillSo(before, [before]).held).toEqual({});
	});

	it.each([
		[{ nonce: 'of-another-client' }, /another Stitch client/],
		[{ nonce: null }, /another Stitch client/],
		[{ client: 'live' }, /another Stitch client/],
		[
			{ verdict: 'payAgain', explanation: 'It has failed.' },
			/changed since the page\. It has failed/,
		],
		[{ pay: false, explanation: 'The bank is unknown.' }, /The bank is unknown/],
		[{ similarPayoutAt: '2026-11-28', warnings: ['R10.00 went there.'] }, /R10\.00 went there/],
		[{ amount: 11 }, /amount, bank or account/],
		[{ bank: 'absa' }, /amount, bank or account/],
		[{ accountNumber: '1234567891' }, /amount, bank or account/],
		[{ summary: { paidToday: null } }, /could not be asked again/],
		[{ externalReference: 'P-2' }, /could not be asked again/],
	])('is held back where the second check says %j', (now, why) => {
		const { toPay, held } = stillSo(shown('P-1'), [shown('P-1', now)]);
		expect(toPay).toEqual([]);
		expect(held['P-1']).toMatch(why);
	});

	/** Disbursement → Create pays such a row only with the client that has checked it. */
	it('goes to Pay with all columns of Check', () => {
		const row = shown('P-1', { client: 'live' });
		expect(run('Rows to Pay', { 'What Is Still So': [{ toPay: [row] }] })).toEqual([row]);
	});
});

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
		run('Result', { 'Reviewed List': [list], ...executed }, input, { name });
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
		expect(() => resultAfter(executed, [{}], 'Pay Now?')).toThrow('Upload the same file again');
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
