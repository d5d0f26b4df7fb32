import { isAbout } from '../../transport/object';
import { segment } from '../../transport/service';
import { endingReason } from '../fields/cancellation';
import { defineOperation } from '../../run/operation';
import { locator } from '../fields/locator';
import { cancelledIn } from '../refusal';
import { paymentRequests } from './paymentRequests';
import { form } from '../../schemas/form';

const notCancelled = {
	sentence:
		'This payment request cannot be cancelled: it is being paid, or it is completed, expired or cancelled',
	advice:
		'Nothing was changed. Read its status with Payment Request → Get. If it is still pending, it can be paid: cancel it again in a few minutes.',
};

/** Cancels a payment request that nobody has paid or is paying (spec 3.1, 4.1). */
export const cancel = defineOperation({
	value: 'cancel',
	name: 'Cancel',
	action: 'Cancel payment request',
	description:
		'Cancel a payment request that is not completed, expired or just being paid, so that it can no longer be paid',
	form: form({ id: locator(paymentRequests), reason: endingReason() }),
	locators: [paymentRequests],

	async send({ id, reason }, service) {
		const outcome = await service.tryCall({
			method: 'POST',
			path: `${paymentRequests.one.path}/${segment(id)}/cancel`,
			asOutput: paymentRequests.one.asOutput,
			body: { reason },
			repeat: 'ifNotProcessed',
			isAnswer: isAbout(id),
		});
		return cancelledIn(outcome, notCancelled, paymentRequests);
	},
});
