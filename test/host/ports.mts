import { createServer } from 'node:net';

const LOOPBACK = '127.0.0.1';

/** @returns a free loopback port, chosen by the operating system */
export async function freePort(): Promise<number> {
	const port = await listenOnce(0);
	if (port === undefined) throw new Error('No free port on the loopback address.');
	return port;
}

/** @returns `wanted` when it is free, else the next free port above it */
export async function freePortFrom(wanted: number): Promise<number> {
	for (let port = wanted; port < wanted + 200; port++) {
		if ((await listenOnce(port)) !== undefined) return port;
	}
	return await freePort();
}

/** @returns the port that was listened on for a moment, or undefined when it is taken */
async function listenOnce(port: number): Promise<number | undefined> {
	return await new Promise((resolve) => {
		const server = createServer();
		server.once('error', () => resolve(undefined));
		server.listen(port, LOOPBACK, () => {
			const address = server.address();
			server.close(() => resolve(typeof address === 'object' ? address?.port : undefined));
		});
	});
}
