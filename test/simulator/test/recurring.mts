import { randomUUID } from 'node:crypto';
import type { RunningSimulator } from '../start.mts';
import type { Caller } from './caller.mts';
import { asker } from './graphql-caller.mts';

/** Consents and charges, as a caller makes them. */

export const rand = (quantity: number | string) => ({ quantity, currency: 'ZAR' });

const consentFields = `id url nonce externalReference statusReason consentDetails { __typename }
	status { __typename ... on PaymentConsentGranted { date isPendingRevocation }
		... on PaymentConsentFailed { date details { __typename } } }`;
const chargeFields = `__typename id amount nonce externalReference interactionUrl
	paymentConsentRequest { id } originalTransaction { id }
	state { __typename ... on TransactionPending { reason } ... on TransactionFailure { date reason } }`;

const documents = {
	create: `mutation ($input: CreatePaymentConsentRequestInput!) {
		paymentConsentRequestCreate(input: $input) { ${consentFields} } }`,
	cancel: `mutation ($id: ID!) {
		paymentConsentRequestCancel(consentRequestId: $id, reason: "Asked to") { ${consentFields} } }`,
	revoke: `mutation ($id: ID!) {
		paymentConsentRequestRevoke(consentRequestId: $id, reason: "Asked to") { ${consentFields} } }`,
	charge: `mutation ($input: TransactionInitiateInput!) {
		initiateTransaction(input: $input) { ${chargeFields} } }`,
	refund: `mutation ($input: RefundTransactionInitiateInput!) {
		refundTransactionInitiate(input: $input) { ${chargeFields} } }`,
	readConsent: `query ($id: ID!) { node(id: $id) { ... on PaymentConsentRequest { ${consentFields} } } }`,
	readCharge: `query ($id: ID!) { node(id: $id) { ... on PaymentTransaction { ${chargeFields} } } }`,
	byNonce: `query ($nonce: String!) { client { transactions(filter: { nonce: { eq: $nonce } }) {
		edges { node { id nonce } } } } }`,
};

interface Node extends Record<string, unknown> {
	id: string;
	url: string;
	status: { __typename: string; details?: object };
	state: { __typename: string; reason?: string };
}

export const cardConsent = (card: object = {}) => ({
	nonce: randomUUID(),
	externalReference: 'subscription-204',
	paymentMethods: { card: { enabled: true, ...card } },
});

export const capitecConsent = (schedule: object = {}) => ({
	nonce: randomUUID(),
	paymentMethods: {
		capitecPay: {
			enabled: true,
			paymentOptions: { variable: { max: rand('150.00') } },
			paymentSchedule: { frequency: 'MONTHLY', ...schedule },
			paymentDescription: 'Gym',
		},
	},
});

/** Runs the documents above as a caller. */
export function recurringCalls(simulator: () => RunningSimulator) {
	const ask = asker(simulator);
	const run = (name: keyof typeof documents) => async (caller: Caller, variables: object) => {
		const answer = await ask(caller, documents[name], variables);
		const data = (answer.body.data ?? {}) as Record<string, Node | null>;
		return { answer, node: Object.values(data)[0] as Node };
	};
	const create = run('create');
	const charge = run('charge');
	return {
		cancel: run('cancel'),
		revoke: run('revoke'),
		refund: run('refund'),
		byNonce: run('byNonce'),
		create: async (caller: Caller, input: object) => create(caller, { input }),
		consentAt: async (caller: Caller, id: string) =>
			(await run('readConsent')(caller, { id })).node,
		chargeAt: async (caller: Caller, id: string) => (await run('readCharge')(caller, { id })).node,
		charge: async (caller: Caller, token: string, quantity: string, changes: object = {}) =>
			charge(caller, {
				input: { token, nonce: randomUUID(), amount: rand(quantity), ...changes },
			}),
		/** The id of a consent that the payer has granted. */
		async granted(caller: Caller, input: object = cardConsent()): Promise<string> {
			const { node } = await create(caller, { input });
			await simulator().control.consent('grant', node.id);
			await simulator().control.advance(5000);
			return node.id;
		},
	};
}
