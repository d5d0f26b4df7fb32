// Loaded into an n8n whose clock a test moves: CLOCK_SHIFT names a file with the milliseconds by which it
// is ahead of the machine's.
const { readFileSync, statSync } = require('node:fs');
const Module = require('node:module');

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

function moveClock(world, ahead) {
	const { Date } = world;
	const now = Date.now.bind(Date);
	Date.now = () => now() + ahead();
	world.Date = new Proxy(Date, {
		construct: (real, given, target) =>
			Reflect.construct(real, given.length > 0 ? given : [real.now()], target),
	});
}

moveClock(globalThis, shifted);

// n8n evaluates expressions in isolates, which have their own clock: without this, `$now` is not moved.
const load = Module._load;
Module._load = (request, ...more) => {
	const loaded = load(request, ...more);
	return request === 'isolated-vm' ? withMovedClock(loaded) : loaded;
};

function withMovedClock(ivm) {
	const moved = (context) => {
		context.evalClosureSync(`(${moveClock})(globalThis, $0)`, [new ivm.Callback(shifted)]);
		return context;
	};
	class Isolate extends ivm.Isolate {
		async createContext(...given) {
			return moved(await super.createContext(...given));
		}
		createContextSync(...given) {
			return moved(super.createContextSync(...given));
		}
	}
	return Object.create(ivm, { Isolate: { value: Isolate } });
}
