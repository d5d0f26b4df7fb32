import { whyUnsafe } from '../transport/addresses';

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
	const isIp = hostname.startsWith('[') || /^\d{1,3}(\.\d{1,3}){3}$/.test(hostname);
	const isLocalIp = privateIpv4.test(hostname) || privateIpv6.test(hostname);
	const isLocalName = !isIp && (!hostname.includes('.') || localNames.test(hostname));
	return isLocalIp || isLocalName ? `${hostname} is known only inside a local network` : undefined;
}
