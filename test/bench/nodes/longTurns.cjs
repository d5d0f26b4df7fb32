// Loaded into n8n: notes each stretch of processor time in which nothing else got a turn. Time that
// the machine gave to others does not count.
const { appendFileSync } = require('node:fs');
const { join } = require('node:path');

const EVERY_MS = 2;
const WORTH_NOTING_MS = 5;
const file = join(process.cwd(), `long-turns-${process.pid}.txt`);

const usedMs = () => {
	const { user, system } = process.threadCpuUsage();
	return (user + system) / 1000;
};

let last = usedMs();
setInterval(() => {
	const used = usedMs();
	if (used - last > WORTH_NOTING_MS) appendFileSync(file, `${Date.now()} ${used - last}\n`);
	last = usedMs();
}, EVERY_MS).unref();
