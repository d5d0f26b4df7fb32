import { createServer, type Server } from 'node:net';

const LOOPBACK = '127.0.0.1';

/**
 * Ports that are handed out lie below those that systems give to outgoing connections (Linux from
 * 32,768 on, others from 49,152). Of those, one can be taken before the server meant for it listens.
 */
const LOWEST_PORT = 10_000;
const BLOCK_SIZE = 20;
const BLOCKS = 1_000;

let ports: Generator<number> | undefined;

/**
 * @returns a free loopback port that no other process that asks here is given, even before anybody
 * listens on it
 */
export async function freePort(): Promise<number> {
	for (;;) {
		const next = ports?.next();
		if (!next || next.done) ports = await claimBlock();
		else if (await isFree(next.value)) return next.value;
	}
}

/** @returns `wanted` when it is free, else the next free port above it */
export async function freePortFrom(wanted: number): Promise<number> {
	for (let port = wanted; port < wanted + 200; port++) {
		if (await isFree(port)) return port;
	}
	return await freePort();
}

/**
 * Claims a block of ports for this process: it listens on the first of them until it ends.
 * @returns the others
 * @throws when every block is claimed
 */
async function claimBlock(): Promise<Generator<number>> {
	const offset = Math.floor(Math.random() * BLOCKS);
	for (let tried = 0; tried < BLOCKS; tried++) {
		const first = LOWEST_PORT + ((offset + tried) % BLOCKS) * BLOCK_SIZE;
		const claim = await listen(first);
		claim?.unref();
		if (claim) return portsAfter(first);
	}
	throw new Error('No free port on the loopback address.');
}

function* portsAfter(first: number): Generator<number> {
	for (let port = first + 1; port < first + BLOCK_SIZE; port++) yield port;
}

async function isFree(port: number): Promise<boolean> {
	const server = await listen(port);
	if (!server) return false;
	return await new Promise((resolve) => server.close(() => resolve(true)));
}

/** @returns what listens on the port now, or undefined when the port is taken */
async function listen(port: number): Promise<Server | undefined> {
	return await new Promise((resolve) => {
		const server = createServer();
		server.once('error', () => resolve(undefined));
		server.listen(port, LOOPBACK, () => resolve(server));
	});
}
