import { answer, graphqlPage } from '../../builders.mts';

/** A charge as GraphQL shows it. */
export function chargeNode(changes: object = {}) {
	return {
		__typename: 'CardTransaction',
		id: 'charge-1',
		amount: { quantity: '99.00', currency: 'ZAR' },
		nonce: 'nonce-1',
		externalReference: 'subscription-204-2026-11',
		interactionUrl: null,
		metadata: null,
		originalTransaction: null,
		paymentConsentRequest: { id: 'consent-1' },
		state: { __typename: 'TransactionSuccess', date: '2026-11-20T09:00:00Z' },
		...changes,
	};
}

/** The state of one that is made when the tests' clock begins. */
const justNow = { state: { __typename: 'TransactionSuccess', date: '2026-11-20T10:00:00Z' } };

/** The state of one that has failed. */
export const failure = (reason: string) => ({
	state: { __typename: 'TransactionFailure', date: '2026-11-20T09:00:00Z', reason },
});

/** As much of it as a mutation asks for. */
export function madeNode(changes: object = {}) {
	const { __typename, id, amount, nonce, interactionUrl, state } = chargeNode(changes);
	const { reason: _notAskedFor, ...named } = state as { reason?: string };
	return { __typename, id, amount, nonce, interactionUrl, state: named };
}

/** An answer that shows it as made. */
export const charged = (changes: object = {}) =>
	answer(200, { data: { initiateTransaction: madeNode({ ...justNow, ...changes }) } });

/** An answer to the reading of what is not in that one. */
export const readAll = (changes: object = {}) =>
	answer(200, { data: { node: chargeNode({ ...justNow, ...changes }) } });

/** An answer to the look-up by nonce. */
export const listed = (...nodes: object[]) => graphqlPage('transactions', nodes);
