/** Whether an address stays on this machine: the only ones that webhooks are ever delivered to. */
export function isLoopback({ hostname }: URL): boolean {
	return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
}
