import type { ClientSettings } from './state/clientSettings.mts';

/** The points that decide about money, as a client of the simulator is set. */
export type World = Partial<
	Pick<
		ClientSettings,
		| 'usedNonce'
		| 'listedAfterMs'
		| 'idsInGraphql'
		| 'lists'
		| 'times'
		| 'reasonIn'
		| 'accounts'
		| 'statusAs'
		| 'stateBeforeNonce'
	>
>;

/**
 * Services that the specification allows, by what is special about each. Every reading is in one of
 * them at least; payments are made once in all of them.
 */
export const worlds = {
	'as the specification reads most simply': {},
	'that looks at its state before the nonce, and lists late': {
		stateBeforeNonce: true,
		listedAfterMs: 2_000,
	},
	'that lists a payment only after minutes': { listedAfterMs: 180_000, reasonIn: 'reason' },
	'that knows its objects by other IDs in GraphQL': { idsInGraphql: 'other' },
	'that lets nobody read the lists of GraphQL': { lists: 'forbidden' },
	'that answers a used nonce with 200 and the first payment': {
		usedNonce: 'firstWith200',
		listedAfterMs: 2_000,
	},
	'that answers a used nonce with 201 and the first payment, as if it were new': {
		usedNonce: 'firstWith201',
		accounts: 'withoutZeros',
		reasonIn: 'reason',
	},
	'that says so, and writes times without a zone': { usedNonce: 'firstWith201', times: 'utc' },
	'that says so, and writes South African time without a zone': {
		usedNonce: 'firstWith201',
		times: 'southAfrican',
		accounts: 'masked',
	},
	'that says so, shows no times, and a status as an object': {
		usedNonce: 'firstWith201',
		times: 'missing',
		statusAs: 'object',
	},
	'that does not look at the nonce of a terminal': { usedNonce: 'ignored' },
	'that does not look at it, lists late and shows no times': {
		usedNonce: 'ignored',
		listedAfterMs: 2_000,
		times: 'missing',
		statusAs: 'object',
	},
} as const satisfies Record<string, World>;

/** Those in which payouts can differ: that their nonce is refused is specified. */
export const worldsOfPayouts = Object.entries<World>(worlds).filter(
	([, { usedNonce }]) => usedNonce !== 'ignored',
);
