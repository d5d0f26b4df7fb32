import { check, text } from '../../schemas/field';
import { readObject } from '../../transport/object';
import { defineOperation } from '../../run/operation';
import { fieldOf } from '../fields/locator';
import { terminalSessions } from './terminalSessions';

/** Reads a terminal session as it stands now (companion spec 4.2). */
export const get = defineOperation<{ id: string }>({
	value: 'get',
	name: 'Get',
	action: 'Get terminal session',
	description: 'Retrieve a terminal session with its current status and outcome',
	fields: [fieldOf(terminalSessions)],
	locators: [terminalSessions],
	lifecycle: terminalSessions,
	simplify: terminalSessions.simplify,

	prepare: (item) => ({ id: check(text('Terminal Session'), item.get('terminalSessionId')) }),

	send: async ({ id }, service) => await readObject(service, terminalSessions.one, id),
});
