import type { IDataObject } from 'n8n-workflow';

import { segment, type Service, type ServiceRequest } from './service';

/** Whether an answer is an object of the service: it has an id, unlike the page of a proxy. */
export function hasId({ id }: IDataObject): boolean {
	return typeof id === 'string' && id !== '';
}

/** Whether an answer is an object of the service that has a status (spec 3, companion spec 3). */
export function hasIdAndStatus(body: IDataObject): boolean {
	return hasId(body) && typeof body.status === 'string' && body.status !== '';
}

/** Whether an answer is the object that was asked for. */
export function isAbout(id: string) {
	return (body: IDataObject): boolean => body.id === id;
}

/**
 * The request that reads one object as it stands now, for example of `/disbursements`.
 * @param isRecord what the object must have, in addition to the id that was asked for
 */
export function readingOf(path: string, id: string, isRecord = hasIdAndStatus): ServiceRequest {
	return {
		method: 'GET',
		path: `${path}/${segment(id)}`,
		repeat: 'always',
		isAnswer: (body) => body.id === id && isRecord(body),
	};
}

/**
 * Reads one object as it stands now.
 * @throws {ServiceFailure}
 */
export async function readObject(
	service: Service,
	{ path }: { path: string },
	id: string,
	isRecord = hasIdAndStatus,
): Promise<IDataObject> {
	return await service.call(readingOf(path, id, isRecord));
}
