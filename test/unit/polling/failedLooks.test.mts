import { FailedLooks } from '../../../nodes/Stitch/polling/failedLooks';

const minute = 60_000;

const outcomes = (everyMs: number, count: number) => {
	const looks = new FailedLooks();
	return Array.from({ length: count }, (_, n) => looks.failed(n * everyMs));
};

it('tells the first in the log, the third by an execution, and then one an hour', () => {
	const told = outcomes(minute, 130);
	expect(told.slice(0, 4)).toEqual(['inLog', 'nowhere', 'byExecution', 'nowhere']);
	const shown = told.flatMap((where, n) => (where === 'byExecution' ? [n] : []));
	expect(shown).toEqual([2, 62, 122]);
	expect(told.filter((where) => where === 'inLog')).toHaveLength(1);
});

it('shows the second by an execution where looks are rare', () => {
	expect(outcomes(15 * minute, 2)).toEqual(['inLog', 'byExecution']);
});

it('begins anew after a look that succeeded, and says how many had failed', () => {
	const looks = new FailedLooks();
	expect(looks.succeeded()).toBe(0);
	for (let n = 0; n < 5; n++) looks.failed(n * minute);
	expect(looks.succeeded()).toBe(5);
	expect(looks.failed(6 * minute)).toBe('inLog');
});
