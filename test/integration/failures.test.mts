import { inspect } from 'node:util';
import type { IDataObject } from 'n8n-workflow';

import { keptToken } from '../../nodes/Stitch/transport/clientToken';
import { otherHosts } from '../setup/otherHosts.mts';
import { runStitch, type RunOutput } from './harness.mts';
import { payoutParameters, payoutRow } from './payout.mts';
import { simulatedService } from './service.mts';

const account = '7654321230';
const once = { retrySeconds: 0 };

const service = simulatedService({ seed: 9, timeScale: 1 });
const hosts = otherHosts();
let payments = 0;

async function pay(more: object = {}, options: object = once): Promise<RunOutput> {
	return await run(
		payoutParameters({ ...options }),
		[payoutRow(`payment-${++payments}`, { account })],
		more,
	);
}

/** The tokens that were sent in the test that runs. */
const tokens = new Set<string>();
beforeEach(() => tokens.clear());

async function run(parameters: IDataObject, rows: IDataObject[], more: object = {}) {
	const credential = { ...service.credential(), ...more };
	const output = await runStitch({ parameters, credential, rows });
	const token = keptToken(credential);
	if (token !== undefined) tokens.add(token);
	return output;
}

describe('what a user reads when', () => {
	it('the service refuses the values', async () => {
		await service.client.addFaults({
			kind: 'status',
			status: 400,
			match: { path: '/v2/disbursements' },
		});
		const { error } = await pay();
		expect(error).toMatchObject({
			name: 'NodeApiError',
			httpCode: '400',
			message: `payment-${payments}: Stitch refused the values: Request Refused`,
		});
	});

	it('the token lacks a scope', async () => {
		const { error } = await pay({ chosenScopes: ['client_refund'] });
		expect(error?.message).toBe(
			`payment-${payments}: The credential lacks the scope Disbursements (client_disbursement)`,
		);
		expect(error?.context).toMatchObject({ data: { missingScopes: ['client_disbursement'] } });
	});

	it('nothing listens at the address', async () => {
		const { error } = await pay({ baseUrl: 'http://127.0.0.1:9/v2' });
		expect(error?.message).toBe(`payment-${payments}: No connection to 127.0.0.1:9`);
		expect(error?.description).toContain('Nothing was sent');
	});

	it('the connection ends before the answer', async () => {
		await service.client.addFaults({ kind: 'lost-answer', match: { path: '/v2/disbursements' } });
		const { error } = await pay();
		expect(error?.message).toMatch(/Lost the connection to .* before it replied$/);
		expect(error?.description).toContain('It may have gone through. Run it again unchanged');
	});

	it('a proxy answers with a page', async () => {
		await service.client.addFaults({
			kind: 'html-page',
			status: 502,
			match: { path: '/v2/disbursements' },
		});
		const { error } = await pay();
		expect(error?.message).toMatch(/: The reply did not come from Stitch$/);
	});

	it('the address redirects: the token does not follow', async () => {
		const { error } = await pay({ baseUrl: `${hosts.detour.url}/v2` });

		expect(error?.message).toMatch(/: Stitch answered with a redirect$/);
		expect(hosts.detour.received).toHaveLength(1);
		expect(hosts.stranger.received).toEqual([]);
	});
});

it('no secret, token or account number leaves through any failure', async () => {
	const printed: unknown[] = [];
	const spies = (['log', 'warn', 'error', 'debug', 'info'] as const).map((method) =>
		jest.spyOn(console, method).mockImplementation((...given) => void printed.push(given)),
	);
	const seen: Array<RunOutput['run']> = [];
	const failing = { path: '/v2/disbursements' };
	for (const fault of [
		{ kind: 'status', status: 400, match: failing },
		{ kind: 'status', status: 401, match: failing },
		{ kind: 'status', status: 409, match: failing },
		{ kind: 'status', status: 503, match: failing },
		{ kind: 'lost-answer', match: failing },
		{ kind: 'reset', match: failing },
		{ kind: 'malformed-json', match: failing },
		{ kind: 'html-page', match: failing },
		{ kind: 'echo', match: failing },
		{ kind: 'echo', match: { path: '/connect/token' } },
		{ kind: 'status', status: 500, match: { path: '/connect/token' } },
		{ kind: 'reset', match: { path: '/connect/token' } },
	] as const) {
		await service.client.clearFaults();
		await service.client.addFaults(fault);
		seen.push((await pay()).run);
	}
	await service.client.clearFaults();
	await service.client.addFaults({ kind: 'echo', match: { path: '/graphql' } });
	seen.push(
		(await run({ resource: 'disbursement', operation: 'getAll', options: once }, [{}])).run,
	);
	seen.push((await pay({ clientSecret: 'marked-wrong-secret' })).run);
	seen.push((await pay({ baseUrl: 'http://127.0.0.1:9/v2' })).run);
	const badRow = payoutRow('bad', { account: `${account}99999` });
	seen.push((await run(payoutParameters(), [badRow])).run);
	spies.forEach((spy) => spy.mockRestore());

	expect(seen.map((run) => withoutRows(run).error === undefined)).not.toContain(true);
	const everything = [...seen.map(withoutRows), printed]
		.map((one) => inspect(one, { depth: 30, showHidden: true, maxStringLength: null }))
		.join('\n');
	expect(everything).toContain('NodeApiError');
	expect(tokens.size).toBeGreaterThan(5);
	expect([...tokens].filter((token) => everything.includes(token))).toEqual([]);
	expect(everything).toContain('The token … was sent');
	expect(everything).not.toContain(service.client.clientSecret);
	expect(everything).not.toContain('marked-wrong-secret');
	expect(everything).not.toContain(account);
	expect(everything).not.toMatch(/Bearer [A-Za-z0-9]/);
});

/** What came out of the node and the engine; the rows went in and may hold what they hold. */
function withoutRows({ data }: RunOutput['run']) {
	const { error, runData } = data.resultData;
	return { error, node: runData['Stitch Payments'] };
}
