import { isAbout } from '../../transport/object';
import { segment } from '../../transport/service';
import { defineOperation } from '../../run/operation';
import { locator } from '../fields/locator';
import { cancelledIn } from '../refusal';
import { terminalSessions } from './terminalSessions';
import { form } from '../../schemas/form';

/** The status 409 is not specified for this (companion spec 7); it is that of all other resources. */
const notCancelled = {
	sentence: 'This terminal session cannot be cancelled: it is completed or cancelled',
	advice: 'Nothing was changed. See with Terminal Session → Get whether the customer has paid.',
};

/** Cancels a session on its terminal before it is completed (companion spec 3.1, 4.2). */
export const cancel = defineOperation({
	value: 'cancel',
	name: 'Cancel',
	action: 'Cancel terminal session',
	description: 'Cancel a terminal session that is not completed yet',
	form: form({ id: locator(terminalSessions) }),
	locators: [terminalSessions],

	simplify: terminalSessions.simplify,

	async send({ id }, service) {
		const outcome = await service.tryCall({
			method: 'POST',
			path: `${terminalSessions.one.path}/${segment(id)}/cancel`,
			asOutput: terminalSessions.one.asOutput,
			repeat: 'ifNotProcessed',
			isAnswer: isAbout(id),
		});
		return cancelledIn(outcome, notCancelled, terminalSessions);
	},
});
