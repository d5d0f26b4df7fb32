/** The service's public addresses; test and live clients share them (spec 9). */
export const productionAddresses = {
	baseUrl: 'https://api.stitch.money/v2',
	authUrl: 'https://secure.stitch.money',
	graphqlUrl: 'https://api.stitch.money',
} as const;

export type Addresses = Record<keyof typeof productionAddresses, string>;

/** How the credential's form labels each address; used in messages. */
const labels: Addresses = {
	baseUrl: 'REST Address',
	authUrl: 'Authorization Address',
	graphqlUrl: 'GraphQL Address',
};

/** The field of a credential that holds an address which must not be used. */
export interface AddressMistake {
	label: string;
	why: string;
}

/**
 * Reads the three addresses of a credential, without trailing slashes.
 * An empty one is the production address. Secrets travel to these hosts, so
 * anything but https is refused; http is for this machine alone.
 */
export function readAddresses(credential: Partial<Record<string, unknown>>): {
	addresses: Addresses;
	mistakes: AddressMistake[];
} {
	const addresses: Addresses = { ...productionAddresses };
	const mistakes: AddressMistake[] = [];
	for (const key of Object.keys(productionAddresses) as Array<keyof Addresses>) {
		const given = typeof credential[key] === 'string' ? credential[key].trim() : '';
		if (given === '') continue;
		const why = whyUnusable(given);
		if (why !== undefined) mistakes.push({ label: labels[key], why });
		addresses[key] = given.replace(/\/+$/, '');
	}
	return { addresses, mistakes };
}

function whyUnusable(address: string): string | undefined {
	if (!URL.canParse(address))
		return 'is not a full web address such as https://api.stitch.money/v2';
	const { protocol, hostname, username, password, search, hash } = new URL(address);
	if (username !== '' || password !== '') return 'must not hold a user name or password';
	if (search !== '' || hash !== '') return 'must not hold a query or a fragment';
	if (protocol === 'https:') return undefined;
	if (protocol === 'http:' && isLoopback(hostname)) return undefined;
	return 'must start with https:// (http:// is for addresses on this computer only)';
}

/** Whether a host name, as URL writes it, names this machine and nothing else. */
export function isLoopback(hostname: string): boolean {
	return (
		hostname === 'localhost' ||
		hostname === '[::1]' ||
		/^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(hostname)
	);
}
