import { z } from 'zod/v4';

import { refuse, shown, text } from '../../schemas/field';

/** The largest file that the service takes (companion spec 4.4). */
const maxBytes = 50 * 1024 * 1024;

/** What is known about a file before it is read. */
interface FileFacts {
	bytes: number | undefined;
}

/**
 * A file that exists, is not empty, and is not larger than the service allows. If an item has none,
 * the name that was looked for takes its place.
 */
export function evidenceFile<File extends FileFacts>(label: string) {
	return z.custom<File | string | undefined>().transform((file, context): File => {
		if (typeof file !== 'object') {
			return refuse(
				context,
				label,
				file ? `names a file that this item does not have: ${shown(file)}` : 'is empty',
				'Enter the name of the binary field as the previous node shows it on its Binary tab, usually "data".',
			);
		}
		if (file.bytes === 0) {
			return refuse(context, label, 'names an empty file', 'Check the node that reads the file.');
		}
		if ((file.bytes ?? 0) > maxBytes) {
			return refuse(
				context,
				label,
				'names a file larger than 50 MiB',
				'Compress it, or split the evidence into several files.',
			);
		}
		return file;
	});
}

/** The reference of the case that the evidence is for (companion spec 4.4). */
export const caseReference = text('Case Reference', { max: 255 });
