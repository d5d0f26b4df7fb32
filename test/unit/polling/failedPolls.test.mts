import { FailedPolls } from '../../../nodes/Stitch/polling/poll';

const minute = 60_000;

describe('polls that fail in a row', () => {
	const outcomes = (everyMs: number, count: number) => {
		const polls = new FailedPolls();
		return Array.from({ length: count }, (_, n) => polls.failed(n * everyMs));
	};

	it('reports the first in the log, the third by an execution, and then one an hour', () => {
		const reports = outcomes(minute, 130);
		expect(reports.slice(0, 4)).toEqual(['inLog', 'nowhere', 'byExecution', 'nowhere']);
		const shown = reports.flatMap((where, n) => (where === 'byExecution' ? [n] : []));
		expect(shown).toEqual([2, 62, 122]);
		expect(reports.filter((where) => where === 'inLog')).toHaveLength(1);
	});

	it('shows the second by an execution where polls are rare', () => {
		expect(outcomes(15 * minute, 2)).toEqual(['inLog', 'byExecution']);
	});

	it('starts the count again after a poll that succeeded, and says how many had failed', () => {
		const polls = new FailedPolls();
		expect(polls.succeeded()).toBe(0);
		for (let n = 0; n < 5; n++) polls.failed(n * minute);
		expect(polls.succeeded()).toBe(5);
		expect(polls.failed(6 * minute)).toBe('inLog');
	});
});
