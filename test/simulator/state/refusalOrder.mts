import type { ClientState } from './client.mts';

/**
 * What a create finds first, where its nonce was used and the present state refuses it: the nonce, or,
 * for a client that is set so, the state.
 * @returns the first object under the nonce, if that is the answer
 */
export function refuseInOrder<Thing>(
	client: ClientState,
	{ byNonce, byState }: { byNonce: () => Thing | undefined; byState: () => void },
): Thing | undefined {
	if (client.settings.stateBeforeNonce) {
		byState();
		return byNonce();
	}
	const first = byNonce();
	if (first === undefined) byState();
	return first;
}
