import type { IDataObject } from 'n8n-workflow';

import { segment, type Service, type ServiceRequest } from './service';

/** The request that reads one object as it stands now, for example of `/disbursements`. */
export function readingOf(path: string, id: string): ServiceRequest {
	return { method: 'GET', path: `${path}/${segment(id)}`, repeat: 'always' };
}

/**
 * Reads one object as it stands now.
 * @throws {ServiceFailure}
 */
export async function readObject(
	service: Service,
	{ path }: { path: string },
	id: string,
): Promise<IDataObject> {
	return await service.call(readingOf(path, id));
}
