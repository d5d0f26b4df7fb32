// Loaded into an n8n whose clocks a test moves: CLOCK_SHIFT names a file with the milliseconds by which
// its date and its elapsed time are ahead of the machine's, as JSON.
const { readFileSync, statSync } = require('node:fs');

const shift = { date: 0, elapsed: 0 };
let readAt = 0;

function shifted() {
	const file = process.env.CLOCK_SHIFT;
	const stat = statSync(file, { throwIfNoEntry: false });
	if (stat !== undefined && stat.mtimeMs !== readAt) {
		Object.assign(shift, JSON.parse(readFileSync(file, 'utf8')));
		readAt = stat.mtimeMs;
	}
	return shift;
}

const now = Date.now.bind(Date);
const elapsed = performance.now.bind(performance);

Date.now = () => now() + shifted().date;
performance.now = () => elapsed() + shifted().elapsed;
globalThis.Date = new Proxy(Date, {
	construct: (real, given, target) =>
		Reflect.construct(real, given.length > 0 ? given : [real.now()], target),
});
