import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An address on this machine at which everybody waits until it is opened. */
export interface Gate {
	url: string;
	/** Answers those who wait, and from now on everybody at once. */
	open(): void;
	/** @returns how many wait */
	waiting(): number;
	stop(): void;
}

export async function startGate(): Promise<Gate> {
	const held = new Set<ServerResponse>();
	let isOpen = false;
	const server = createServer((_, response) => {
		if (isOpen) response.end('{}');
		else held.add(response);
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		open() {
			isOpen = true;
			for (const response of held) response.end('{}');
			held.clear();
		},
		waiting: () => held.size,
		stop() {
			server.closeAllConnections();
			server.close();
		},
	};
}
