import { layoutOf, headlessLayout } from '../../../../nodes/Stitch/payoutList/read/layout';
import { layouts } from '../../../../nodes/Stitch/payoutList/read/layouts';

const lines = [{ row: 1, item: 0, cells: ['62000000010', 'T TESTER', '12.50'] }];

const one = headlessLayout({ name: 'one' }, ['accountNumber', 'beneficiaryName', 'amount']);
const other = headlessLayout({ name: 'other' }, ['employeeCode', 'beneficiaryName', 'amount']);

it('a file that fits one layout is of that layout', () => {
	expect(layoutOf(lines, [one])).toBe(one);
	expect(layoutOf([], [one])).toBeUndefined();
});

it('a file that fits two layouts is refused', () => {
	expect(() => layoutOf(lines, [one, other])).toThrow(
		"'File' can be read in different ways: as one or other",
	);
});

it('each layout has a name of its own', () => {
	expect(new Set(layouts.map(({ name }) => name)).size).toBe(layouts.length);
});
