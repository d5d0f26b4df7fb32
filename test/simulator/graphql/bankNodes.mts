import { beneficiaryBanks } from '../banks.mts';
import type { ClientState } from '../state/client.mts';
import type { BankHealth } from '../state/clientSettings.mts';

/** The types that say how a feature of a bank is. */
const types: Record<Exclude<BankHealth, 'not-a-bank'>, string> = {
	operational: 'BankFeatureOperationalStatus',
	degraded: 'BankFeatureDegradedStatus',
	unavailable: 'BankFeatureUnavailableStatus',
	unsupported: 'BankFeatureUnsupportedStatus',
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
	if (health === 'not-a-bank') {
		return { __typename: 'BankUnsupportedState', description: 'The bank is not supported.' };
	}
	const feature = {
		__typename: types[health],
		description: `The bank is ${health}.`,
		since: `${client.timestamp().slice(0, 10)}T00:00:00.000Z`,
	};
	return {
		__typename: 'BankSupportedState',
		logoURL: 'https://example.com/logo.svg',
		featureStatus: { financialData: feature, login: feature, payments: feature },
	};
}

/** Made of the id. */
function nameOf(bankId: string): string {
	const words = bankId.replace(/^za_/, '').split('_');
	return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' ');
}
