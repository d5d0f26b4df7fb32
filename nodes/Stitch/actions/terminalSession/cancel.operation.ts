import { check, text } from '../../schemas/field';
import { isAbout } from '../../transport/object';
import { segment } from '../../transport/service';
import { defineOperation } from '../../run/operation';
import { fieldOf } from '../fields/locator';
import { terminalSessions } from './terminalSessions';

/** Cancels a session on its terminal before it is completed (companion spec 3.1, 4.2). */
export const cancel = defineOperation<{ id: string }>({
	value: 'cancel',
	name: 'Cancel',
	action: 'Cancel terminal session',
	description: 'Cancel a terminal session that is not completed yet',
	fields: [fieldOf(terminalSessions)],
	locators: [terminalSessions],

	simplify: terminalSessions.simplify,

	prepare: (item) => ({ id: check(text('Terminal Session'), item.get('terminalSessionId')) }),

	send: async ({ id }, service) =>
		await service.call({
			method: 'POST',
			path: `${terminalSessions.one.path}/${segment(id)}/cancel`,
			repeat: 'ifNotProcessed',
			isAnswer: isAbout(id),
		}),
});
