import { paid, type Paid } from '../checkedMonth.mts';
import { checkShared, paidYesterday, sharedReference } from '../sharedReference.mts';

it('the same file pays once, whatever it calls its payments', async () => {
	const before = await paidYesterday();
	const { rows: checked } = await checkShared({ file: sharedReference('SALARY november'), before });
	expect(new Set(checked.map(({ verdict }) => verdict))).toEqual(new Set(['alreadyPaid']));
});

it.each<[string, Partial<Paid>]>([
	['a corrected name', { name: 'Thandi Newname' }],
	['a corrected account', { account: '9999000011' }],
])('a person who was paid for the period is not paid again with %s', async (_, change) => {
	const before = await paidYesterday();
	const changed = sharedReference().map((one, index) =>
		index === 0 ? { ...one, ...change } : one,
	);
	const { rows: checked, summary } = await checkShared({ file: changed, before });
	expect(checked[0]?.pay).toBe(false);
	expect(['alreadyPaid', 'sentWithOtherValues']).toContain(checked[0]?.verdict);
	expect(summary.toPay).toBe(0);
});

it('everybody is paid who got the same for a different period', async () => {
	const before = paid('2026-10-25', 'salaries-2026-10');
	const { rows: checked } = await checkShared({ before });
	expect(checked).toMatchObject(checked.map(() => ({ pay: true })));
});

it('nobody is paid while the payments of the period cannot be read, and the page says why once', async () => {
	const before = paid('2026-11-24', 'x', (_, index) => ({
		reference: `salaries-2026-11-${index}`,
	}));
	const { rows: checked, summary } = await checkShared({ before, unreadable: 'earlier' });
	expect(new Set(checked.map(({ verdict }) => verdict))).toEqual(new Set(['heldBack']));
	expect(summary).toMatchObject({
		...{ toPay: 0, alerts: [] },
		blocked: expect.stringMatching(
			/^Nobody would be paid\. Earlier payments could not be read: .* check the list again later\.$/,
		),
	});
});

it('a list that was sent for its period says how to pay the same people something new', async () => {
	const notes = async (before: Paid[]) => (await checkShared({ before })).summary.notes;
	const note =
		'To pay the same people for a different month or payday, choose that one. For anything else, choose “Other” with a word, such as back pay.';
	expect(await notes(await paidYesterday())).toContain(note);
	expect(await notes([])).not.toContain(note);
});

it('last month’s references are not to be replaced where only the period makes them', async () => {
	const before = (await paidYesterday()).map((one) => ({ ...one, day: '2026-10-25' }));
	expect((await checkShared({ before })).summary.messages).toContainEqual(
		expect.stringMatching(/ from 25 October: .* If this is a new payday, choose its period\.$/),
	);
});
