import type { IExecuteFunctions, IPollFunctions } from 'n8n-workflow';

import { requireAllItems } from '../run/executeOnce';
import { simplifyField } from '../run/simplify';
import { InvalidInput } from '../schemas/invalidInput';
import { form } from '../schemas/form';
import { notice } from '../schemas/formFields';
import { collection } from '../schemas/formGroups';
import { passesFilter } from '../webhook/filter';
import {
	eventsField,
	oncePerWorkflow,
	optionsWords,
	readPanel,
	referencePrefix,
} from '../webhook/settings';
import { listsFor, pollableEvents, readInFull, type Change, type PolledList } from './changes';

/** Below n8n's own Poll Times. */
export const pollingPanel = form({
	events: eventsField(pollableEvents, 'What the workflow starts on'),
	pollingNotice: notice(
		'This trigger polls Stitch and needs no public address. If something changes twice between two polls, you only get the latest status. Events that Stitch cannot be asked for, such as Payment Confirmation Unsettled, need the Stitch Payments Trigger.',
	),
	simplify: simplifyField,
	options: collection(optionsWords, {
		oncePerWorkflow,
		externalReferencePrefix: referencePrefix(),
	}),
});

export interface Settings {
	lists: readonly PolledList[];
	events: readonly string[];
	isWanted(change: Change): boolean;
}

/** @throws {InvalidInput} */
export function readSettings(context: IPollFunctions | IExecuteFunctions): Settings {
	requireAllItems(context.getNode(), 'change but the first of each poll');
	const { events, options } = readPanel(context, pollingPanel);
	const lists = listsFor(events);
	if (lists.length === 0) {
		const fix = 'Choose what the workflow starts on.';
		throw new InvalidInput([{ field: 'Events', what: 'is empty', fix }]);
	}
	return {
		// What has no reference to compare would be dropped without a word.
		lists: options.externalReferencePrefix === undefined ? lists : lists.map(readInFull),
		events: [...new Set(lists.flatMap((list) => list.events))],
		isWanted: ({ content }) => events.includes(content.event) && passesFilter(content, options),
	};
}
