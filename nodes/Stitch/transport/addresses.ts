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

/** The credential field with an address that must not be used. */
interface AddressMistake {
	label: string;
	why: string;
}

/**
 * Reads the three addresses of a credential, without trailing slashes. They are Stitch's own unless Use
 * Custom Addresses is on: values that the form does not show are never used. An empty field also means
 * Stitch's own address. Secrets are sent to these hosts, so only https is accepted; http is allowed only
 * for this machine.
 */
export function readAddresses(credential: Partial<Record<string, unknown>>): {
	addresses: Addresses;
	mistakes: AddressMistake[];
} {
	const addresses: Addresses = { ...productionAddresses };
	const mistakes: AddressMistake[] = [];
	if (credential.useCustomAddresses !== true) return { addresses, mistakes };
	for (const key of Object.keys(productionAddresses) as Array<keyof Addresses>) {
		const given = typeof credential[key] === 'string' ? credential[key].trim() : '';
		if (given === '') continue;
		const why = whyNoAddress(given);
		if (why !== undefined) mistakes.push({ label: labels[key], why });
		addresses[key] = given.replace(/\/+$/, '');
	}
	return { addresses, mistakes };
}

/** Where a request goes, in the words of n8n's two request helpers; `url` may be relative. */
interface Target {
	url?: unknown;
	uri?: unknown;
	baseURL?: unknown;
}

/**
 * The host of a request that goes to none of the credential's own three addresses, so that the token must
 * not be sent there; undefined otherwise. Scheme and port also count.
 */
export function foreignHost(
	credential: Partial<Record<string, unknown>>,
	{ url, uri, baseURL }: Target,
): string | undefined {
	const own = Object.values(readAddresses(credential).addresses).filter((one) => !whyUnsafe(one));
	const origins = own.map((address) => new URL(address).origin);
	const base = baseURL ? String(baseURL) : undefined;
	const targets = [url, uri].filter((target) => target !== undefined).map(String);
	for (const target of targets.length > 0 ? targets : ['']) {
		const address = URL.canParse(target, base) ? new URL(target, base) : undefined;
		if (address === undefined || !origins.includes(address.origin)) {
			return address?.host || 'an address that cannot be read';
		}
	}
	return undefined;
}

/** Why an address cannot be the service's: paths are appended to it. */
function whyNoAddress(address: string): string | undefined {
	const why = whyUnsafe(address);
	if (why !== undefined) return why;
	const { search, hash } = new URL(address);
	return search !== '' || hash !== '' ? 'must not contain a query or a fragment' : undefined;
}

/**
 * Why neither a request nor a person may be sent to an address: it must be a full https address
 * without a password; http is allowed only for this machine (spec 4.2: production clients cannot use
 * http).
 */
export function whyUnsafe(address: string): string | undefined {
	if (!URL.canParse(address)) return 'is not a full web address';
	const { protocol, hostname, username, password } = new URL(address);
	if (username !== '' || password !== '') return 'must not contain a user name or password';
	if (protocol === 'https:') return undefined;
	if (protocol === 'http:' && isLoopback(hostname)) return undefined;
	return 'must start with https:// (http:// is for addresses on this computer only)';
}

/** Whether an address is on this machine, such as a simulator's, but never the service's. */
export function isOnThisMachine(address: string): boolean {
	return URL.canParse(address) && isLoopback(new URL(address).hostname);
}

/** Whether a host name, as URL writes it, names this machine and nothing else. */
function isLoopback(hostname: string): boolean {
	return (
		hostname === 'localhost' ||
		hostname === '[::1]' ||
		/^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(hostname)
	);
}

/** Names that only a local network knows. */
const localNames = /(^|\.)(local|localhost|localdomain|internal|intranet|lan|home|corp|arpa)$/;

/** IPv4 ranges that are not routed on the internet (RFC 1918, 3927, 6598, this network). */
const privateIpv4 =
	/^(0|10|127|169\.254|192\.168|172\.(1[6-9]|2\d|3[01])|100\.(6[4-9]|[789]\d|1[01]\d|12[0-7]))\./;

/** The same for IPv6: loopback, unique local and link-local addresses. */
const privateIpv6 = /^\[(::1?\]|f[cd]|fe[89ab])/;

/**
 * Why the service cannot send events to an address; undefined when it can (public documentation:
 * public https only).
 */
export function whyNotPublic(address: string): string | undefined {
	const why = whyUnsafe(address);
	if (why !== undefined) return `it ${why}`;
	const { hostname } = new URL(address);
	const isLocalIp = privateIpv4.test(hostname) || privateIpv6.test(hostname);
	const isIpv6 = hostname.startsWith('[');
	const isLocalName = !isIpv6 && (!hostname.includes('.') || localNames.test(hostname));
	return isLocalIp || isLocalName ? `${hostname} is known only inside a local network` : undefined;
}
