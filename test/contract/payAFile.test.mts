import { outputsOf, valueOf, type Json, type Outputs } from '../setup/examples.mts';
import { BOSS, CLERK, nodeOf, run, shown } from './payAFile.mts';

it('a list is compared far enough back to find a December that was paid early, both times', () => {
	for (const name of ['Check the Rows', 'Check Again']) {
		const { compareDays } = nodeOf(name).options as { compareDays?: number };
		// From 10 December to 31 January.
		expect(compareDays).toBeGreaterThan(52);
	}
});

it.each([
	['UTF-8', 'Renée'],
	['Windows', 'Ren\ufffde'],
	['UTF-8, in which one letter was lost before', 'Renée, Zo\ufffd'],
])('a CSV file in %s keeps its letters: its references stay the same', (encoding, data) => {
	const { options } = nodeOf('Read CSV') as { options: { encoding: string } };
	const expected = encoding === 'Windows' ? 'latin1' : 'utf8';
	expect(valueOf(options.encoding, { $json: { data } })).toBe(expected);
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
			'Careful: “salaries.xlsx” (34 payments, R9.00) waits to be paid on 30 November. Both lists are paid. If this one replaces it, first stop that one: execution 17 in n8n > Executions. If it was stopped, its line in the table stitch-payout-runs can be deleted. ',
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

	it('is nobody with another spelling of the same mailbox at Gmail', () => {
		const why = (secondPerson: string, email: string) =>
			decides({ secondPerson }, {}, { email })?.why;
		expect(why('the.boss+pay@gmail.com', 'theboss@googlemail.com')).toMatch(/your own second/);
		expect(why('the.boss@example.com', 'theboss@example.com')).toBe('');
	});

	it('is nobody where the uploader is not known, the address is none, or nothing can be paid', () => {
		expect(decides({ secondPerson: BOSS }, {}, null)?.why).toMatch(/does not say who uploaded/);
		expect(decides({ secondPerson: `Boss <${BOSS}>` })?.why).toMatch(/exactly one email address/);
		expect(decides({ secondPerson: BOSS }, { toPay: 0 })?.why).toMatch(/No row of this file/);
	});
});

describe('the list that is handed on', () => {
	/** The list, where each node has put out the file, too. */
	const list = (review: Json, approver = '', first: Json = {}) => {
		const executed: Outputs = {
			'Who Decides': [
				{ approver, uploader: CLERK, waiting: 'Careful', payments: 1, sum: 'R10.00' },
			],
			'Check the Rows': [
				{ pay: true, row: 3, ...first },
				{ pay: true, row: 4 },
			],
			'Review Page': [{ formHtml: '', formCss: '' }],
			Settings: [{}],
			'Payments File': [{ submittedAt: '' }],
		};
		const binary = { paymentsFile: { fileName: 'a.csv' } };
		const $ = (name: string) => {
			const { first: firstOf, ...others } = outputsOf(executed)(name);
			return { ...others, first: () => ({ ...firstOf(), binary }) };
		};
		return run('The List', executed, [{ decision: 'Pay 1 row, R10.00', ...review }], { $ })[0];
	};

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
		expect(String(later.lastPage)).toContain('Rows that fail later are only in that email');
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

	it('has the addresses of the file, where each is one plain address', () => {
		const emailOf = (email?: unknown) => {
			const { rows } = list({}, '', { email }) as { rows: Json[] };
			return rows[0]?.email;
		};
		expect(emailOf(' a@example.com ')).toBe('a@example.com');
		for (const none of ['b@ or c', 'a@example.com, b@example.com', '', null, undefined]) {
			expect(emailOf(none)).toBe('');
		}
	});

	it.each(['', 'Pay nothing', undefined, 'Paying'])(
		'is not paid after the decision %j',
		(decision) => {
			expect(list({ decision })).toMatchObject({ pays: false });
		},
	);
});

/** What of a list is still as it was when it is read once more. */
function stillSo(before: Json, now: Json[]): { toPay: unknown[]; held: Record<string, string> } {
	const [first = {}, ...others] = now;
	const checked = [{ summary: { paidToday: 0 }, ...first }, ...others];
	const list = [{ rows: [before] }];
	return run('What Is Still So', { 'Reviewed List': list }, checked)[0] as never;
}

describe('what was approved', () => {
	it('is every row that the page offered, and no other, in the columns that Check reads', () => {
		const rows = [shown('P-1', { email: 'a@example.com' }), shown('P-2', { pay: false })];
		const approved = run('Approved Rows', { 'Reviewed List': [{ rows }] });
		expect(approved).toEqual([
			{
				...{ externalReference: 'P-1', amount: 10, bank: 'fnb', accountNumber: '1234567890' },
				approvedAt: expect.any(String),
			},
		]);
	});

	it.each([
		['2026-11-30T06:00:00.000+02:00', '2026-11-30T06:00:00.000+02:00'],
		['', '2026-11-28'],
	])('waits until the day that was chosen, %j', (payAt, until) => {
		const $now = { toISO: () => '2026-11-28' };
		const $ = outputsOf({ 'Reviewed List': [{ payAt }] });
		expect(valueOf(nodeOf('Wait for the Day').dateTime, { $, $now })).toBe(until);
	});

	it('is checked against the limits with which it is paid', () => {
		const settings = { maximumPerPayment: '1', maximumPerRun: '2', maximumPerDay: '3' };
		const $ = outputsOf({ Settings: [settings], 'Reviewed List': [{ settings }] });
		for (const node of ['Check the Rows', 'Pay']) {
			const { maxAmountPerItem, maxTotalPerRun, maxTotalPerDay } = nodeOf(node).options as Json;
			const limits = [maxAmountPerItem, maxTotalPerRun, maxTotalPerDay];
			expect([node, limits.map((limit) => valueOf(limit, { $ }))]).toEqual([node, ['1', '2', '3']]);
		}
	});

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
