import { readObject } from '../../transport/object';
import { defineOperation } from '../../run/operation';
import { locator } from '../fields/locator';
import { terminalSessions } from './terminalSessions';
import { form } from '../../schemas/form';

/** Reads the current state of a terminal session (companion spec 4.2). */
export const get = defineOperation({
	value: 'get',
	name: 'Get',
	action: 'Get terminal session',
	description: 'Retrieve a terminal session with its current status and outcome',
	form: form({ id: locator(terminalSessions) }),
	locators: [terminalSessions],
	lifecycle: terminalSessions,
	simplify: terminalSessions.simplify,

	send: async ({ id }, service) => await readObject(service, terminalSessions.one, id),
});
