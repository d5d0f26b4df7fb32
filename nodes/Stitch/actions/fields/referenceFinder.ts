import type { IDataObject } from 'n8n-workflow';

import type { ResourceWith } from '../../run/resource';
import { unreadableList } from '../../transport/failure';
import { hasId } from '../../transport/object';
import { matching, readList, type List } from '../../transport/paging';

/** Two are enough to see that there is more than one. */
const enough = 2;

/**
 * Finds the records of a list by their external reference (companion spec 4.2; public reference).
 * @param most how many are read; by default enough to know whether there is only one
 */
export function referenceFinder(
	list: List,
	most = enough,
): ResourceWith<'findByReference'>['findByReference'] {
	return async (service, reference) => {
		const asOutput = (record: IDataObject) => {
			const found = requireReference(record, reference);
			return list.asOutput?.(found) ?? found;
		};
		const asked = matching({ ...list, asOutput }, 'externalReference', reference);
		return await readList(service, asked, most);
	};
}

/** If Stitch ignores the filter, its first record must not pass for the one with the reference. */
export function requireReference(record: IDataObject, reference: string): IDataObject {
	if (record.externalReference !== reference || !hasId(record)) throw unreadableList();
	return record;
}
