import type { IDataObject } from 'n8n-workflow';

import { addedToPayment } from '../../idempotency/paymentToMake';
import type { CountedPayment } from '../../run/operation';
import { meaningOf, type Resource } from '../../run/resource';
import { moneyIn } from '../../schemas/money';
import { readStatus, withStatusAsWord } from '../../schemas/status';
import { unreadableList } from '../../transport/failure';
import { fragment } from '../../transport/graphqlDocument';
import { asFields } from '../../transport/json';
import { clientList, readList } from '../../transport/paging';
import type { Service } from '../../transport/service';
import { paymentAmountColumns, cell, pick, reasonCell } from '../columns';
import { referenceFinder } from '../fields/referenceFinder';
import { paymentLabel } from '../paymentLabel';
import { changesByStatus, partOfNode } from '../eventParts';

const statusPrefix = 'Disbursement';

const disbursementFields = fragment(
	'Disbursement',
	`
	id
	amount
	nonce
	beneficiaryReference
	bankBeneficiary { accountHolder accountNumber bankId }
	created
	status {
		__typename
		... on DisbursementPending { date }
		... on DisbursementSubmitted { date }
		... on DisbursementCompleted { date }
		... on DisbursementError { date disbursementErrorReason disbursementErrorDescription }
		... on DisbursementPaused { date disbursementPausedReason }
		... on DisbursementCancelled { date disbursementCancelledReason }
		... on DisbursementReversed {
			date
			disbursementReversedReason
			disbursementReversedDescription
		}
	}
	`,
	{ externalReference: 'externalReference' },
);

/** The disbursements of the client; REST has no such list. */
export const disbursementList = clientList({
	list: 'disbursements',
	filterInput: 'DisbursementFilterInput',
	statusField: 'status',
	statusPrefix,
	fields: disbursementFields,
	asOutput: asDisbursement,
});

const meanings = {
	cancelled: 'A paused disbursement was cancelled and will never be paid. Final.',
	completed: 'The bank has paid it. In rare cases it is reversed later.',
	error: 'The disbursement could not be paid; the output says why. Final.',
	paused:
		'The disbursement is on hold; the output says why. With too little in the float account, it waits up to 7 days for a top-up and holds back all later ones.',
	reversed: 'The bank sent the money back after completion. Final.',
	submitted: 'The disbursement was handed to the bank and is not paid yet',
};

/**
 * Disbursements (spec 3.2). Completed counts as final although, in extremely rare cases, the bank
 * reverses it later; only an event reports that.
 */
export const disbursements = {
	value: 'disbursement',
	name: 'Disbursement',
	noun: 'disbursement',
	statuses: {
		pending: 'open',
		submitted: 'open',
		paused: 'paused',
		completed: 'done',
		error: 'failed',
		cancelled: 'failed',
		reversed: 'failed',
	},
	money: ({ status }) => (status === 'reversed' ? 'cameBack' : undefined),
	one: { path: '/disbursements', asOutput: withStatusReason },
	keeps: addedToPayment,
	list: disbursementList,
	// A record without its reference cannot be matched, so the query always asks for it.
	findByReference: referenceFinder({ ...disbursementList, query: disbursementList.query.full }),
	simplify: simplifyDisbursement,
	label: (disbursement) =>
		paymentLabel(disbursement, {
			amount: asFields(disbursement.amount).quantity,
			who: asFields(disbursement.beneficiary).name,
			reference: disbursement.externalReference ?? disbursement.beneficiaryReference,
		}),
	field: { name: 'disbursementId', placeholder: 'e.g. ZGlzYnVyc2VtZW50OjE=' },
	choice: {
		search: 'searchDisbursements',
		example: 'R1\u00a0500.00 · N Dlamini',
		from: [disbursementList],
	},
	events: [
		{
			family: 'disbursement',
			name: 'Disbursement',
			meanings,
			filterType: () => 'disbursement',
			statusPrefix,
			readGraphqlNode: (from, node) => partOfNode(disbursementList, from, node),
			changes: changesByStatus(meanings, disbursementList),
		},
	],
} satisfies Resource;

/** A GraphQL disbursement in the shape of REST (spec 2.5), so that both can be used alike. */
export function asDisbursement({ bankBeneficiary, created, status, ...rest }: IDataObject) {
	const { accountHolder, ...account } = asFields(bankBeneficiary);
	return {
		...rest,
		beneficiary: { name: accountHolder, ...account },
		...readStatus(asFields(status), statusPrefix),
		createdAt: created,
	};
}

/**
 * A disbursement from REST, which returns the reason of its status as `statusReason` or as `reason` (spec
 * 3.2, 7). The specification does not say that the status is a word (spec 2.5): it may be an object, as
 * in GraphQL.
 */
function withStatusReason(disbursement: IDataObject): IDataObject {
	const read = withStatusAsWord(disbursement, statusPrefix);
	const statusReason = read.statusReason ?? read.reason;
	return statusReason === undefined ? read : { ...read, statusReason };
}

export const notPaidYet = 'Accepted, not paid yet. Do not pay it in another way.';

export function simplifyDisbursement(disbursement: IDataObject): IDataObject {
	const { name, accountNumber, bank, bankId } = asFields(disbursement.beneficiary);
	const isCreated = disbursement.alreadyExisted !== undefined;
	const isOpen = meaningOf(disbursement, disbursements) === 'open';
	const why = reasonCell(withStatusReason(disbursement));
	const result = { status: cell(disbursement.status), ...pick(disbursement, ['alreadyExisted']) };
	const reasonText = why ?? (isCreated && isOpen ? notPaidYet : null);
	return {
		// After a payment, its result matters more than the payee and the amount.
		...(isCreated && { ...result, reasonText }),
		externalReference: cell(disbursement.externalReference),
		beneficiaryName: cell(name),
		...paymentAmountColumns(disbursement, isCreated),
		...(!isCreated && { ...result, reasonText }),
		...pick(disbursement, ['createdAt']),
		// Published samples call it bankId, the field table calls it bank (spec 2.5).
		bank: cell(bank ?? bankId),
		accountNumber: cell(accountNumber),
		id: cell(disbursement.id),
	};
}

/**
 * The disbursements of the client that were created since a moment (ISO 8601, UTC) and have not
 * failed: paid, being paid, or waiting for money in the float account.
 * @throws {ServiceFailure} also for an amount that cannot be read, because a sum
 * without it would be wrong
 */
export async function disbursementsSince(
	service: Service,
	since: string,
): Promise<CountedPayment[]> {
	const records = await readList(
		service,
		{
			...disbursementList,
			query: disbursementList.query.core,
			variables: { filter: { created: { gte: since } } },
			// Keeps no more of a record than needed, as there can be many in a day.
			asOutput: ({ nonce, amount, status }) => ({ nonce, ...asDisbursement({ amount, status }) }),
		},
		Infinity,
	);
	return records
		.filter((record) => meaningOf(record, disbursements) !== 'failed')
		.map(({ nonce, amount }) => {
			const paid = moneyIn(asFields(amount).quantity);
			if (paid === undefined) throw unreadableList();
			return { nonce: String(nonce), cents: paid.cents };
		});
}
