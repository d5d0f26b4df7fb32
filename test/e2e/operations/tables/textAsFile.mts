import { node } from '../../support/workflows.mts';

/** Makes a file of each item's `text`, in the binary field `data`, and keeps the item's fields. */
export const textAsFile = [
	node('As File', 'n8n-nodes-base.convertToFile', 1.1, {
		operation: 'toText',
		sourceProperty: 'text',
		options: { fileName: 'delivery-note.txt' },
	}),
	node('With Its Fields', 'n8n-nodes-base.set', 3.4, {
		mode: 'raw',
		jsonOutput: "={{ $('Start').item.json }}",
		includeOtherFields: true,
		options: { stripBinary: false },
	}),
];
