import { createServer, request, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Stands before the webhook processes, as a load balancer does in production. */
export interface Balancer {
	url: string;
	/** Ports of the processes that take turns. */
	targets: number[];
	/** Says of a request that was passed on, and its answer, that the answer gets lost. */
	losesAnswer: (request: IncomingMessage) => boolean;
	stop(): Promise<void>;
}

/** Starts a balancer on a free port. A process that is down costs its requests a 502. */
export async function startBalancer(): Promise<Balancer> {
	let turn = 0;
	const server = createServer((incoming, outgoing) => {
		const port = balancer.targets[turn++ % balancer.targets.length];
		const { method, url: path, headers } = incoming;
		const onward = request({ host: '127.0.0.1', port, method, path, headers }, (answer) => {
			if (balancer.losesAnswer(incoming)) {
				answer.resume().once('end', () => incoming.socket.destroy());
				return;
			}
			outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
			answer.pipe(outgoing);
		});
		onward.once('error', () => {
			if (outgoing.headersSent) outgoing.destroy();
			else outgoing.writeHead(502).end();
		});
		incoming.pipe(onward);
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const balancer: Balancer = {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		targets: [],
		losesAnswer: () => false,
		async stop() {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
	return balancer;
}
