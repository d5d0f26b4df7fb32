import { BINARY_ENCODING, type IBinaryData, type IExecuteFunctions } from 'n8n-workflow';

/** A file that an input item carries. */
export interface InputFile {
	name: string;
	/** MIME type. */
	type: string;
	/** Size in bytes, as far as it is known without reading the file. */
	bytes: number | undefined;
	/** Reads the whole file into memory. */
	read(): Promise<Uint8Array<ArrayBuffer>>;
}

/**
 * Finds the file in a binary field of an input item; undefined if there is none.
 * @param field the field's name, or the binary object that an expression gave
 */
export function readInputFile(
	context: IExecuteFunctions,
	itemIndex: number,
	field: unknown,
): InputFile | undefined {
	const binary = findBinary(context, itemIndex, field);
	if (binary === undefined) return undefined;
	return {
		name: binary.fileName ?? 'file',
		type: binary.mimeType,
		bytes: bytesOf(binary),
		// n8n's buffers are not shared memory, which their type leaves open.
		read: async () =>
			(await context.helpers.getBinaryDataBuffer(
				itemIndex,
				field as string,
			)) as Buffer<ArrayBuffer>,
	};
}

/** n8n knows where its settings keep an item's files, and throws if there is none. */
function findBinary(
	{ helpers }: IExecuteFunctions,
	itemIndex: number,
	field: unknown,
): IBinaryData | undefined {
	try {
		return helpers.assertBinaryData(itemIndex, field as string);
	} catch {
		return undefined;
	}
}

/** A file without an id is in the item itself, as text. */
function bytesOf({ id, data, bytes }: IBinaryData): number | undefined {
	if (id !== undefined) return bytes;
	return Buffer.byteLength(data, BINARY_ENCODING);
}
