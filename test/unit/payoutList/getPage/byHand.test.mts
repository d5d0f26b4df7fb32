import { checked, notPaid, paid, resultOf, shown } from './list.mts';

const deleteThatRow = /Have you paid one of these people by hand, [^]* delete that row/;
const deleteFirst = 'delete the rows that you have paid by hand';

it('a page names all that nobody is to pay in another way: money that has moved, or still may', async () => {
	const rows = [
		paid(2, { error: 'No answer', details: { happened: 'maybe' } }),
		paid(3, { status: 'completed', notAsAsked: ['Amount'] }),
		...['paused', 'new-at-stitch', 'pending', 'completed', 'error'].map((status, index) =>
			paid(4 + index, { status }),
		),
	];
	expect(await resultOf(rows)).toContain(
		'Do not pay anybody under “May have been sent”, “Sent, but not as asked”, “Waiting for money”, “Status unknown” or “On its way” in another way: this money has moved, or still may.',
	);
	expect(await resultOf([paid(2, { status: 'completed' })])).not.toContain('in another way');
});

it.each([
	['will be paid', checked(2)],
	['is held until somebody has called', notPaid(2, 'confirmFirst')],
])('a review of a row that %s asks whether it was paid by hand', async (_, row) => {
	expect(await shown([row])).toMatch(deleteThatRow);
	expect(await shown([row], {}, { kind: 'result' })).not.toMatch(deleteThatRow);
});

it('a page of rows to correct asks to delete those paid by hand first, and a report, which has no file, does not', async () => {
	const failed = paid(2, { status: 'error' });
	expect(await shown([notPaid(2, 'cannotBePaid')])).toContain(deleteFirst);
	expect(await resultOf([failed])).toContain(deleteFirst);
	expect(await shown([failed], {}, { kind: 'report' })).not.toContain(deleteFirst);
	expect(await resultOf([paid(2, { status: 'completed' })])).not.toContain('by hand');
});
