import type { IDataObject } from 'n8n-workflow';

import { timeInWords } from '../schemas/dateTime';
import { asFields } from '../transport/json';
import type { ResourceWith } from './resource';

/**
 * An object on one line, each fact once; its ID if there are none.
 * @param timezone IANA name of the zone in which times are shown
 */
export function labelOf(
	object: IDataObject,
	{ label }: Pick<ResourceWith<'label'>, 'label'>,
	timezone: string,
): string {
	const facts = label(object).map((fact) =>
		typeof fact === 'object' ? timeInWords(asFields(fact).time, timezone) : fact,
	);
	const known = facts.filter((fact) => ['string', 'number'].includes(typeof fact) && fact !== '');
	return known.length > 0 ? [...new Set(known)].join(' · ') : String(object.id);
}
