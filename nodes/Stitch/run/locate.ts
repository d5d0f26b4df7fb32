import type { IDataObject } from 'n8n-workflow';

import { lookUp } from '../idempotency/lookUp';
import { folded } from '../schemas/characters';
import { asText } from '../schemas/asText';
import { InvalidInput } from '../schemas/invalidInput';
import { ServiceFailure } from '../transport/failure';
import { shownReference } from '../transport/wording';
import type { Service } from '../transport/service';
import type { Item } from './item';
import { labelOf } from './label';
import type { ResourceWith } from './resource';

/** The mode of a field in which an object is named by the caller's own reference. */
export const byReference = 'externalReference';

/** The objects that a field can name by the caller's own reference. */
type Named = ResourceWith<'field' | 'label' | 'findByReference'>;

/**
 * Looks up the object that the item names by an external reference, so that `item.get` returns its ID. It
 * only reads. Nothing is guessed: the reference must belong to exactly one object.
 * @throws {InvalidInput | ServiceFailure}
 */
export async function locate(
	item: Item,
	resources: readonly Named[],
	service: Service,
): Promise<void> {
	for (const resource of resources) {
		const { name } = resource.field;
		if (item.modeOf(name) !== byReference) continue;
		item.locate(name, await idOfOne(item, resource, service));
	}
}

async function idOfOne(item: Item, resource: Named, service: Service): Promise<string> {
	const { name: label, field, choice } = resource;
	const instead = choice ? 'choose From List' : 'enter the ID';
	const reference = asText(item.get(field.name));
	if (reference === undefined) {
		const fix = `Enter the external reference, or ${instead}.`;
		throw new InvalidInput([{ field: label, what: 'is empty', fix }]);
	}
	// Written as Create writes it: all white space looks the same.
	const objects = await lookUpReference(resource, service, folded(reference));
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
		(object) => `${labelOf(object, resource, item.timezone)} (ID ${String(object.id)})`,
	);
	const all = found.join('; ');
	const fix = choice
		? `Choose the right one From List, or enter its ID. The newest are: ${all}.`
		: `Enter the ID of the right one: ${all}.`;
	throw new InvalidInput([{ field: label, what: `is not clear: more than one ${which}`, fix }]);
}

/** The service may list an object only a moment after it was created. */
async function lookUpReference(
	{ findByReference }: Named,
	service: Service,
	reference: string,
): Promise<IDataObject[]> {
	const known = await lookUp(service, async () => {
		const objects = await findByReference(service, reference);
		return objects.length > 0 ? objects : undefined;
	});
	if ('failure' in known) throw new ServiceFailure(known.failure);
	return 'found' in known ? known.found : [];
}
