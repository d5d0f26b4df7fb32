import type { IDataObject } from 'n8n-workflow';

import { unreadableList } from './failure';
import { asJsonObject } from './json';
import type { Service } from './service';

/** A list of the service that is read page by page (companion spec 2.4). */
export interface PagedList {
	path: string;
	/** Filters; those without a value are not sent. */
	filters?: Record<string, string | undefined>;
	/** The largest page that the service returns (companion spec 8). */
	pageSize: number;
}

/** One page of a list. */
export interface Page<Place> {
	data: IDataObject[];
	/** Where the next page starts; undefined when this was the last one. */
	next: Place | undefined;
}

/**
 * Reads a list to its end or until there are `limit` records. Never asks for more than is needed, and
 * keeps only one page in memory in addition to what it returns. Lists begin with the newest, so what is
 * created while they are read moves the others on: a record that was there before is left out. One without
 * an ID is always taken.
 * @param readNext reads at most so many records from a place on, or from the beginning
 * @param asOutput what a record becomes
 */
export async function readPages<Place>(
	limit: number,
	readNext: (at: Place | undefined, most: number) => Promise<Page<Place>>,
	asOutput = (record: IDataObject) => record,
): Promise<IDataObject[]> {
	const records: IDataObject[] = [];
	const seen = new Set<unknown>();
	const passed = new Set<Place | undefined>();
	let at: Place | undefined;
	do {
		passed.add(at);
		const { data, next } = await readNext(at, limit - records.length);
		for (const record of data) {
			// Of a page that is longer than asked for, only what is wanted; the next page follows all of it.
			if (records.length >= limit) break;
			if (typeof record.id === 'string' && seen.has(record.id)) continue;
			seen.add(record.id);
			records.push(asOutput(record));
		}
		if (next !== undefined && passed.has(next)) throw unreadableList();
		at = next;
	} while (at !== undefined && records.length < limit);
	return records;
}

/**
 * Reads a list of REST, as `readPages` does.
 * @throws {ServiceFailure}
 */
export async function readList(
	service: Service,
	list: PagedList,
	limit: number,
): Promise<IDataObject[]> {
	return await readPages<number>(limit, async (offset = 0, most) => {
		return await readPage(service, list, offset, most);
	});
}

/**
 * Reads one page that starts at `offset` and holds at most `limit` records.
 * @throws {ServiceFailure} also for an answer that is not the page that was asked for
 */
export async function readPage(
	service: Service,
	{ path, filters, pageSize }: PagedList,
	offset: number,
	limit = pageSize,
): Promise<Page<number>> {
	const most = Math.min(pageSize, limit);
	const { data, page } = await service.call({
		method: 'GET',
		path,
		query: { ...filters, limit: most, offset },
		repeat: 'always',
	});
	const { hasNext, offset: found } = (page ?? {}) as IDataObject;
	// A service that ignores the offset would repeat the same page for ever.
	if (!Array.isArray(data) || typeof hasNext !== 'boolean' || found !== offset) {
		throw unreadableList();
	}
	const records = data.slice(0, most).map(asJsonObject);
	if (records.includes(undefined)) throw unreadableList();
	// An empty page that announces more records does not show where they are.
	if (hasNext && records.length === 0) throw unreadableList();
	return { data: records as IDataObject[], next: hasNext ? offset + records.length : undefined };
}
