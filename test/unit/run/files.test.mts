import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';

import { readInputFile } from '../../../nodes/Stitch/run/files';

const text = 'Delivered on Monday';
const note: IBinaryData = {
	data: Buffer.from(text).toString('base64'),
	mimeType: 'text/plain',
	fileName: 'note.txt',
};

/** An execution whose third item holds these files. */
function contextOf(binary: Record<string, IBinaryData>): IExecuteFunctions {
	const find = (itemIndex: number, field: string) => {
		const found = itemIndex === 2 ? binary[field] : undefined;
		if (found === undefined) throw new Error(`There is no file in ${field}`);
		return found;
	};
	return {
		helpers: {
			assertBinaryData: find,
			getBinaryDataBuffer: async (itemIndex: number, field: string) =>
				Buffer.from(find(itemIndex, field).data, 'base64'),
		},
	} as unknown as IExecuteFunctions;
}

it('finds the file of the item, and reads it when asked', async () => {
	const file = readInputFile(contextOf({ data: note }), 2, 'data');
	expect(file).toMatchObject({ name: 'note.txt', type: 'text/plain', bytes: text.length });
	expect(Buffer.from((await file?.read()) ?? []).toString()).toBe(text);
});

it.each([
	[0, 'data'],
	[2, 'other'],
	[2, undefined],
])('finds none where there is none: item %i, field %s', (itemIndex, field) => {
	expect(readInputFile(contextOf({ data: note }), itemIndex, field)).toBeUndefined();
});

it('names a file that has no name', () => {
	const context = contextOf({ data: { ...note, fileName: undefined } });
	expect(readInputFile(context, 2, 'data')?.name).toBe('file');
});

it.each([[70_000_000], [undefined]])(
	'knows the size of a file that n8n keeps elsewhere as far as n8n reports it: %j',
	(bytes) => {
		const stored = { ...note, id: 'filesystem:1', data: 'filesystem', bytes };
		expect(readInputFile(contextOf({ data: stored }), 2, 'data')?.bytes).toBe(bytes);
	},
);
