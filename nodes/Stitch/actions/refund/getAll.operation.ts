import { defineOperation } from '../../run/operation';
import { optionalText } from '../../schemas/text';
import { form } from '../../schemas/form';
import { choice, textField } from '../../schemas/formFields';
import { casesOf } from '../../schemas/formGroups';
import { withMoney } from '../../run/resource';
import { readList } from '../../transport/paging';
import { filtersField, listFields, nonceFilter } from '../fields/list';
import { paymentFilter, paymentFilters } from '../fields/paymentFilters';
import { onlineStatuses } from '../paymentRequest/givenBack';
import { inPersonRefunds, onlineRefunds, refunds } from './refunds';

const refundsOf = choice({
	displayName: 'Refunds Of',
	options: [
		{
			name: 'In-Person Charges',
			value: 'charge',
			description: 'Refunds of card payments on a terminal',
		},
		{
			name: 'Payment Requests',
			value: 'paymentRequest',
			description: 'Refunds of online payments',
		},
	],
	default: 'paymentRequest',
	description: 'What was given back',
});

const online = { noun: refunds.noun, statuses: onlineStatuses, list: onlineRefunds };

const nonce = nonceFilter('refund');

/** Which refunds are listed: of in-person charges (companion spec 4.3), or of payment requests. */
const list = form({
	refundsOf,
	...listFields,
	of: casesOf('refundsOf', {
		charge: {
			filters: filtersField({
				charge: textField(
					{
						displayName: 'Charge ID',
						placeholder: 'e.g. Y2hhcmdlOjE=',
						description: 'Only refunds of this charge',
					},
					optionalText,
				),
				nonce,
				terminalSession: textField(
					{
						displayName: 'Terminal Session ID',
						placeholder: 'e.g. c2Vzc2lvbjox',
						description: 'Only refunds of the charge that this terminal session made',
					},
					optionalText,
				),
			}),
		},
		paymentRequest: {
			filters: paymentFilters(online, {
				nonce,
				paymentRequestId: textField(
					{
						displayName: 'Payment Request ID',
						placeholder: 'e.g. cGF5bWVudFJlcXVlc3Q6MQ==',
						description: 'Only refunds of this payment request',
					},
					optionalText,
				),
			}),
		},
	}),
});

/** Lists refunds: of in-person charges (companion spec 4.3), or of payment requests, by GraphQL. */
export const getAll = defineOperation({
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many refunds',
	description: 'Retrieve refunds of payment requests or of in-person charges',
	form: list,
	simplify: refunds.simplify,

	async send({ of, limit }, service) {
		if (of.type === 'charge') {
			const asked = { ...inPersonRefunds, filters: of.filters };
			return await readList(service, withMoney(asked, refunds), limit);
		}
		const variables = { filter: paymentFilter(online, of.filters) };
		return await readList(service, withMoney({ ...onlineRefunds, variables }, refunds), limit);
	},
});
