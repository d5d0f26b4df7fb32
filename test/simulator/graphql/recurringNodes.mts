import { moneyOf } from '../money.mts';
import type { Charge } from '../state/charges.mts';
import type { ClientState } from '../state/client.mts';
import type { Consent } from '../state/consents.mts';

/** Consents and charges as GraphQL shows them. */

const capitalized = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

export function consentNode(consent: Consent, client: ClientState): object {
	const { id, nonce, externalReference, metadata, status, statusAt, statusReason } = consent;
	return {
		__typename: 'PaymentConsentRequest',
		id,
		nonce,
		externalReference,
		metadata,
		url: client.consentPage(id),
		statusReason,
		status: {
			__typename: `PaymentConsent${capitalized(status)}`,
			date: statusAt,
			...(status === 'granted' && { isPendingRevocation: false }),
		},
		// Public reference: null while pending.
		consentDetails: status === 'pending' ? null : methodOf(consent),
	};
}

function methodOf({ capitec }: Consent): object {
	if (!capitec) return { __typename: 'CardPaymentConsentDetails' };
	return {
		__typename: 'CapitecPayRecurringConsentDetails',
		paymentDescription: capitec.description,
	};
}

export function chargeNode(charge: Charge, client: ClientState): object {
	const { id, nonce, externalReference, metadata, cents, consent, original } = charge;
	return {
		__typename: typeOf(charge),
		id,
		nonce,
		externalReference,
		metadata,
		amount: moneyOf(cents),
		state: stateOf(charge),
		interactionUrl: charge.needsPayer ? client.interactionPage(id) : null,
		originalTransaction: () => original && chargeNode(original, client),
		paymentConsentRequest: () => consent && consentNode(consent, client),
	};
}

function typeOf({ original, consent }: Charge): string {
	if (original) return 'CardRefundTransaction';
	return consent?.capitec ? 'CapitecPayRecurringTransaction' : 'CardTransaction';
}

/** The published reasons for a charge of which nothing else is known. */
const unexplained = { pending: 'authorizationNotFinalised', failure: 'unknownError' };

function stateOf({ state, stateAt, reason }: Charge): object {
	const needsReason = state === 'pending' || state === 'failure';
	return {
		__typename: `Transaction${capitalized(state)}`,
		date: stateAt,
		...(needsReason && { reason: reason ?? unexplained[state] }),
	};
}
