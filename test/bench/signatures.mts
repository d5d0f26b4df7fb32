import { performance } from 'node:perf_hooks';
import { Webhook } from 'standardwebhooks';
import type * as signature from '../../nodes/Stitch/webhook/signature.ts';
import type { Figure } from './figures.mts';
import { modulesOf } from './packedModules.mts';
import type { Bench } from './start.mts';
import { alternate, median, type Repetition } from './statistics.mts';

const SECONDS = 1;
const SECRET = `whsec_${Buffer.from('made up: 24 bytes of key').toString('base64')}`;

/** How many events per second are checked and read: by the packed package, by the standard's library. */
export async function measureSignatures(bench: Bench, repetition: Repetition): Promise<Figure[]> {
	const load = modulesOf(bench);
	const folder = './dist/nodes/Stitch/webhook';
	const { keysOf, verify } = load(`${folder}/signature.js`) as typeof signature;
	const text = JSON.stringify({
		type: 'disbursement',
		id: 'evt_1',
		data: { id: 'ZGlzYnVyc2VtZW50OjE=', status: 'completed', externalReference: 'shop-1' },
	});
	const body = Buffer.from(text);
	const sent = new Date();
	const headers = {
		'webhook-id': 'msg_1',
		'webhook-timestamp': String(Math.floor(sent.getTime() / 1000)),
		'webhook-signature': new Webhook(SECRET).sign('msg_1', sent, text),
	};
	const ours = () => {
		const checked = verify({ headers, body, keys: keysOf([SECRET]), now: Date.now() });
		if ('rejection' in checked) {
			throw new Error(`Our check refused a genuine event: ${checked.rejection.reason}`);
		}
		return JSON.parse(body.toString('utf8')) as unknown;
	};
	// Like ours it begins with the secret as text and ends with the event as an object.
	const library = () => new Webhook(SECRET).verify(body, headers);

	const contenders = [
		{ who: 'Our check', check: ours },
		{ who: 'standardwebhooks', check: library },
	];
	for (const { check } of contenders) perSecond(check);
	const results = await alternate(contenders, repetition, async ({ check }) => ({
		'checks/s': perSecond(check),
	}));
	return results.map(({ contender: { who }, samples }) => ({
		what: `Signature checks, ${body.length} bytes`,
		who,
		values: { 'checks/s': median(samples.map((sample) => sample['checks/s'])) },
	}));
}

function perSecond(check: () => unknown): number {
	const start = performance.now();
	let count = 0;
	while (performance.now() < start + SECONDS * 1000) {
		for (let index = 0; index < 100; index++) check();
		count += 100;
	}
	return count / ((performance.now() - start) / 1000);
}
