import { randomFillSync } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chain, manualTrigger, node, saveCredential, stitch } from '../e2e/support/workflows.mts';
import type { Credential, WorkflowNode } from '../host/api.mts';
import type { Figure } from './figures.mts';
import { runInN8n } from './runInN8n.mts';
import type { Bench } from './start.mts';
import { alternate, median, type Repetition } from './statistics.mts';

const MEBIBYTES = 50;
const SCOPES = ['client_file_management'];

interface Contender {
	who: string;
	build(credential: Credential, bench: Bench): WorkflowNode;
}

const contenders: Contender[] = [
	{ who: 'Our node', build: ourNode },
	{ who: 'HTTP Request node', build: stockNode },
];

/** Uploads the largest file that the service takes, read from disk by the node before. */
export async function measureUpload(bench: Bench, repetition: Repetition): Promise<Figure[]> {
	const file = join(bench.userFolder, 'evidence.bin');
	writeFileSync(file, randomFillSync(Buffer.alloc(MEBIBYTES * 1024 ** 2)));
	const results = await alternate(contenders, repetition, async ({ who, build }) => {
		const client = await bench.control.createClient();
		const credential = await saveCredential(bench, client, SCOPES);
		const nodes = [manualTrigger(), readFile(file), build(credential, bench)];
		const { milliseconds, peakMiB, cpuSeconds } = await runInN8n(
			bench,
			chain(who, nodes, [{}]),
			'Upload',
		);
		const { files } = await client.summary();
		if (files !== 1) throw new Error(`${who}: the service has ${files} files instead of 1.`);
		return { seconds: milliseconds / 1000, 'peak MiB': peakMiB, 'n8n CPU s': cpuSeconds };
	});
	return results.map(({ contender: { who }, samples }) => ({
		what: `Upload of ${MEBIBYTES} MiB`,
		who,
		values: {
			seconds: median(samples.map(({ seconds }) => seconds)),
			'peak MiB': median(samples.map((sample) => sample['peak MiB'])),
			'n8n CPU s': median(samples.map((sample) => sample['n8n CPU s'])),
		},
	}));
}

function readFile(file: string): WorkflowNode {
	return node('Read', 'n8n-nodes-base.readWriteFile', 1.1, {
		operation: 'read',
		fileSelector: file,
		options: {},
	});
}

function ourNode(credential: Credential): WorkflowNode {
	return stitch('Upload', credential, {
		resource: 'disputeEvidence',
		operation: 'upload',
		binaryField: 'data',
		caseReference: 'case-1',
	});
}

function stockNode({ id, name }: Credential, { service }: Bench): WorkflowNode {
	const text = (field: string, value: string) => ({
		parameterType: 'formData',
		name: field,
		value,
	});
	return {
		...node('Upload', 'n8n-nodes-base.httpRequest', 4.4, {
			method: 'POST',
			url: `${service.baseUrl}/files`,
			authentication: 'predefinedCredentialType',
			nodeCredentialType: 'stitchApi',
			sendBody: true,
			contentType: 'multipart-form-data',
			bodyParameters: {
				parameters: [
					{ parameterType: 'formBinaryData', name: 'file', inputDataFieldName: 'data' },
					text('type', 'dispute_evidence'),
					text('caseReference', 'case-1'),
					text('evidenceType', 'consolidated'),
				],
			},
			options: {},
		}),
		credentials: { stitchApi: { id, name } },
	};
}
