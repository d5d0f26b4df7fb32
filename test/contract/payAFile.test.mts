import {
	outputsOf,
	readExample,
	textOf,
	valueOf,
	type Json,
	type Outputs,
} from '../setup/examples.mts';
import { answersOf, codes } from './answers.mts';
import { BOSS, CLERK, contextOf, nodeOf, PARTNER, reviewed, run } from './payAFile.mts';

const checks = ['Check the Rows', 'Check with Ticks', 'Check Again'];
const optionsOf = (name: string) => nodeOf(name).options as Json;

it('a list is compared far enough back for a supplier that is paid once a quarter, each time', () => {
	for (const name of checks) {
		// From 1 July to 7 October. A December that is paid early is 61 days before January.
		expect(optionsOf(name).compareDays).toBeGreaterThan(98);
	}
});

it('a text file reaches Check with every byte, so that its references stay the same', () => {
	// The node finds out the encoding: n8n's own guess loses letters.
	expect(nodeOf('Read Text')).toMatchObject({
		operation: 'text',
		options: { encoding: 'iso88591' },
	});
});

describe('what the file pays', () => {
	const optionFor = (name: string, form: Json) =>
		valueOf(optionsOf('Check the Rows')[name], contextOf({ 'Payments File': [form] }));
	const { values } = (nodeOf('Payments File') as { formFields: { values: Json[] } }).formFields;
	const field = values.find(({ fieldName }) => fieldName === 'paymentsFor');
	const { fieldOptions } = field as { fieldOptions: { values: Array<{ option: string }> } };

	it('is one of the kinds of the node, or nothing, for a file with references of its own', () => {
		const chosen = fieldOptions.values.map(({ option }) =>
			optionFor('paymentsFor', { paymentsFor: option }),
		);
		expect(chosen).toEqual(['', 'salaries', 'wages', 'bonus', 'other']);
	});

	it('is another payment of the same kind only if somebody says so', () => {
		const isAnother = (another: unknown) => optionFor('another', { another });
		expect(isAnother('Yes: the same was paid a few days ago, and is due once more')).toBe(true);
		expect([isAnother('No'), isAnother(''), isAnother(null)]).toEqual([false, false, false]);
	});
});

it('every check but the first is only of what people approved', () => {
	expect(checks.map((name) => optionsOf(name).onlyAsApproved)).toEqual([undefined, true, true]);
});

it('a list is paid after its remittance addresses are noted', () => {
	const [paid = []] = readExample('pay-a-file.json').connections['Check Again']?.main ?? [];
	expect(paid?.map(({ node }) => node)).toEqual(['Table of Addresses', 'Pay']);
});

describe('lists that wait', () => {
	const told = (...lists: Json[]) =>
		run('Lists That Wait', { 'Waiting Lists': lists })[0]?.waiting as string;
	const waits = (day: string) => ({
		...{ file: 'salaries.xlsx', approved: '34 payments, R9.00' },
		result: `Waits until ${day}: execution 17`,
	});

	it('for another day are named', () => {
		expect(told(waits('2026-11-30'))).toBe(
			'Careful: “salaries.xlsx” (34 payments, R9.00) waits to be paid on 30 November. Both lists can be paid. If this one replaces it, first stop that one: execution 17 in n8n > Executions. If it was stopped, its line in the table stitch-payout-runs can be deleted. If both are for the same people, such as salaries and a bonus, upload this one after that one is paid: otherwise, the later one leaves these people out; if both wait for the same day, both pay them. ',
		);
		expect(told(waits('2026-11-28'))).toContain('waits to be paid on 28 November.');
		for (const none of [{}, { error: 'No such table' }, { result: '3 paid' }]) {
			expect(told(none)).toBe('');
		}
	});

	const asked = (time: string) => ({
		...waits('2026-11-30'),
		...{ result: 'Waits for an approval: execution 8', time },
	});

	it('for an approval are named as well, while it can still come', () => {
		expect(told(asked('2026-11-25 10:00'))).toMatch(/waits for an approval\..*execution 8/);
	});

	it('of which no result came are named as such, also where n8n stopped while it paid', () => {
		expect(told(waits('2026-11-27'))).toBe(
			'Careful: “salaries.xlsx” (34 payments, R9.00) waited to be paid on 27 November, and has no result. To find out what was paid, upload its file again. If execution 17 in n8n > Executions has ended, its line in the table stitch-payout-runs can be deleted. ',
		);
		for (const time of ['2026-11-23 10:00', '']) {
			expect(told(asked(time))).toMatch(/waited for an approval, and has no result\./);
		}
		const broken = { ...asked('2026-11-28 09:00'), result: 'Being paid: execution 8' };
		expect(told(broken)).toMatch(/\(34 payments, R9\.00\) was being paid, and has no result\./);
	});

	it('cannot put code into the page: their table can be edited', () => {
		const evil = { ...waits('2026-11-30'), file: 'a{{ $env }}<b>"x"', approved: 'R1\u00a0000.00' };
		expect(told(evil)).toContain('“a env bx” (R1\u00a0000.00)');
	});

	it('are named on the review and to those who approve', () => {
		const { formDescription } = optionsOf('Review');
		const { responseFormDescription } = optionsOf('Ask to Approve');
		const context = contextOf({
			'Lists That Wait': [{ waiting: 'Careful. ' }],
			'Review Page': [{ about: 'After you' }],
			'Reviewed List': [reviewed({ waiting: 'Careful. ' })],
		});
		expect(textOf(formDescription, context)).toBe('Careful. After you');
		expect(textOf(responseFormDescription, context)).toMatch(/^Careful\. If you approve/);
	});
});

