import type { IDataObject } from 'n8n-workflow';

import { readConnectionPage, type Connection } from '../transport/graphqlPaging';
import { readPage, type PagedList } from '../transport/restPaging';
import type { Service } from '../transport/service';

/** A portion of a list, and the token at which the next one starts; undefined after the last. */
export interface Portion {
	data: IDataObject[];
	next: string | undefined;
}

/**
 * Reads the portion of a list that starts at a token, or the first one.
 * @throws {ServiceFailure}
 */
export type ReadPortion = (
	service: Service,
	token: string | undefined,
	filters: PagedList['filters'],
) => Promise<Portion>;

/** The pages of a list of REST; a token is an offset. */
export function pagesOf(list: PagedList): ReadPortion {
	return async (service, token, filters) => {
		const { data, next } = await readPage(service, { ...list, filters }, Number(token ?? 0));
		return { data, next: next === undefined ? undefined : String(next) };
	};
}

/** The pages of a list of GraphQL; a token is a cursor. */
export function pagesOfConnection(connection: Connection): ReadPortion {
	return async (service, token) => {
		const { nodes, next } = await readConnectionPage(service, connection, token);
		return { data: nodes.map((node) => connection.asOutput(node)), next };
	};
}

/** All pages of one list, and then those of another. */
export function oneAfterOther(first: ReadPortion, second: ReadPortion): ReadPortion {
	const inSecond = 'then:';
	return async (service, token, filters) => {
		if (token?.startsWith(inSecond)) {
			const from = token.slice(inSecond.length) || undefined;
			const { data, next } = await second(service, from, filters);
			return { data, next: next === undefined ? undefined : inSecond + next };
		}
		const { data, next } = await first(service, token, filters);
		return { data, next: next ?? inSecond };
	};
}
