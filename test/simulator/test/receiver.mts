import { createServer } from 'node:http';
import type { IncomingHttpHeaders, Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Received {
	headers: Record<string, string>;
	body: string;
}

/** A delivery's JSON. */
export const contentOf = ({ body }: Received) => JSON.parse(body) as Record<string, unknown>;

/** A webhook receiver on a free port. `answer` decides the status of each delivery, counted from 1. */
export class Receiver {
	readonly received: Received[] = [];
	answer: (count: number) => number = () => 200;
	url = '';
	/** Before each answer; without one, it comes at once. */
	hold: () => Promise<unknown> = async () => undefined;
	/** How many deliveries were open at the same moment, at most. */
	most = 0;
	#open = 0;
	readonly #server: Server;

	constructor() {
		this.#server = createServer((request, response) => {
			const pieces: Buffer[] = [];
			this.most = Math.max(this.most, ++this.#open);
			request.on('data', (piece: Buffer) => pieces.push(piece));
			request.on('end', async () => {
				const body = Buffer.concat(pieces).toString('utf8');
				this.received.push({ headers: plain(request.headers), body });
				const status = this.answer(this.received.length);
				await this.hold();
				this.#open--;
				response.writeHead(status, status === 302 ? { location: '/elsewhere' } : {}).end();
			});
		});
	}

	async start(): Promise<this> {
		await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
		this.url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/hook`;
		return this;
	}

	async stop(): Promise<void> {
		this.#server.closeAllConnections();
		await new Promise((resolve) => this.#server.close(resolve));
	}
}

function plain(headers: IncomingHttpHeaders): Record<string, string> {
	return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
}