const choice = 'Pay 1 payment, R1\u00a0000.00';
const heldRows = [
	{ label: 'Row 3, Anna: I called them', reference: 'P-3' },
	{ label: 'Row 4, Ben: I called them', reference: 'P-4' },
];

describe('what was decided on the page', () => {
	const decided = (review: Json) =>
		run('Decision', { 'Review Page': [{ choice, heldRows }] }, [
			{ decision: choice, ...review },
		])[0];

	it.each(['', undefined, '2026-11-28'])('is paid at once where the day is %j', (payOn) => {
		expect(decided({ payOn })).toMatchObject({
			...{ pays: true, payAt: '', onDay: '', payOn: '2026-11-28' },
		});
	});

	it('waits for the morning of another day', () => {
		expect(decided({ payOn: '2026-11-30' })).toMatchObject({
			...{ pays: true, payAt: '2026-11-30T06:00:00.000+02:00', payOn: '2026-11-30' },
			onDay: ' on Monday, 30 November 2026',
		});
	});

	it.each([
		...['2026-11-27', '2026-12-30', 'tomorrow'],
		...['2026-11-28T23:59', '2026-11-28T00:00:00-12:00', ' 2026-11-28'],
	])('is not paid on %s', (payOn) => {
		expect(decided({ payOn })).toMatchObject({
			pays: false,
			why: expect.stringMatching(/31 days/),
		});
	});

	it.each(['', 'Pay nothing', undefined, 'Paying', 'Pay 2 payments, R2.00'])(
		'is not paid after the decision %j',
		(decision) => {
			expect(decided({ decision })).toMatchObject({ pays: false, payOn: '' });
		},
	);

	it('has the references of the rows that were ticked, and of no others', () => {
		expect(decided({})?.confirmed).toEqual([]);
		expect(decided({ called: [heldRows[1]?.label] })?.confirmed).toEqual(['P-4']);
		expect(decided({ called: ['Row 9, Eve: I called them'] })?.confirmed).toEqual([]);
	});
});

