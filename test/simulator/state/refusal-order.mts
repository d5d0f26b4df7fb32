import type { ClientState } from './client.mts';

/**
 * What a create is refused by first, where its nonce was used and the present state refuses it, too:
 * the nonce, or, for a client that is set so, the state.
 */
export function refuseInOrder(
	client: ClientState,
	checks: { byNonce: () => void; byState: () => void },
): void {
	const { byNonce, byState } = checks;
	const order = client.settings.stateBeforeNonce ? [byState, byNonce] : [byNonce, byState];
	for (const check of order) check();
}
