import { createHash } from 'node:crypto';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { runStitch } from './harness.mts';
import { simulatedService } from './service.mts';

const mebibyte = 1024 * 1024;

/** Frees what nothing refers to any more, so that what is measured is what is held. */
setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const service = simulatedService();

const credential = () => service.credential(['client_file_management']);

/** An item with a file in its binary field `data`. */
function itemWith(content: Buffer, fileName = 'evidence.pdf'): INodeExecutionData {
	return {
		json: {},
		binary: {
			data: { data: content.toString('base64'), mimeType: 'application/pdf', fileName },
		},
		pairedItem: { item: 0 },
	};
}

const sha256 = (content: Buffer) => createHash('sha256').update(content).digest('hex');

async function upload(
	row: INodeExecutionData,
	parameters: IDataObject = {},
	stored = credential(),
) {
	const { outputs, error } = await runStitch({
		parameters: {
			resource: 'disputeEvidence',
			operation: 'upload',
			caseReference: 'case-1',
			...parameters,
		},
		credential: stored,
		rows: [row],
	});
	return { record: outputs[0]?.[0]?.json, error };
}

it('uploads a file byte for byte, with a name in any script', async () => {
	const content = Buffer.from(Array.from({ length: 100_000 }, (_, n) => (n * 31) % 256));
	const { record, error } = await upload(itemWith(content, 'Beweis "1" – überprüft.pdf'));
	expect(error).toBeUndefined();
	expect(record).toMatchObject({
		type: 'dispute_evidence',
		caseReference: 'case-1',
		evidenceType: 'consolidated',
		mimeType: 'application/pdf',
		size: content.length,
		sha256: sha256(content),
	});
	expect(String(record?.fileName)).toContain('überprüft.pdf');
});

it('survives a token that expires just before the upload', async () => {
	const stored = credential();
	await upload(itemWith(Buffer.from('first')), {}, stored);
	expect(stored.accessToken).not.toBe('');
	await service.client.expireTokens();

	const content = Buffer.alloc(mebibyte, 'evidence');
	const { record, error } = await upload(itemWith(content), {}, stored);
	expect(error).toBeUndefined();
	expect(record).toMatchObject({ size: content.length, sha256: sha256(content) });
	const { routes, tokensIssued } = await service.client.summary();
	expect(routes['POST /v2/files']).toBe(2);
	expect(tokensIssued).toBe(2);
});

it('gives a large file the time that a slow line needs, beyond the time limit for an answer', async () => {
	await service.client.addFaults({ kind: 'latency', ms: 1500, match: { path: '/v2/files' } });
	const row = itemWith(Buffer.alloc(mebibyte, 'evidence'));
	const { record, error } = await upload(row, { options: { timeoutSeconds: 1 } });
	expect(error).toBeUndefined();
	expect(record?.size).toBe(mebibyte);
});

it('needs at most three times the size of a file of 50 MiB', async () => {
	const size = 50 * mebibyte;
	const row = itemWith(Buffer.alloc(size, 'evidence'));
	const held = () => process.memoryUsage().rss;
	collectGarbage();
	const before = held();
	let most = before;
	const watch = setInterval(() => (most = Math.max(most, held())), 2);
	const { record, error } = await upload(row);
	clearInterval(watch);
	expect(error).toBeUndefined();
	expect(record?.size).toBe(size);
	expect(most - before).toBeLessThan(3 * size);
});
