import {
	BINARY_ENCODING,
	type IBinaryData,
	type IExecuteFunctions,
	type INodeExecutionData,
} from 'n8n-workflow';

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
	{ helpers }: IExecuteFunctions,
	itemIndex: number,
	field: unknown,
): InputFile | undefined {
	let binary: IBinaryData;
	try {
		// n8n knows where its settings keep an item's files, and throws if there is none.
		binary = helpers.assertBinaryData(itemIndex, field as string);
	} catch {
		return undefined;
	}
	const { id, data, bytes, fileName = 'file', mimeType } = binary;
	return {
		name: fileName,
		type: mimeType,
		// A file without an id is in the item itself, as text.
		bytes: id === undefined ? Buffer.byteLength(data, BINARY_ENCODING) : bytes,
		// n8n's buffers are not shared memory, which their type leaves open.
		read: async () =>
			(await helpers.getBinaryDataBuffer(itemIndex, field as string)) as Buffer<ArrayBuffer>,
	};
}

export interface OutputFile {
	/** The binary field of the output item. */
	field: string;
	name: string;
	/** MIME type. */
	type: string;
	content: string | Buffer;
}

/** The files of an output item, by the names of their binary fields. */
export type Files = Pick<INodeExecutionData, 'binary'>;

/** Stores files where n8n's settings say. */
export async function storeFiles(
	{ helpers }: Pick<IExecuteFunctions, 'helpers'>,
	files: readonly OutputFile[],
): Promise<Files> {
	const binary: Files['binary'] = {};
	for (const { field, name, type, content } of files) {
		binary[field] = await helpers.prepareBinaryData(Buffer.from(content), name, type);
	}
	return files.length === 0 ? {} : { binary };
}
