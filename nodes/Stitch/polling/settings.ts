import type { IDataObject, IExecuteFunctions, IPollFunctions } from 'n8n-workflow';

import { InvalidInput } from '../schemas/field';
import { eventsIn } from '../webhook/catalogue';
import { passesFilter, readOptions } from '../webhook/options';
import type { Change } from './changes';
import { listsFor, readInFull, type List } from './lists';

/** What the panel of the trigger says, checked. */
export interface Settings {
	lists: readonly List[];
	/** The chosen events. */
	events: readonly string[];
	/** Whether the workflow is to start on a change. */
	isWanted(change: Change): boolean;
}

/** @throws {InvalidInput} */
export function readSettings(context: IPollFunctions | IExecuteFunctions): Settings {
	if (context.getNode().executeOnce === true) throw new InvalidInput([executeOnce]);
	const parameter = parametersOf(context);
	const events = eventsIn(parameter('events'));
	const lists = listsFor(events);
	if (lists.length === 0) {
		const fix = 'Choose what the workflow starts on under Events.';
		throw new InvalidInput([{ field: 'Events', what: 'Events is empty', fix }]);
	}
	const options = readOptions((parameter('options') ?? {}) as IDataObject);
	return {
		// What has no reference to compare would be dropped without a word.
		lists: options.externalReferencePrefix === undefined ? lists : lists.map(readInFull),
		events: [...new Set(lists.flatMap((list) => list.events))],
		isWanted: ({ content }) => events.includes(content.event) && passesFilter(content, options),
	};
}

/** n8n cuts the changes of a poll down to the first one before they start the workflow. */
const executeOnce = {
	field: 'Execute Once',
	// Where publishing fails, n8n shows these words alone.
	what: "Execute Once would drop every change but the first of each poll. Turn it off in this node's Settings",
	fix: '',
};

/** In an execution, a parameter is read for an item. */
function parametersOf(context: IPollFunctions | IExecuteFunctions): (name: string) => unknown {
	return 'getInputData' in context
		? (name) => context.getNodeParameter(name, 0, undefined)
		: (name) => context.getNodeParameter(name, undefined);
}
