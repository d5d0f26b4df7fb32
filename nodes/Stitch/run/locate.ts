import type { IDataObject } from 'n8n-workflow';

import { lookUp } from '../idempotency/lookUp';
import { folded } from '../schemas/characters';
import { asText, InvalidInput } from '../schemas/field';
import { ServiceFailure } from '../transport/failure';
import { shownReference } from '../transport/wording';
import type { Service } from '../transport/service';
import type { Item } from './item';

/** The mode of a field in which an object is named by the caller's own reference. */
export const byReference = 'externalReference';

/** A field that names one object of the service, which may be found by the caller's own reference. */
export interface Locator {
	/** The parameter. */
	readonly name: string;
	/** As the panel calls the field. */
	readonly label: string;
	/** Whether the field offers no list to choose from. */
	readonly hasNoList?: boolean;
	/** How one of the objects is shown in a message; the time zone is an IANA name. */
	describe(object: IDataObject, timezone: string): string;
	/**
	 * The newest objects with exactly this reference: more than one if there are several.
	 * @throws {ServiceFailure}
	 */
	withReference(service: Service, reference: string): Promise<IDataObject[]>;
}

/**
 * Looks up what the item names by an external reference, so that `item.get` returns its ID. It only
 * reads. Nothing is guessed: the reference has to belong to exactly one object.
 * @throws {InvalidInput | ServiceFailure}
 */
export async function locate(
	item: Item,
	locators: readonly Locator[],
	service: Service,
): Promise<void> {
	for (const locator of locators) {
		if (item.modeOf(locator.name) !== byReference) continue;
		item.locate(locator.name, await idOfOne(item, locator, service));
	}
}

async function idOfOne(item: Item, locator: Locator, service: Service): Promise<string> {
	const { label, name, hasNoList } = locator;
	const instead = hasNoList ? 'give the ID' : 'choose From List';
	const reference = asText(item.get(name));
	if (reference === undefined) {
		const fix = `Enter the external reference, or ${instead}.`;
		throw new InvalidInput([{ field: label, what: 'is empty', fix }]);
	}
	// As the operations that create write it: white space in the middle looks alike.
	const objects = await find(locator, service, folded(reference));
	const [first, ...others] = objects;
	if (first !== undefined && others.length === 0) return String(first.id);
	const which = `has the external reference ${shownReference(reference)}`;
	if (first === undefined) {
		const fix = `Check for a mistyped character, or ${instead}. The credential shows only what its own client has.`;
		throw new InvalidInput(
			[{ field: label, what: `was not found: none ${which}`, fix }],
			'notFound',
		);
	}
	const found = objects.map(
		(object) => `${locator.describe(object, item.timezone)} (ID ${String(object.id)})`,
	);
	const all = found.join('; ');
	const fix = hasNoList
		? `Give the ID of the right one: ${all}.`
		: `Choose the right one From List, or give its ID. The newest are: ${all}.`;
	throw new InvalidInput([{ field: label, what: `is not clear: more than one ${which}`, fix }]);
}

/** The service may list an object only a moment after it was created. */
async function find(
	{ withReference }: Locator,
	service: Service,
	reference: string,
): Promise<IDataObject[]> {
	const known = await lookUp(service, async () => {
		const objects = await withReference(service, reference);
		return objects.length > 0 ? objects : undefined;
	});
	if ('failure' in known) throw new ServiceFailure(known.failure);
	return 'found' in known ? known.found : [];
}
