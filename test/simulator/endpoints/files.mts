import { createHash } from 'node:crypto';
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod/v4';
import { Refusal, invalidInput } from '../errors.mts';
import type { RestCall } from '../http/rest.mts';
import { addRoute, check } from '../http/rest.mts';
import { resourceId } from '../random.mts';

/** Spec (terminal) 4.4. */
const largestFile = 50 * 1024 * 1024;

const fields = z.strictObject({
	type: z.literal('dispute_evidence'),
	caseReference: z.string().min(1).max(255),
	evidenceType: z.literal('consolidated'),
});

interface ReceivedFile {
	fileName: string;
	mimeType: string;
	size: number;
	sha256: string;
}

/** A failure of the multipart parser itself: the service answers it with a text (spec, terminal, 7). */
class ParserRefusal extends Error {}

/** Spec (terminal) 4.4: upload a dispute evidence file. */
export function fileRoutes(app: FastifyInstance): void {
	app.register(async (scope) => {
		await scope.register(multipart, { limits: { fileSize: largestFile, files: 5, parts: 20 } });
		scope.setErrorHandler((error, _request, reply) => {
			const mediaType = (error as { code?: string }).code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE';
			if (!(error instanceof ParserRefusal) && !mediaType) throw error;
			return reply
				.code(400)
				.type('text/plain')
				.send((error as Error).message);
		});
		addRoute(scope, {
			method: 'POST',
			path: '/files',
			scopes: ['client_file_management'],
			status: 201,
			handle: upload,
		});
	});
}

async function upload({ client, request }: RestCall): Promise<object> {
	const { file, values } = await readParts(request);
	const checked = check(fields, values);
	if (!file) throw invalidInput('file: required');
	const record = {
		id: resourceId(client.random),
		...checked,
		...file,
		createdAt: client.timestamp(),
	};
	client.files.unshift(record);
	return record;
}

/** Reads every part; files are measured and hashed on the way, never held. */
async function readParts(request: FastifyRequest) {
	let file: ReceivedFile | undefined;
	let misplaced: Refusal | undefined;
	const values: Record<string, unknown> = {};
	try {
		for await (const part of request.parts()) {
			if (part.type === 'field') {
				values[part.fieldname] = part.value;
				continue;
			}
			const received = await measure(part.file, part.filename, part.mimetype);
			if (part.fieldname === 'file') file = received;
			else misplaced = invalidInput(`${part.fieldname}: additional fields are not allowed`);
		}
	} catch (error) {
		throw new ParserRefusal((error as Error).message);
	}
	if (misplaced) throw misplaced;
	return { file, values };
}

async function measure(
	stream: AsyncIterable<Buffer> & { truncated: boolean },
	fileName: string,
	mimeType: string,
): Promise<ReceivedFile> {
	const hash = createHash('sha256');
	let size = 0;
	for await (const piece of stream) {
		size += piece.length;
		hash.update(piece);
	}
	if (stream.truncated) throw new ParserRefusal('The file is larger than 50 MiB.');
	return { fileName, mimeType, size, sha256: hash.digest('hex') };
}
