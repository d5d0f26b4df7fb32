import { z } from 'zod/v4';

import type { InputFile } from '../../run/files';
import { defineOperation } from '../../run/operation';
import { asText, shown } from '../../schemas/asText';
import { check, reject } from '../../schemas/invalidInput';
import { text } from '../../schemas/text';
import { answerIn } from '../../transport/service';
import { simplifyRecord } from '../columns';
import { refusedAs } from '../refusal';
import { form } from '../../schemas/form';
import { field, textField } from '../../schemas/formFields';

/** The largest file that the service takes (companion spec 4.4). */
const maxBytes = 50 * 1024 * 1024;

/**
 * A file that exists, is not empty, and is not larger than the service allows. For an item without the
 * file, the value is the name that was entered.
 */
function evidenceFile<File extends { bytes: number | undefined }>(label: string) {
	return z.custom<File | string | undefined>().transform((file, context): File => {
		const no = (what: string, fix: string) => reject(context, label, what, fix);
		if (typeof file !== 'object') {
			return no(
				file ? `names a file that this item does not have: ${shown(file)}` : 'is empty',
				'Enter the name of the binary field as the previous node shows it on its Binary tab, usually "data".',
			);
		}
		if (file.bytes === 0) return no('names an empty file', 'Check the node that reads the file.');
		if ((file.bytes ?? 0) > maxBytes) {
			const fix = 'Compress it, or split the evidence into several files.';
			return no('names a file larger than 50 MiB', fix);
		}
		return file;
	});
}

/** The slowest connection on which an upload has enough time: 1 Mbit/s, in bytes per millisecond. */
const slowestLine = 125;

const pieceBytes = 1024 * 1024;

const label = 'Input Binary Field';

const uploadForm = form({
	binaryField: field(
		{
			displayName: label,
			type: 'string',
			default: 'data',
			required: true,
			placeholder: 'e.g. data',
			hint: 'The name of the input field that contains the file',
			description: 'Any kind of file, at most 50 MiB',
		},
		evidenceFile<InputFile>(label),
	),
	/** The case that the evidence is for (companion spec 4.4). */
	caseReference: textField(
		{
			displayName: 'Case Reference',
			required: true,
			placeholder: 'e.g. CASE-2026-0042',
			description:
				'The reference of the dispute, at most 255 characters. Stitch records it as you type it and does not check it.',
		},
		(name) => text(name, { max: 255 }),
	),
});

/** For status 410 with the code `DEADLINE_EXPIRED` (public source). */
const tooLate = {
	sentence: 'The deadline for evidence in this dispute has passed: nothing was uploaded',
	advice: 'Stitch takes no more evidence for it. Ask Stitch support what can still be done.',
};

/** Uploads a file as evidence for a dispute (companion spec 4.4). */
export const upload = defineOperation({
	value: 'upload',
	name: 'Upload',
	action: 'Upload dispute evidence',
	description: 'Upload a file as evidence for a dispute',
	form: uploadForm,

	// The fields of the record are not specified.
	simplify: simplifyRecord,

	prepare(item) {
		const name = item.get('binaryField');
		const file = item.file(name) ?? asText(name);
		return uploadForm.read(item, { instead: { binaryField: file } });
	},

	async send({ binaryField: file, caseReference }, service) {
		const { form, bytes } = await uploadBody(file, caseReference);
		const outcome = await service.tryCall({
			method: 'POST',
			path: '/files',
			body: form,
			sendingMs: Math.ceil(bytes / slowestLine),
			repeat: 'ifNotProcessed',
		});
		return answerIn(refusedAs(410, tooLate, outcome)).body;
	},
});

/** The service allows no other fields. */
async function uploadBody(file: InputFile, caseReference: string) {
	const content = await file.read();
	// Some versions of n8n do not report the size beforehand.
	check(evidenceFile(label), { bytes: content.length });
	// A FormData can be sent again after a token has expired; a stream could not.
	const form = new FormData();
	form.append('type', 'dispute_evidence');
	form.append('caseReference', caseReference);
	form.append('evidenceType', 'consolidated');
	// Last, so that a service that reads part by part knows by then what the file is.
	form.append('file', new Blob(piecesOf(content), { type: file.type }), file.name);
	return { form, bytes: content.length };
}

/** Sending a Blob copies one part at a time; a single part would copy the whole file at once. */
function piecesOf(content: Uint8Array<ArrayBuffer>): Array<Uint8Array<ArrayBuffer>> {
	const count = Math.ceil(content.length / pieceBytes);
	return Array.from({ length: count }, (_, index) =>
		content.subarray(index * pieceBytes, (index + 1) * pieceBytes),
	);
}
