// Loaded into an n8n whose clock a test moves: CLOCK_SHIFT names a file with the milliseconds by which it
// is ahead of the machine's.
const { readFileSync, statSync } = require('node:fs');

let shift = 0;
let readAt = 0;

function shifted() {
	const file = process.env.CLOCK_SHIFT;
	const stat = statSync(file, { throwIfNoEntry: false });
	if (stat !== undefined && stat.mtimeMs !== readAt) {
		shift = Number(readFileSync(file, 'utf8'));
		readAt = stat.mtimeMs;
	}
	return shift;
}

const now = Date.now.bind(Date);

Date.now = () => now() + shifted();
globalThis.Date = new Proxy(Date, {
	construct: (real, given, target) =>
		Reflect.construct(real, given.length > 0 ? given : [real.now()], target),
});
