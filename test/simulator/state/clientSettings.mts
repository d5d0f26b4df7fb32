import { z } from 'zod/v4';
import { isLoopback } from '../loopback.mts';
import { clientScopes, userScopes } from '../scopes.mts';
import { readings } from './readings.mts';

/** Spec 5.3 wants SSL; plain http is let through on loopback, for an n8n on this machine. */
const redirectUri = z.string().refine(
	(text) => {
		if (!URL.canParse(text)) return false;
		const url = new URL(text);
		return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url));
	},
	{ message: 'must be an https address, or http on loopback' },
);

/** How a bank is today: each of its features, or with `not-a-bank` whether the service has it at all. */
const bankHealth = z.enum(['operational', 'degraded', 'unavailable', 'unsupported', 'not-a-bank']);

export type BankHealth = z.infer<typeof bankHealth>;

/** What a test can choose about a client, with the defaults. */
export const clientSettingsSchema = z.strictObject({
	/** What the client was granted. */
	scopes: z.array(z.string()).default([...clientScopes, ...userScopes]),
	/** Where the authorization and the hosted page may return to. Without one, there are no user tokens. */
	redirectUris: z.array(redirectUri).default([]),
	/** Whether closing the hosted page cancels the payment request. */
	closeToCancel: z.boolean().default(false),
	/** Rand in the float account. More of it continues what a live client's account could not pay. */
	float: z.number().default(1_000_000),
	/** Milliseconds for which a verification is answered with 202 (spec 4.4). */
	verifiedAfterMs: z.number().min(0).default(0),
	/** The banks that are not operational, by their ids. */
	banks: z.record(z.string(), bankHealth).default({}),
	/**
	 * Whether a create is judged by the present state before its nonce is looked up: a repeat is
	 * then refused for what the first attempt has used up, instead of with 409.
	 */
	stateBeforeNonce: z.boolean().default(false),
	...readings,
	/** Whether the schema is that of a service without what `test/published` marks as young. */
	lacksYoungFields: z.boolean().default(false),
	/** Whether `client.transactions` exists: the reference prints its filter, but not the list itself. */
	chargeList: z.boolean().default(true),
	/** Whether a first charge uses its nonce up for later charges, too: the reference does not say. */
	firstChargeNonces: z.enum(['shared', 'own']).default('shared'),
	/**
	 * Which GraphQL error, if any, sends the person back to their bank before their accounts are read,
	 * until somebody opens its `userInteractionUrl` with a `redirect_uri` of the client.
	 */
	userInteraction: z
		.enum(['none', 'USER_INTERACTION_REQUIRED', 'REAUTHORIZATION_REQUIRED'])
		.default('none'),
	/** Envelope of webhook payloads (two exist). */
	webhookEnvelope: z.enum(['A', 'B']).default('A'),
	/** How many transactions each account of the user has. */
	transactionsPerAccount: z.number().int().min(0).default(50),
	/** The probability that an event is delivered a second time. */
	webhookDuplicates: z.number().min(0).max(1).default(0),
	/** The probability that an event is never delivered. */
	webhookLoss: z.number().min(0).max(1).default(0),
	/** Whether neighbours are swapped. */
	webhookOutOfOrder: z.boolean().default(false),
	/** Whether subscriptions to http addresses on loopback are accepted; the service takes only public https. */
	allowLoopbackWebhooks: z.boolean().default(false),
});

export type ClientSettings = z.infer<typeof clientSettingsSchema>;
