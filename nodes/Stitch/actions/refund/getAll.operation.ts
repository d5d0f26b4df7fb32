import { check } from '../../schemas/field';
import { refundListSchema, type RefundList } from './refund.schema';
import { readList } from '../../transport/restPaging';
import { filtersField, listFields, rawLimit } from '../fields/list';
import { defineOperation } from '../../run/operation';
import { refunds } from './refunds';

/** Lists the refunds of the client (companion spec 4.3). */
export const getAll = defineOperation<RefundList>({
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many refunds',
	description: 'Get refunds of in-person charges',
	fields: [
		...listFields,
		filtersField([
			{
				displayName: 'Charge ID',
				name: 'charge',
				type: 'string',
				default: '',
				placeholder: 'e.g. Y2hhcmdlOjE=',
				description: 'Only refunds of this charge',
			},
			{
				displayName: 'Nonce',
				name: 'nonce',
				type: 'string',
				default: '',
				placeholder: 'e.g. refund-order-1234',
				description: 'Only the refund that was created with this nonce',
			},
			{
				displayName: 'Terminal Session ID',
				name: 'terminalSession',
				type: 'string',
				default: '',
				placeholder: 'e.g. c2Vzc2lvbjox',
				description: 'Only refunds of the charge that this terminal session made',
			},
		]),
	],

	prepare(item) {
		const { charge, nonce, terminalSession } = item.collection('filters');
		return check(refundListSchema, { charge, nonce, terminalSession, limit: rawLimit(item) });
	},

	send: async ({ limit, ...filters }, service) =>
		await readList(service, { ...refunds, filters }, limit),
});
