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
interface RestPage {
	data: IDataObject[];
	/** Where the next page starts; undefined when this was the last one. */
	next: number | undefined;
}

/**
 * Reads a list to its end or until there are `limit` records. Never asks for more than is needed.
 * @throws {ServiceFailure}
 */
export async function readList(
	service: Service,
	list: PagedList,
	limit: number,
): Promise<IDataObject[]> {
	const records: IDataObject[] = [];
	const seen = new Set<unknown>();
	let offset: number | undefined = 0;
	while (offset !== undefined && records.length < limit) {
		const page: RestPage = await readPage(service, list, offset, limit - records.length);
		records.push(...takeUnseen(page.data, seen));
		offset = page.next;
	}
	return records;
}

/**
 * The records of a page that were not there before: lists begin with the newest, so what is created while
 * they are read moves the others on. A record without an ID is always taken.
 * @param seen the IDs of earlier records; those of this page are added
 */
export function takeUnseen(records: readonly IDataObject[], seen: Set<unknown>): IDataObject[] {
	return records.filter(({ id }) => {
		const isUnseen = typeof id !== 'string' || !seen.has(id);
		seen.add(id);
		return isUnseen;
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
): Promise<RestPage> {
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
