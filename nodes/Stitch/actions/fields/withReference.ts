import type { IDataObject } from 'n8n-workflow';

import type { Locator } from '../../run/locate';
import { unreadableList } from '../../transport/failure';
import { readConnection, readList, type Connection, type PagedList } from '../../transport/paging';
import { hasId } from '../../transport/object';

/** Two show that there is not only one. */
const enough = 2;

/**
 * Finds the records of a GraphQL list by their external reference (public reference: its filter).
 * @param most how many are read; by default enough to know whether there is only one
 */
export function inConnection(connection: Connection, most = enough): Locator['withReference'] {
	return async (service, reference) =>
		await readConnection(
			service,
			{
				...connection,
				variables: { filter: { externalReference: { eq: reference } } },
				asOutput: (node) => connection.asOutput(checked(node, reference)),
			},
			most,
		);
}

/** Finds the records of a REST list by their external reference (companion spec 4.2: its filter). */
export function inList(list: PagedList): Locator['withReference'] {
	return async (service, reference) => {
		const filters = { externalReference: reference };
		const records = await readList(service, { ...list, filters }, enough);
		return records.map((record) => checked(record, reference));
	};
}

/** If the service does not filter, a record that happens to be first must not be taken for the one. */
export function checked(record: IDataObject, reference: string): IDataObject {
	if (record.externalReference !== reference || !hasId(record)) throw unreadableList();
	return record;
}
