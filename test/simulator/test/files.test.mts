import { createHash } from 'node:crypto';
import type { RunningSimulator } from '../start.mts';
import { startSimulator } from '../start.mts';
import type { Answer, Caller } from './caller.mts';
import { callerFor } from './caller.mts';

let simulator: RunningSimulator;
let caller: Caller;
beforeAll(async () => {
	simulator = await startSimulator({ seed: 7 });
	const client = await simulator.control.createClient();
	caller = await callerFor(simulator, client, 'client_file_management');
});
afterAll(() => simulator.stop());

const megabyte = 1024 * 1024;

function form(changes: Record<string, string | Blob | undefined> = {}): FormData {
	const fields = {
		type: 'dispute_evidence',
		caseReference: 'case-1',
		evidenceType: 'consolidated',
		file: new Blob(['evidence'], { type: 'application/pdf' }),
		...changes,
	};
	const body = new FormData();
	for (const [name, value] of Object.entries(fields)) {
		if (value instanceof Blob) body.set(name, value, 'evidence.pdf');
		else if (value !== undefined) body.set(name, value);
	}
	return body;
}

const upload = (body: FormData): Promise<Answer> => caller.send('POST', '/files', { body });

describe('dispute evidence files (spec, terminal, 4.4, 7)', () => {
	it('answers 201 with the record, and received every byte', async () => {
		const answer = await upload(form());
		expect(answer.status).toBe(201);
		expect(answer.body).toMatchObject({
			id: expect.any(String),
			type: 'dispute_evidence',
			caseReference: 'case-1',
			evidenceType: 'consolidated',
			fileName: 'evidence.pdf',
			mimeType: 'application/pdf',
			size: 8,
			sha256: createHash('sha256').update('evidence').digest('hex'),
		});
	});

	it.each([
		['a missing file', { file: undefined }],
		['a file that is only a text', { file: 'text' }],
		['another type', { type: 'photo' }],
		['a missing type', { type: undefined }],
		['another evidence type', { evidenceType: 'partial' }],
		['an empty case reference', { caseReference: '' }],
		['a case reference of 256 characters', { caseReference: 'x'.repeat(256) }],
		['an additional field', { note: 'x' }],
		['an additional file', { other: new Blob(['x']) }],
	])('refuses %s with 400 and a JSON body', async (_name, changes) => {
		const answer = await upload(form(changes));
		expect(answer).toMatchObject({ status: 400, body: { code: 'BAD_USER_INPUT' } });
	});

	it('takes a case reference of 255 characters', async () => {
		expect((await upload(form({ caseReference: 'x'.repeat(255) }))).status).toBe(201);
	});

	it('takes 50 MiB, and refuses one byte more with a text/plain body', async () => {
		const largest = new Blob([new Uint8Array(50 * megabyte)]);
		expect((await upload(form({ file: largest }))).body).toMatchObject({ size: 50 * megabyte });
		const answer = await upload(form({ file: new Blob([largest, 'x']) }));
		expect(answer.status).toBe(400);
		expect(answer.headers.get('content-type')).toContain('text/plain');
	});

	it.each([
		[
			'a body cut short',
			'multipart/form-data; boundary=b',
			'--b\r\nContent-Disposition: form-data; name="type"\r\n\r\ndisp',
		],
		['a missing boundary', 'multipart/form-data', 'x'],
		['another content type', 'application/json', '{}'],
	])('refuses %s with a text/plain body', async (_name, type, body) => {
		const answer = await caller.send('POST', '/files', { body, headers: { 'content-type': type } });
		expect(answer.status).toBe(400);
		expect(answer.headers.get('content-type')).toContain('text/plain');
	});

	it('answers 401 in JSON without a token', async () => {
		const response = await fetch(`${simulator.baseUrl}/files`, { method: 'POST', body: form() });
		expect(response.status).toBe(401);
		expect(await response.json()).toMatchObject({ code: 'UNAUTHORIZED' });
	});
});
