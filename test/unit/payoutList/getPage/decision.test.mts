import { decisionOn, type Deciding } from '../../../../nodes/Stitch/payoutList/getPage/decision';
import { shownRow } from '../../../../nodes/Stitch/payoutList/getPage/shownRow';

const asked = '2 payments, R21.00: R1.00 (5.0 %) more than on 25 October';
const canBePaid = { lines: [], whyNot: '', asked };

const decision = (
	change: Partial<Deciding> = {},
	headline = canBePaid,
	held: Parameters<typeof decisionOn>[0]['held'] = [],
) =>
	decisionOn(
		{ headline, held, formHtml: '<p>The list</p>' },
		{
			...{ approvers: ['boss@example.com'], uploader: 'clerk@example.com' },
			...{ payAlone: false, isLive: true, ...change },
		},
	);

describe('the decision on a list', () => {
	it('asks the second person, with the sum and how it differs', () => {
		expect(decision()).toMatchObject({
			...{ canBePaid: true, whyNot: '', asked, approvers: ['boss@example.com'] },
			choice: `Ask boss@example.com to approve ${asked}`,
			about: 'After you, boss@example.com has to approve this list. You get the result by email.',
		});
	});

	it('is made in a form that shows the list, and asks for a decision and a day', () => {
		expect(decision().formFields).toEqual([
			{ fieldType: 'html', elementName: 'list', html: '<p>The list</p>' },
			{
				...{ fieldType: 'radio', fieldName: 'decision', fieldLabel: 'Your decision' },
				...{ requiredField: true },
				fieldOptions: {
					values: [
						{ option: `Ask boss@example.com to approve ${asked}` },
						{ option: 'Pay nothing' },
					],
				},
			},
			{ fieldType: 'date', fieldName: 'payOn', fieldLabel: 'Pay on (empty: today)' },
		]);
	});

	describe('with rows that are held until somebody has called', () => {
		const row = {
			...{ row: 4, beneficiaryName: '{{ $env }} <b>Mokoena', bank: 'capitec' },
			...{ accountNumber: '1234568712', externalReference: 'sal-3' },
		};
		const held = [shownRow({ ...row, amount: 19_800 }, 'held')];
		const label =
			'Row 4,  env  bMokoena, Capitec …8712, R19\u00a0800.00: I called them on a number that I already had';

		it('offers each of them to be ticked, and evaluates nothing that a name says', () => {
			const { heldRows, formFields } = decision({}, canBePaid, held);
			expect(heldRows).toEqual([{ label, reference: 'sal-3' }]);
			expect(formFields).toContainEqual(
				expect.objectContaining({
					fieldType: 'checkbox',
					fieldOptions: { values: [{ option: label }] },
				}),
			);
		});

		it('shows no whole account number, even if it stands in a name or a bank', () => {
			const twice = { beneficiaryName: 'Mokoena 1234568712', bank: 'FNB 1234568712' };
			const [{ label: shown = '' } = {}] = decision({}, canBePaid, [
				shownRow({ ...row, ...twice, amount: 19_800 }, 'held'),
			]).heldRows as Array<{ label: string }>;
			expect(shown).toMatch(/^Row 4, Mokoena …8712, FNB …8712 …8712, /);
		});

		it('names their sum apart, as the form cannot follow the ticks', () => {
			expect(decision({}, canBePaid, held).choice).toBe(
				`Ask boss@example.com to approve ${asked} (and the held rows that you tick, up to R19\u00a0800.00)`,
			);
			expect(decision({}, { ...canBePaid, asked: '' }, held).choice).toBe(
				'Ask boss@example.com to approve the held rows that you tick, up to R19\u00a0800.00',
			);
		});
	});

	it('asks any of several persons', () => {
		const approvers = ['a@example.com', 'b@example.com'];
		expect(decision({ approvers }).choice).toMatch(/^Ask a@example\.com or b@example\.com to/);
	});

	it.each([
		['a test client', { isLive: false }],
		['a live client, where that is allowed', { payAlone: true }],
	])('lets the uploader pay alone with %s', (_, change) => {
		expect(decision({ approvers: [], ...change })).toMatchObject({
			...{ canBePaid: true, choice: `Pay ${asked}` },
			about: expect.stringContaining('Nothing is paid before you confirm'),
		});
	});

	it.each([
		['real money would move without a second person', { approvers: [] }, /real money/],
		['the second person has a name', { approvers: ['The', 'Boss'] }, /must be an email address/],
		[
			'one of several is no address',
			{ approvers: ['boss@example.com', 'boss@localhost'] },
			/must be an email address/,
		],
		['nobody knows who submitted it', { uploader: '' }, /does not say who submitted/],
		[
			'the uploader would approve',
			{ approvers: ['clerk@example.com'] },
			/You cannot be your own second person/,
		],
	])('offers nothing to pay where %s', (_, change, why) => {
		expect(decision(change)).toMatchObject({ canBePaid: false, choice: '' });
		expect(decision(change).whyNot).toMatch(why);
	});

	it('says first why the list cannot be paid by anybody', () => {
		const whyNot = 'Nobody would be paid.';
		const of = decision({ approvers: [] }, { ...canBePaid, whyNot });
		expect(of).toMatchObject({ canBePaid: false, whyNot, choice: '' });
	});

	it.each([
		['clerk@example.com', 'CLERK@Example.com'],
		['clerk@example.com', 'clerk+boss@example.com'],
		['clerk+file@example.com', 'clerk@example.com'],
		['Clerk <clerk@example.com>', 'clerk@example.com'],
		[' clerk@example.com ', 'clerk@example.com'],
		['clerk@example.com.', 'clerk@example.com'],
		['"clerk"@example.com', 'clerk@example.com'],
		['ｃlerk@example.com', 'clerk@example.com'],
		['c.lerk@gmail.com', 'clerk@gmail.com'],
		['clerk@googlemail.com', 'c.l.e.r.k+1@gmail.com'],
	])('never asks the uploader %s at the address %s', (uploader, own) => {
		expect(decision({ uploader, approvers: [own] }).canBePaid).toBe(false);
		const both = decision({ uploader, approvers: [own, 'boss@example.com'] });
		expect(both).toMatchObject({ canBePaid: true, approvers: ['boss@example.com'] });
	});

	it.each([
		['clerk@example.com', 'c.lerk@example.com'],
		['clerk@example.com', 'clerk@example.org'],
		['clerk@gmail.com', 'clerks@gmail.com'],
	])('takes %s and %s for two persons', (uploader, approver) => {
		expect(decision({ uploader, approvers: [approver] }).canBePaid).toBe(true);
	});
});
