import { performance } from 'node:perf_hooks';
import { Pool } from 'undici';
import { startSimulator } from './start.mts';

/**
 * Measures how many requests per second the simulator answers, from a process of its own:
 * `node test/simulator/bench.mts`. It prints figures and judges nothing.
 */

const seconds = 4;
const connections = 16;
const pipelining = 4;

interface Load {
	name: string;
	path: string;
	method: 'GET' | 'POST';
	body?: (index: number) => string;
}

const order = (index: number): string =>
	JSON.stringify({
		amount: { currency: 'ZAR', quantity: '10.00' },
		nonce: `bench-${process.pid}-${index}`,
		beneficiaryReference: 'Bench',
		beneficiary: { name: 'A Beneficiary', accountNumber: '1234567890', bank: 'fnb' },
	});

const simulator = await startSimulator();
const client = await simulator.control.createClient();
const token = await client.token('client_disbursement', 'client_card');
const pool = new Pool(simulator.authUrl, { connections, pipelining });
const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };

async function run(load: Load): Promise<void> {
	let answered = 0;
	let refused = 0;
	let next = 0;
	const until = performance.now() + seconds * 1000;
	const worker = async (): Promise<void> => {
		while (performance.now() < until) {
			const { method, path } = load;
			const body = load.body?.(next++) ?? null;
			const response = await pool.request({ method, path, headers, body });
			await response.body.dump();
			answered++;
			if (response.statusCode >= 300) refused++;
		}
	};
	await Promise.all(Array.from({ length: connections * pipelining }, worker));
	const rate = Math.round(answered / seconds);
	console.log(`${load.name}: ${rate} requests/s (${answered} answered, ${refused} refused)`);
}

try {
	await run({ name: 'warm-up            ', method: 'GET', path: '/v2/cards?payerId=p' });
	await run({ name: 'list cards         ', method: 'GET', path: '/v2/cards?payerId=p' });
	const path = '/v2/disbursements';
	await run({ name: 'create disbursement', method: 'POST', path, body: order });
	const { requests, maxInFlight } = await client.summary();
	console.log(`ledger: ${requests} requests, at most ${maxInFlight} in flight`);
} finally {
	await pool.close();
	await simulator.stop();
}
