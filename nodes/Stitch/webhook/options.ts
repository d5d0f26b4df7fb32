import type { IDataObject } from 'n8n-workflow';

import { asText, check, choice, count, optionalText, yesNo } from '../schemas/field';
import { money, type Money } from '../schemas/money';

const clientTypes = ['any', 'live', 'test'] as const;

/** The "Options" collection of the trigger, checked. */
export interface TriggerOptions {
	/** Events of which clients may start the workflow. */
	clientType: (typeof clientTypes)[number];
	externalReferencePrefix: string | undefined;
	fetchCurrentResource: boolean;
	minimumAmount: Money | undefined;
	/** Whether the triggers of the workflow that have this on start it once for each change. */
	onceAcrossTriggers: boolean;
	/** Types to subscribe to in addition to those of the chosen events, as the service names them. */
	otherEventTypes: string[];
	/** How many event ids are kept, to recognize repeated deliveries. */
	rememberedEvents: number;
	/** Whether copies of an event may be handled by several processes in the same instant. */
	severalWorkers: boolean;
}

const prefix = optionalText('External Reference Prefix');
const leastAmount = money('Minimum Amount');

/**
 * @throws {InvalidInput} for a value that cannot be read: ignoring it would switch the filter off.
 * The life-cycle functions read the options too, so a workflow with such a value is not published.
 */
export function readOptions(given: IDataObject): TriggerOptions {
	const { minimumAmount, otherEventTypes, rememberedEvents } = given;
	return {
		clientType: choice('Client Type', clientTypes, given.clientType, 'any'),
		externalReferencePrefix: check(prefix, given.externalReferencePrefix),
		fetchCurrentResource: yesNo('Fetch Current Resource', given.fetchCurrentResource, false),
		minimumAmount:
			asText(minimumAmount) === undefined ? undefined : check(leastAmount, minimumAmount),
		onceAcrossTriggers: yesNo('Once Across Triggers', given.onceAcrossTriggers, false),
		otherEventTypes: typesIn(otherEventTypes),
		// As `fields.ts` shows it (the linter wants literals there).
		rememberedEvents: count('Remembered Events', rememberedEvents, 5000, 100, 100_000),
		severalWorkers: yesNo('Several Workers', given.severalWorkers, false),
	};
}

/** The types that "Other Event Types" names. */
export function typesIn(otherEventTypes: unknown): string[] {
	return (asText(otherEventTypes) ?? '').split(/[\s,]+/).filter((type) => type !== '');
}
