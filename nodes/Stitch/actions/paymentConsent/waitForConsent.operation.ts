import { isFinal } from '../../run/lifecycle';
import { defineOperation } from '../../run/operation';
import { check } from '../../schemas/field';
import { idField } from '../fields/payment';
import { firstReading } from '../payerReturn/firstReading';
import { ended, inColumns, passOn, waitForPayer } from '../payerReturn/outcome';
import { consentPageOptions } from '../payerReturn/pageOptions';
import { whyNotWaiting } from '../payerReturn/whyNotWaiting';
import { awaitedConsent } from './awaitedConsent';
import { consentWait, type ConsentWait } from './consentWait.schema';
import { consentIdPlaceholder, paymentConsents } from './paymentConsents';

/**
 * Makes the execution wait, without occupying a worker, until the payer comes back (`payerReturn/`)
 * or the time is up.
 */
export const waitForConsent = defineOperation<ConsentWait>({
	value: 'waitForConsent',
	name: 'Wait for Consent',
	action: 'Wait for consent',
	description: 'Pause the workflow until the payer comes back, for hours or days if need be',
	passesOn: true,
	notAsTool: true,
	fields: [
		{
			...idField('Payment Consent', consentIdPlaceholder),
			default: '={{ $json.id }}',
			description:
				'The payment consent to wait for. Create it in this workflow, with Return to This Workflow turned on.',
		},
		{
			displayName: 'When the Payer Has Not Agreed',
			name: 'whenNotGranted',
			type: 'options',
			options: [
				{
					name: 'Go On',
					value: 'goOn',
					description:
						'The workflow continues with outcome "notGranted"; the payer can still agree',
				},
				{
					name: 'Keep Waiting',
					value: 'keepWaiting',
					description: 'The payer sees a link back to the page and can try again',
				},
			],
			default: 'keepWaiting',
			description: 'What happens when the payer comes back and the consent is still pending',
		},
		{
			displayName: 'Minutes',
			name: 'minutes',
			type: 'number',
			typeOptions: { minValue: 1, maxValue: 525600 },
			default: 1440,
			description: 'How many minutes the workflow waits at most. n8n may be up to a minute late.',
		},
		{
			displayName:
				'Branch on <code>waitForConsent.outcome</code>: <b>granted</b>, <b>notGranted</b> or <b>timedOut</b>. After <b>timedOut</b>, read it with Payment Consent → Get before you ask again: the payer may have agreed and never come back.',
			name: 'outcomeNotice',
			type: 'notice',
			default: '',
		},
	],
	options: consentPageOptions,
	simplify: (output) => inColumns(awaitedConsent, output),

	prepare: (item) =>
		check(
			consentWait,
			{
				id: item.get('id'),
				whenNotGranted: item.get('whenNotGranted'),
				minutes: item.get('minutes'),
				thankYouUrl: item.collection('options').thankYouUrl,
			},
			whyNotWaiting(item, { what: 'Wait for Consent', instead: awaitedConsent.get }),
		),

	async send({ id, minutes, whenNotGranted }, service, item) {
		const { object } = await firstReading(awaitedConsent, service, id);
		if (isFinal(object, paymentConsents)) {
			return passOn(awaitedConsent, item.row, ended(awaitedConsent, object));
		}
		const until = service.clock.now() + minutes * 60_000;
		return await waitForPayer(awaitedConsent, item, { object, choice: whenNotGranted, until });
	},
});
