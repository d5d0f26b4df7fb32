import { refusalLine } from '../../../nodes/Stitch/webhook/refusalLog';

let nodes = 0;
const minute = 60_000;

/** The log of a trigger that nobody has knocked at before. */
function freshLog() {
	const node = `refusal-log-${nodes++}`;
	return (elapsed: number, reason = 'forged') => refusalLine(node, reason, elapsed);
}

it('says why an event was refused', () => {
	expect(freshLog()(0, 'the signature does not fit')).toBe(
		'Refused an event: the signature does not fit',
	);
});

it('says one line within a minute, then how many it left out', () => {
	const log = freshLog();
	expect(log(0)).toBeDefined();
	expect([1, 2, minute - 1].map((elapsed) => log(elapsed))).toEqual([
		undefined,
		undefined,
		undefined,
	]);
	expect(log(minute)).toBe('Refused an event: forged (3 more for this reason since)');
	expect(log(2 * minute)).toBe('Refused an event: forged');
});

it('does not let one trigger silence another', () => {
	const [log, otherLog] = [freshLog(), freshLog()];
	expect(log(0)).toBeDefined();
	expect(otherLog(1)).toBeDefined();
});

it('does not let one reason hide another, such as a scanner the events that nobody can verify', () => {
	const log = freshLog();
	const scan = 'the signature headers are missing or incomplete';
	expect(log(0, scan)).toBeDefined();
	expect(log(1, 'no signature matches')).toBe('Refused an event: no signature matches');
	expect(log(2, scan)).toBeUndefined();
	expect(log(3, 'no signature matches')).toBeUndefined();
	expect(log(minute, scan)).toBe(`Refused an event: ${scan} (1 more for this reason since)`);
	expect(log(minute + 1, 'no signature matches')).toContain('1 more');
});

it('takes a reason with other figures for the same, so that figures cannot fill the log', () => {
	const log = freshLog();
	expect(log(0, 'the timestamp is 301 s behind')).toContain('301 s behind');
	expect(log(1, 'the timestamp is 9999 s behind')).toBeUndefined();
	expect(log(2, 'the timestamp is 301 s ahead')).toBeDefined();
	expect(log(minute, 'the timestamp is 77777 s behind')).toContain('77777 s behind (1 more');
});

it('forgets the oldest when there are more than any n8n has', () => {
	const log = freshLog();
	expect(log(0)).toBeDefined();
	for (let other = 0; other < 5000; other++) freshLog()(1);
	expect(log(2)).toBe('Refused an event: forged');
});
