import type { Item } from '../../run/item';
import { defineOperation } from '../../run/operation';
import { check } from '../../schemas/field';
import { readConnection } from '../../transport/graphqlPaging';
import { readList } from '../../transport/restPaging';
import { emptyFilters, listFields, rawLimit } from '../fields/list';
import { readPaymentList, type PaymentListPlan } from '../fields/paymentFilters';
import { refundListSchema, refundsOf, type RefundList } from './refund.schema';
import {
	chargeRefundFilters,
	onlineRefundFilters,
	refundFilters,
	refundsOfField,
} from './refundFilters';
import { onlineRefundConnection, onlineRefunds, refunds, simplifyRefund } from './refunds';

type Plan = { inPerson: RefundList } | { online: PaymentListPlan };

/** Lists refunds: of in-person charges (companion spec 4.3), or of payment requests, by GraphQL. */
export const getAll = defineOperation<Plan>({
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many refunds',
	description: 'Get refunds of payment requests or of in-person charges',
	fields: [refundsOfField, ...listFields, ...refundFilters],
	simplify: simplifyRefund,

	prepare: readListPlan,

	async send(list, service) {
		if ('online' in list) {
			const { limit, filter } = list.online;
			return await readConnection(
				service,
				{ ...onlineRefundConnection, variables: { filter } },
				limit,
			);
		}
		const { limit, ...filters } = list.inPerson;
		return await readList(service, { ...refunds, filters }, limit);
	},
});

function readListPlan(item: Item): Plan {
	const of = check(refundsOf, item.get('refundsOf'));
	if (of === 'paymentRequest') {
		return { online: readPaymentList(item, onlineRefunds, onlineRefundFilters) };
	}
	const { charge, nonce, terminalSession } = item.collection('filters');
	const given = { charge, nonce, terminalSession, limit: rawLimit(item) };
	return { inPerson: check(refundListSchema, given, emptyFilters(item, chargeRefundFilters)) };
}
