import type { IDataObject } from 'n8n-workflow';

import { addedToPayment } from '../../idempotency/attempt';
import { readStatus } from '../../schemas/status';
import { asFields } from '../../transport/json';
import { readObject } from '../../transport/object';
import { amountColumns, cell, given, reasonCell } from '../columns';
import { changesByStatus, type EventFamily, type ListedLifecycle } from '../resourceTypes';
import { disbursementList } from './disbursement.graphql';

/**
 * Disbursements and their lifecycle (spec 3.2). Completed counts as final although, in extremely rare
 * cases, the bank reverses it later; only an event reports that.
 */
export const disbursements: ListedLifecycle = {
	noun: 'disbursement',
	path: '/disbursements',
	statuses: {
		pending: 'open',
		submitted: 'open',
		paused: 'paused',
		completed: 'done',
		error: 'failed',
		cancelled: 'failed',
		reversed: 'failed',
	},
	keeps: addedToPayment,
	graphql: { list: disbursementList.list, statusField: 'status', statusPrefix: 'Disbursement' },
};

const { graphql } = disbursements;

const kinds = {
	cancelled: 'A paused disbursement was cancelled and will never be paid. Final.',
	completed: 'The bank has paid it. In rare cases it is reversed later.',
	error: 'The disbursement could not be paid; the output says why. Final.',
	paused:
		'The disbursement is on hold; the output says why. With too little in the float, it waits up to 7 days for a top-up.',
	reversed: 'The bank sent the money back after completion. Final.',
	submitted: 'The disbursement was handed to the bank and is not paid yet',
};

export const disbursementEvents: EventFamily = {
	family: 'disbursement',
	name: 'Disbursement',
	resource: 'disbursement',
	kinds,
	filterType: () => 'disbursement',
	statusPrefix: graphql.statusPrefix,
	fromGraphqlNode: (list, node) =>
		list === graphql.list ? { data: node, state: asFields(node.status) } : undefined,
	readCurrent: async (service, id) => await readObject(service, disbursements, id),
	simplify: simplifyDisbursement,
	changes: {
		asked: changesByStatus(kinds, graphql, disbursementList),
	},
};

/** A GraphQL disbursement in the shape of REST (spec 2.5), so that both can be used alike. */
export function asDisbursement({ bankBeneficiary, created, status, ...rest }: IDataObject) {
	const { accountHolder, ...account } = asFields(bankBeneficiary);
	return {
		...rest,
		beneficiary: { name: accountHolder, ...account },
		...readStatus(asFields(status), graphql.statusPrefix),
		createdAt: created,
	};
}

/** A disbursement as columns, in the order in which a person reads them. */
export function simplifyDisbursement(disbursement: IDataObject): IDataObject {
	const { name, accountNumber, bank, bankId } = asFields(disbursement.beneficiary);
	const isCreated = disbursement.alreadyExisted !== undefined;
	return {
		externalReference: cell(disbursement.externalReference),
		beneficiaryName: cell(name),
		...amountColumns(disbursement),
		status: cell(disbursement.status),
		reasonText: reasonCell(disbursement),
		...given(disbursement, [isCreated ? 'alreadyExisted' : 'createdAt']),
		// Published samples call it bankId, the field table calls it bank (spec 2.5).
		bank: cell(bank ?? bankId),
		accountNumber: cell(accountNumber),
		id: cell(disbursement.id),
	};
}
