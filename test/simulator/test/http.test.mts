import type { RunningSimulator } from '../start.mts';
import { startSimulator } from '../start.mts';
import type { Caller } from './caller.mts';
import { callerFor } from './caller.mts';
import { disbursementBody } from './orders.mts';

let simulator: RunningSimulator;
let caller: Caller;
beforeAll(async () => {
	simulator = await startSimulator({ seed: 13 });
	const client = await simulator.control.createClient();
	caller = await callerFor(simulator, client, 'client_disbursement');
});
afterAll(() => simulator.stop());

const shape = {
	title: expect.any(String) as string,
	code: expect.any(String) as string,
	detail: expect.any(String) as string,
};

describe('error bodies (spec 7)', () => {
	const json = { 'content-type': 'application/json' };
	it.each([
		['broken JSON', { body: '{"amount":', headers: json }, 400],
		['an empty body', { body: '', headers: json }, 400],
		['another content type', { body: '<a/>', headers: { 'content-type': 'text/xml' } }, 400],
		['no content type', { body: Buffer.from('{}') }, 400],
		[
			'a body of more than 1 MiB',
			{ body: JSON.stringify({ a: 'x'.repeat(1024 * 1024) }), headers: json },
			400,
		],
	])('have title, code and detail for %s', async (_name, init, status) => {
		const answer = await caller.send('POST', '/disbursements', init);
		expect(answer.status).toBe(status);
		expect(answer.body).toEqual(shape);
	});

	it.each([
		['GET', '/nothing'],
		['PUT', '/disbursements'],
		['DELETE', '/disbursements/x'],
	])('have title, code and detail for %s %s, with 404', async (method, path) => {
		const answer = await caller.send(method, path);
		expect(answer).toMatchObject({ status: 404, body: shape });
	});

	it('have title, code and detail for an address that cannot be decoded', async () => {
		const answer = await caller.get('/disbursements/%E0%A4%A');
		expect(answer).toMatchObject({ status: 400, body: shape });
	});

	it('prefer 401 over complaints about the body', async () => {
		const response = await fetch(`${simulator.baseUrl}/disbursements`, {
			method: 'POST',
			body: '{',
			headers: json,
		});
		expect(response.status).toBe(401);
	});

	it('find an id that needs escaping in the path', async () => {
		let id = '';
		while (!/[+/]/.test(id)) {
			id = String((await caller.post('/disbursements', disbursementBody())).body.id);
		}
		const answer = await caller.get(`/disbursements/${encodeURIComponent(id)}`);
		expect(answer.body.id).toBe(id);
	});
});
