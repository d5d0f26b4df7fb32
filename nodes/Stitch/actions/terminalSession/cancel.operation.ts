import { check, text } from '../../schemas/field';
import { isAbout } from '../../transport/object';
import { answerIn, segment } from '../../transport/service';
import { defineOperation } from '../../run/operation';
import { fieldOf } from '../fields/locator';
import { rejectedAs } from '../rejection';
import { terminalSessions } from './terminalSessions';

/** The status 409 is not specified for this (companion spec 7); it is that of all other resources. */
const notCancelled = {
	sentence: 'This terminal session cannot be cancelled: it is completed or cancelled',
	advice: 'Nothing was changed. See with Terminal Session → Get whether the customer has paid.',
};

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

	async send({ id }, service) {
		const outcome = await service.tryCall({
			method: 'POST',
			path: `${terminalSessions.one.path}/${segment(id)}/cancel`,
			repeat: 'ifNotProcessed',
			isAnswer: isAbout(id),
		});
		return answerIn(rejectedAs(409, notCancelled, outcome)).body;
	},
});
