/** Whether a client is one that moves no real money: its ID starts with `test-` (spec 4.7). */
export function isTestClient(clientId: string): boolean {
	return clientId.startsWith('test-');
}
