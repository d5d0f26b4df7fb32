import type { IDataObject } from 'n8n-workflow';

import type { Item } from '../../run/item';
import { defineOperation } from '../../run/operation';
import { check } from '../../schemas/field';
import { readConnection } from '../../transport/graphqlPaging';
import { readList } from '../../transport/restPaging';
import { emptyFilters, listFields, rawLimit } from '../fields/list';
import {
	onlineRefundListSchema,
	refundListSchema,
	refundsOf,
	type OnlineRefundList,
	type RefundList,
} from './refund.schema';
import {
	chargeRefundFilters,
	onlineRefundFilters,
	refundFilters,
	refundsOfField,
} from './refundFilters';
import { onlineRefundConnection, refunds, simplifyRefund } from './refunds';

type Plan = { inPerson: RefundList } | { online: OnlineRefundList };

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
	const filters = item.collection('filters');
	const limit = rawLimit(item);
	const of = check(refundsOf, item.get('refundsOf'));
	if (of === 'paymentRequest') {
		const empty = emptyFilters(item, onlineRefundFilters);
		const schema = onlineRefundListSchema(item.timezone);
		return { online: check(schema, rawOnline(filters, limit), empty) };
	}
	const { charge, nonce, terminalSession } = filters;
	const empty = emptyFilters(item, chargeRefundFilters);
	return { inPerson: check(refundListSchema, { charge, nonce, terminalSession, limit }, empty) };
}

function rawOnline({ createdAfter, createdBefore, ...filters }: IDataObject, limit: unknown) {
	return { ...filters, created: { from: createdAfter, to: createdBefore }, limit };
}
