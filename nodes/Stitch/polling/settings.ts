import type { IDataObject, IExecuteFunctions, IPollFunctions } from 'n8n-workflow';

import { optionalDateTime } from '../schemas/dateTime';
import { check, InvalidInput } from '../schemas/field';
import { passesFilter, readOptions, type TriggerOptions } from '../webhook/options';
import type { Change } from './change';
import { keysOf, listsFor, type WatchedLists } from './lists';

/** What the panel of the trigger says, checked. */
export interface Settings {
	lists: WatchedLists;
	/** ISO 8601, UTC; undefined to begin now. */
	startFrom: string | undefined;
	/** Whether the workflow is to start on a change. */
	isWanted(change: Change): boolean;
}

/** @throws {InvalidInput} */
export function readSettings(context: IPollFunctions | IExecuteFunctions): Settings {
	if (context.getNode().executeOnce === true) throw new InvalidInput([executeOnce]);
	const parameter = parametersOf(context);
	const events = (parameter('events') ?? []) as string[];
	const lists = listsFor(events);
	if (keysOf(lists).length === 0) {
		const what = 'Events is empty';
		throw new InvalidInput([{ what, fix: 'Choose what the workflow starts on under Events.' }]);
	}
	const given = (parameter('options') ?? {}) as IDataObject;
	const options = readTriggerOptions(given);
	return {
		lists,
		startFrom: check(
			optionalDateTime('Start From', { zone: context.getTimezone() }),
			given.startFrom,
		),
		isWanted: ({ event }) => events.includes(event.event) && passesFilter(event, options),
	};
}

/** n8n cuts the changes of a look down to the first one before they start the workflow. */
const executeOnce = {
	// Where publishing fails, n8n shows these words alone.
	what: 'With Execute Once, n8n would pass on only the first change of each look: turn it off under Settings of this trigger',
	fix: '',
};

/**
 * As `fields.ts` shows it (the linter wants literals there). After a restart the latest batch of 500
 * comes again, and has to be recognized as a whole.
 */
const leastRemembered = 1000;

/** The options that both triggers have. @throws {InvalidInput} */
export function readTriggerOptions(given: IDataObject): TriggerOptions {
	// As `fields.ts` shows it, too.
	const options = readOptions({ rememberedEvents: 10_000, ...given });
	return {
		...options,
		rememberedEvents: Math.max(leastRemembered, options.rememberedEvents),
	};
}

/** In an execution, a parameter is read for an item. */
function parametersOf(context: IPollFunctions | IExecuteFunctions): (name: string) => unknown {
	return 'getInputData' in context
		? (name) => context.getNodeParameter(name, 0, undefined)
		: (name) => context.getNodeParameter(name, undefined);
}
