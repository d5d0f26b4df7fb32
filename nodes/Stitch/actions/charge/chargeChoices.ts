import { asFields } from '../../transport/json';
import { objectField, type Choices } from '../fields/locator';
import { checked } from '../fields/withReference';
import { timeInWords, paymentLabel } from '../recordLabel';
import { chargesWithReference } from './charges';

/** Charges have no list to choose from: nothing is known of its order, nor of how many it holds. */
export const chargeChoices = {
	label: (charge, timezone) =>
		paymentLabel(charge, timezone, {
			amount: asFields(charge.amount).quantity,
			who: timeInWords(charge.statusDate, timezone),
		}),
	withReference: async (service, reference) =>
		(await chargesWithReference(service, [reference])).map((each) => checked(each, reference)),
} satisfies Choices;

/** Names the charge that an operation works on. */
export const theCharge = objectField(chargeChoices, {
	displayName: 'Charge',
	name: 'recurringChargeId',
	placeholder: 'e.g. dHJhbnNhY3Rpb246MQ==',
	description: 'Give the external reference of the charge, or the ID that Charge → Create returned',
});
