import { check, text } from '../../schemas/field';
import { defineOperation } from '../../run/operation';
import { follow, readTerminalSession, terminalSessionField } from './terminalSessions';

/** Reads a terminal session as it stands now (companion spec 4.2). */
export const get = defineOperation<{ id: string }>({
	value: 'get',
	name: 'Get',
	action: 'Get terminal session',
	description: 'Get a terminal session with its current status and outcome',
	fields: [terminalSessionField],
	follow,

	prepare: (item) => ({ id: check(text('Terminal Session'), item.get('terminalSessionId')) }),

	send: async ({ id }, service) => await readTerminalSession(service, id),
});
