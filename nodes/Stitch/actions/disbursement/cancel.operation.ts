import { isAbout } from '../../transport/object';
import { endingReason } from '../fields/cancellation';
import { defineOperation } from '../../run/operation';
import { locator } from '../fields/locator';
import { cancelledIn } from '../refusal';
import { disbursementList, disbursements } from './disbursements';
import { form } from '../../schemas/form';
import { withStatusAsWord } from '../../schemas/status';

const notCancelled = {
	sentence: 'This disbursement cannot be cancelled: Stitch cancels only those that are paused',
	advice: 'Nothing was changed. Read its status with Disbursement → Get: it may be paid already.',
};

/** Cancels a paused disbursement; the service refuses any other (spec 3.2, 4.3). */
export const cancel = defineOperation({
	value: 'cancel',
	name: 'Cancel',
	action: 'Cancel disbursement',
	description:
		'Cancel a paused disbursement, so that it is never paid and those that wait behind it continue',
	form: form({ id: locator(disbursements), reason: endingReason() }),
	locators: [disbursements],

	async send(body, service) {
		const outcome = await service.tryCall({
			method: 'POST',
			path: `${disbursements.one.path}/cancel`,
			asOutput: (record) => withStatusAsWord(record, disbursementList.statusPrefix),
			body,
			repeat: 'ifNotProcessed',
			isAnswer: isAbout(body.id),
		});
		return cancelledIn(outcome, notCancelled, disbursements);
	},
});
