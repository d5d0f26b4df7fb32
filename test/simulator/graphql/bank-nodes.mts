import { beneficiaryBanks } from '../banks.mts';
import type { ClientState } from '../state/client.mts';
import type { BankHealth } from '../state/client-settings.mts';

/** The types that say how a bank's payments are. */
const types: Record<Exclude<BankHealth, 'other'>, string> = {
	operational: 'BankFeatureOperational',
	degraded: 'BankFeatureDegraded',
	unavailable: 'BankFeatureUnavailable',
	unsupported: 'BankFeatureUnsupported',
};

/** What `banks` lists. Which banks the service lists is not published: these are our choice. */
export function bankNodes(client: ClientState): object[] {
	return beneficiaryBanks.map((bankId) => ({
		bankId,
		name: nameOf(bankId),
		country: 'ZA',
		state: stateOf(client.settings.banks[bankId] ?? 'operational', client),
	}));
}

function stateOf(health: BankHealth, client: ClientState): object {
	if (health === 'other') return { __typename: 'BankOtherState', note: null };
	return {
		__typename: 'BankSupportedState',
		featureStatus: {
			payments: {
				__typename: types[health],
				description: health === 'operational' ? null : `Payments are ${health}.`,
				since: `${client.timestamp().slice(0, 10)}T00:00:00.000Z`,
			},
		},
	};
}

/** Made of the id. */
function nameOf(bankId: string): string {
	const words = bankId.replace(/^za_/, '').split('_');
	return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' ');
}
