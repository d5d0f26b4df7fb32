import type { IBinaryData, IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { upload } from '../../../../nodes/Stitch/actions/disputeEvidence/upload.operation';
import { Item } from '../../../../nodes/Stitch/run/item';
import { InvalidInput } from '../../../../nodes/Stitch/schemas/invalidInput';
import { ServiceFailure } from '../../../../nodes/Stitch/transport/failure';
import { explain } from '../../../../nodes/Stitch/transport/messages';
import { answer, type Script } from '../../builders.mts';
import { complaints, perform } from '../perform.mts';

const mebibyte = 1024 * 1024;

interface Stored {
	content: Buffer;
	/** What n8n says about the file. */
	about?: Partial<IBinaryData>;
	parameters?: IDataObject;
}

/** An item that carries a file in its binary field `data`. */
function itemWith({ content, about, parameters }: Stored): Item {
	const binary: IBinaryData = {
		data: content.toString('base64'),
		mimeType: 'application/pdf',
		fileName: 'evidence.pdf',
		...about,
	};
	const values: IDataObject = { binaryField: 'data', caseReference: 'case-1', ...parameters };
	const helpers = {
		assertBinaryData(_item: number, field: string) {
			if (field !== 'data') throw new Error(`no ${field}`);
			return binary;
		},
		getBinaryDataBuffer: async () => content,
	};
	const getNodeParameter = (name: string) => values[name];
	const context = { helpers, getNodeParameter, getInputData: () => [{ json: {} }] };
	return new Item(context as unknown as IExecuteFunctions, 0);
}

/** A file of some size that n8n keeps outside the item, so its text is not needed. */
function largeFile(bytes: number, about: Partial<IBinaryData> = { bytes }): Item {
	const content = Buffer.alloc(0);
	Object.defineProperty(content, 'length', { value: bytes });
	return itemWith({ content, about: { id: 'filesystem:1', ...about } });
}

const script = (): Script => [answer(201, { id: 'file-1' })];

it('sends the file with its name and kind, and the constants of the specification', async () => {
	const { output, sent } = await perform(
		upload,
		itemWith({ content: Buffer.from('the evidence') }),
		script(),
	);
	expect(output).toEqual({ id: 'file-1' });
	expect(sent).toMatchObject([{ method: 'POST', url: 'https://rest.test/v2/files' }]);
	const form = sent[0]?.body as FormData;
	const fields: string[] = [];
	form.forEach((_, field) => fields.push(field));
	// A service that reads the parts in their order knows what the file is when it comes.
	expect(fields).toEqual(['type', 'caseReference', 'evidenceType', 'file']);
	expect(form.get('type')).toBe('dispute_evidence');
	expect(form.get('caseReference')).toBe('case-1');
	expect(form.get('evidenceType')).toBe('consolidated');
	const file = form.get('file') as File;
	expect([file.name, file.type, await file.text()]).toEqual([
		'evidence.pdf',
		'application/pdf',
		'the evidence',
	]);
});

it('names a file that has no name', async () => {
	const item = itemWith({ content: Buffer.from('x'), about: { fileName: undefined } });
	const { sent } = await perform(upload, item, script());
	expect(((sent[0]?.body as FormData).get('file') as File).name).toBe('file');
});

it('does not send a file again after a lost answer', async () => {
	const item = itemWith({ content: Buffer.from('x') });
	const { sent, failure } = await perform(
		upload,
		item,
		[{ kind: 'answerLost', happened: 'maybe' }],
		{
			maxTries: 5,
		},
	);
	expect(sent).toHaveLength(1);
	expect(failure).toMatchObject({ details: { kind: 'answerLost', happened: 'maybe' } });
});

it('shows what the service says as plain text', async () => {
	const item = itemWith({ content: Buffer.from('x') });
	const { failure } = await perform(upload, item, [answer(400, 'request file too large')]);
	expect(explain((failure as ServiceFailure).details).message).toBe(
		'Stitch refused the values: request file too large',
	);
});

it.each([1, 50 * mebibyte])('takes a file of %i bytes', (bytes) => {
	expect(complaints(upload, largeFile(bytes))).toEqual([]);
});

it('rejects a file of more than 50 MiB before it is even read', () => {
	expect(complaints(upload, largeFile(50 * mebibyte + 1))).toEqual([
		"'Input Binary Field' names a file larger than 50 MiB",
	]);
});

it('rejects a file that is too large when n8n does not report its size, and sends nothing', async () => {
	const { failure, sent } = await perform(
		upload,
		largeFile(50 * mebibyte + 1, { bytes: undefined }),
		[],
	);
	expect(failure).toBeInstanceOf(InvalidInput);
	expect(sent).toEqual([]);
});

it('measures a file inside the item, whatever size n8n reports', () => {
	const item = itemWith({ content: Buffer.alloc(0), about: { bytes: 7 } });
	expect(complaints(upload, item)).toEqual(["'Input Binary Field' names an empty file"]);
});

it.each([
	[
		{ binaryField: 'attachment' },
		["'Input Binary Field' names a file that this item does not have: attachment"],
	],
	[{ binaryField: ' ' }, ["'Input Binary Field' is empty"]],
	[{ caseReference: '' }, ["'Case Reference' is empty"]],
	[
		{ caseReference: 'x'.repeat(256) },
		["'Case Reference' can have at most 255 characters and has 256"],
	],
	[
		{ binaryField: 'attachment', caseReference: ' ' },
		[
			"'Input Binary Field' names a file that this item does not have: attachment",
			"'Case Reference' is empty",
		],
	],
])('rejects %j before anything is sent', (parameters, expected) => {
	expect(complaints(upload, itemWith({ content: Buffer.from('x'), parameters }))).toEqual(expected);
});

it('takes a case reference of 255 characters', () => {
	const parameters = { caseReference: 'x'.repeat(255) };
	expect(complaints(upload, itemWith({ content: Buffer.from('x'), parameters }))).toEqual([]);
});

it('says that the deadline has passed where Stitch takes no more evidence', async () => {
	const late = answer(410, { code: 'DEADLINE_EXPIRED', title: 'Gone' });
	const { failure } = await perform(upload, itemWith({ content: Buffer.from('x') }), [late]);
	expect(explain((failure as ServiceFailure).details)).toEqual({
		message: 'The deadline for evidence in this dispute has passed: nothing was uploaded',
		description: 'Stitch takes no more evidence for it. Ask Stitch support what can still be done.',
	});
});
