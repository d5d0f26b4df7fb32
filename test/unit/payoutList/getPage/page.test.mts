import { checked, first, notPaid, page, shown, summaryOf } from './list.mts';

it('a page says who did what and when, and when Stitch was read', async () => {
	const text = { businessName: 'A Shop', footer: 'Ask us.', lines: ['Uploaded by a clerk'] };
	const html = await shown([checked(2)], summaryOf({ checkedAt: '2026-11-25T07:14:00Z' }), text);
	for (const part of ['A Shop', 'Ask us.']) expect(html).toContain(part);
	expect(html).toContain('Uploaded by a clerk · As Stitch showed it on 25 November 2026, 09:14');
});

describe('below the rows', () => {
	it('there are the notes: how the file was read first, then what is known', async () => {
		const notes = ['Read as a sheet.', 'Compared with 2 payments.'];
		const change = { notes, readAs: notes[0], floatBalance: 1000, headings: { amount: 'a, b' } };
		const html = await shown([checked(2)], summaryOf(change));
		const [, below = ''] = html.split('<h2>Notes</h2>');
		expect([...below.matchAll(/<li><sub>(.*?)<\/sub>/g)].map(([, note]) => note)).toEqual([
			...notes,
			'In the float account: R1 000.00.',
			'Columns: amount is “a, b”.',
		]);
		expect(await shown([checked(2)])).not.toContain('Notes');
	});
});

it('a page counts its parts, with their sums, for emails and workflows', async () => {
	const { sections } = await page([checked(2), first(3), notPaid(4, 'unknown')]);
	expect(sections).toEqual([
		{ name: 'Will be paid', count: 2, sum: 21 },
		{ name: 'May have been sent', count: 1, sum: 10.5 },
	]);
});