describe('the list that is handed on', () => {
	const page = {
		...{
			canBePaid: true,
			whyNot: '',
			asked: '1 payment, R10.00: the same sum',
			headline: 'Will be',
		},
		...{ approvers: [BOSS], formHtml: '<p>ticked</p>', formCss: '', sections: [] },
	};
	const decision = { why: '', pays: true, confirmed: [], payAt: '', onDay: '' };

	/** The list, where each node has put out the file, too. */
	const list = (executed: Outputs = {}) => {
		const all: Outputs = {
			'Check the Rows': [{ row: 3, client: 'test' }],
			'Check with Ticks': [{ row: 3, pay: true, client: 'live' }],
			'Review Page': [{ ...page, formHtml: '<p>first</p>' }],
			'Page to Approve': [page],
			Decision: [decision],
			'Lists That Wait': [{ waiting: 'Careful' }],
			Settings: [{}],
			'Payments File': [{ submittedAt: '', user: { email: CLERK } }],
			...executed,
		};
		const ran = Object.fromEntries(
			Object.entries(all).filter(([, items]) => items.length > 0),
		) as Outputs;
		const binary = { paymentsFile: { fileName: 'a<b>.csv' } };
		const $ = (name: string) => {
			const { first: firstOf, ...others } = outputsOf(ran)(name);
			return { ...others, first: () => ({ ...firstOf(), binary }) };
		};
		return run('The List', ran, [{}], { $ })[0];
	};

	it('is that of the page with the ticks: rows, sum and who is asked', () => {
		expect(list()).toMatchObject({
			...{ pays: true, asks: true, why: '', formHtml: '<p>ticked</p>', waiting: 'Careful' },
			...{ rows: [{ pay: true }], short: '1 payment, R10.00', file: 'ab.csv', testClient: '' },
			people: [
				{ address: BOSS, approves: true },
				{ address: CLERK, approves: false },
			],
		});
	});

	it('is the first check where it is not to be paid', () => {
		const why = 'You decided to pay nothing.';
		const nothing = {
			...{ 'Page to Approve': [], 'Check with Ticks': [] },
			Decision: [{ ...decision, why, pays: false }],
		};
		expect(list(nothing)).toMatchObject({
			...{ pays: false, why, formHtml: '<p>first</p>', testClient: ' (test client)' },
		});
	});

	it.each<[string, Json, RegExp]>([
		['can be paid no more', { canBePaid: false, whyNot: 'No row.' }, /No row\./],
		['has no page', { error: 'x', canBePaid: undefined }, /could not be made/],
		['has nothing left to pay', { asked: '' }, /tick a held row/],
	])('is not paid if it %s', (_, change, why) => {
		const changed = { 'Page to Approve': [{ ...page, ...change }] };
		expect(list(changed)).toMatchObject({ pays: false, why: expect.stringMatching(why) });
	});

	it('with ticks is paid alone only once its sum is confirmed', () => {
		const confirmed = (answer?: string) => list({ 'Confirm the Sum': [{ decision: answer }] });
		expect(confirmed('Pay 1 payment, R10.00')).toMatchObject({ pays: true });
		for (const answer of ['Pay nothing', undefined, '']) {
			expect(confirmed(answer)).toMatchObject({ pays: false });
		}
	});

	it('says on the last page who is asked and when it is paid, where no result comes back', () => {
		const later = {
			...{ Decision: [{ ...decision, payAt: '2026-11-30', onDay: ' on Monday, 30 November' }] },
		};
		expect(String(list()?.lastPage)).toContain('boss@example.com is being asked to approve.');
		expect(String(list(later)?.lastPage)).toMatch(/being asked.*then paid on Monday.*withdraw/);
		const alone = { ...later, 'Page to Approve': [{ ...page, approvers: [] }] };
		expect(String(list(alone)?.lastPage)).toContain('is paid on Monday, 30 November, after 06:00');
		expect(list(alone)).toMatchObject({ asks: false });
	});
});

describe('an answer', () => {
	answersOf(readExample('pay-a-file.json'));

	it('is asked for with one mail and code for each, and a code that can only withdraw for the uploader', () => {
		const list = [reviewed()];
		expect(run('People to Ask', { 'Reviewed List': list })).toEqual(list[0]?.people);
		const mail = ([{ address, approves, code }]: Json[]) => {
			const context = contextOf({ 'Reviewed List': list }, { $json: { address, approves, code } });
			const { toEmail, subject, text } = nodeOf('Send the Codes');
			return [toEmail, subject, text].map((field) => textOf(field, context));
		};
		expect(mail(codes)).toEqual([
			BOSS,
			'Your code: 9 payments, R9.00: the same sum as on 25 October (a.csv)',
			expect.stringMatching(/^Your code to approve: a1b2c3d4\nDo not give it .*clerk@example.com/),
		]);
		expect(mail(codes.slice(2))).toEqual([
			CLERK,
			'Waiting for boss@example.com or partner@example.com: 9 payments, R9.00: the same sum as on 25 October (a.csv)',
			expect.stringMatching(/to withdraw the list, not to approve it: c1b2c3d4\nWithdrawing pays/),
		]);
		const { toEmail, subject, message } = nodeOf('Ask to Approve');
		const context = contextOf({ 'Reviewed List': list });
		expect(textOf(toEmail, context)).toBe(`${BOSS}, ${PARTNER}, ${CLERK}`);
		expect(textOf(subject, context)).toBe(
			'Please approve: 9 payments, R9.00: the same sum as on 25 October (a.csv)',
		);
		const late = contextOf({ 'Reviewed List': [reviewed({ overdue: 'n8n did not run.' })] });
		expect(textOf(subject, late)).toMatch(/^Late, please approve again: 9/);
		const again = { ...context, $runIndex: 1 };
		expect(textOf(subject, again)).toMatch(/^The code did not match, nothing was paid: 9/);
		expect(textOf(message, context)).toMatch(
			/asks boss@example.com or partner@example.com to approve 9 payments, R9.00, from the file “a.csv”.\nWill be paid: 9 payments, R9.00.\n9 will be paid.\n/,
		);
		const alone = reviewed({ approvers: [], overdue: 'n8n did not run.' });
		expect(textOf(message, contextOf({ 'Reviewed List': [alone] }))).toMatch(
			/^\s*Please approve again: 9 payments, R9\.00, from/,
		);
		// Everyone gets the same link: it must approve nothing by itself.
		expect(JSON.stringify(message)).not.toMatch(/\.code\b/);
	});
});
