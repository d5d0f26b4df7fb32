import type { IDataObject } from 'n8n-workflow';

import type { PagedList } from '../../transport/restPaging';
import { segment, type Service } from '../../transport/service';
import { locatorField } from '../fields/locator';
import type { Follow } from '../../run/waitUntilFinal';

/** The terminal sessions of the client (companion spec 4.2). */
export const terminalSessions: PagedList = { path: '/terminal-sessions', pageSize: 50 };

/**
 * How a terminal session goes on (companion spec 3.1). The status of a cancelled one is not shown;
 * if it is the word that all other resources use, nothing follows it. Any other status that is not
 * known is waited for until the time is up.
 */
export const follow: Follow = {
	noun: 'terminal session',
	path: terminalSessions.path,
	finalStatuses: ['success', 'failure', 'cancelled'],
	keeps: ['nonce', 'alreadyExisted', 'notCompared'],
};

/** Chooses a terminal session. */
export const terminalSessionField = locatorField({
	displayName: 'Terminal Session',
	name: 'terminalSessionId',
	search: 'searchTerminalSessions',
	placeholder: 'e.g. c2Vzc2lvbjox',
});

/**
 * Reads a terminal session as it stands now (companion spec 4.2).
 * @throws {ServiceFailure}
 */
export async function readTerminalSession(service: Service, id: string): Promise<IDataObject> {
	return await service.call({
		method: 'GET',
		path: `/terminal-sessions/${segment(id)}`,
		repeat: 'always',
	});
}
