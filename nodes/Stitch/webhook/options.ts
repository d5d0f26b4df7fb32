import type { IDataObject } from 'n8n-workflow';

import { asText, check, optionalOneOf, optionalText } from '../schemas/field';
import { money, type Money } from '../schemas/money';

const clientTypes = ['any', 'live', 'test'] as const;

/** The "Options" collection of the trigger, checked. */
export interface TriggerOptions {
	/** Events of which clients may start the workflow. */
	clientType: (typeof clientTypes)[number];
	externalReferencePrefix: string | undefined;
	fetchCurrentResource: boolean;
	minimumAmount: Money | undefined;
	/** Types to subscribe to besides those of the chosen events, in the service's words. */
	otherEventTypes: string[];
	/** How many event ids are kept, to know a repeated delivery by. */
	rememberedEvents: number;
}

/** As `fields.ts` shows it (the linter wants a literal there). */
const defaultRemembered = 5000;
const fewestRemembered = 100;

const clientType = optionalOneOf('Client Type', clientTypes);
const prefix = optionalText('External Reference Prefix');
const leastAmount = money('Minimum Amount');

/** @throws {InvalidInput} for a filter that cannot be read: an unread filter would be no filter */
export function readOptions(given: IDataObject): TriggerOptions {
	const { minimumAmount, otherEventTypes, rememberedEvents } = given;
	const remembered = Math.floor(Number(rememberedEvents ?? defaultRemembered));
	return {
		clientType: check(clientType, given.clientType) ?? 'any',
		externalReferencePrefix: check(prefix, given.externalReferencePrefix),
		fetchCurrentResource: given.fetchCurrentResource === true,
		minimumAmount:
			asText(minimumAmount) === undefined ? undefined : check(leastAmount, minimumAmount),
		otherEventTypes: (asText(otherEventTypes) ?? '').split(/[\s,]+/).filter((type) => type !== ''),
		rememberedEvents: remembered >= fewestRemembered ? remembered : defaultRemembered,
	};
}
