import { refusalLine } from '../../../nodes/Stitch/webhook/refusalLog';

let nodes = 0;
const minute = 60_000;

/** The log of a trigger that nobody has knocked at before. */
function freshLog() {
	const node = `refusal-log-${nodes++}`;
	return (now: number, reason = 'forged') => refusalLine(node, reason, now);
}

it('says why an event was refused', () => {
	expect(freshLog()(0, 'the signature does not fit')).toBe(
		'Refused an event: the signature does not fit',
	);
});

it('says one line within a minute, then how many it left out', () => {
	const log = freshLog();
	expect(log(0)).toBeDefined();
	expect([1, 2, minute - 1].map((now) => log(now))).toEqual([undefined, undefined, undefined]);
	expect(log(minute)).toBe('Refused an event: forged (3 more were refused since the last line)');
	expect(log(2 * minute)).toBe('Refused an event: forged');
});

it('does not let one trigger silence another', () => {
	const [log, otherLog] = [freshLog(), freshLog()];
	expect(log(0)).toBeDefined();
	expect(otherLog(1)).toBeDefined();
});

it('does not fall silent when the clock is set back', () => {
	const log = freshLog();
	log(10 * minute);
	expect(log(0)).toBe('Refused an event: forged');
});
