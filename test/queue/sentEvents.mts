import { until } from '../host/until.mts';
import type { TestClient } from '../simulator/controlClient.mts';

/** Sends an event and does not wait for its answer. */
export async function announce(client: TestClient, disbursementId: string): Promise<string> {
	const data = { id: disbursementId, status: 'completed' };
	const payload = { type: 'disbursement', id: `event-${disbursementId}`, data };
	const { eventIds } = await client.sendEvent('disbursement', payload);
	expect(eventIds).toHaveLength(1);
	return eventIds[0] ?? '';
}

/** Sends events at the same time. */
export async function announceMany(
	client: TestClient,
	prefix: string,
	count: number,
): Promise<string[]> {
	const names = Array.from({ length: count }, (_, event) => `${prefix}-${event}`);
	return await Promise.all(names.map(async (name) => await announce(client, name)));
}

/** How many of a client's deliveries are in which state. */
export async function statesOf(client: TestClient): Promise<Record<string, number>> {
	const counts: Record<string, number> = {};
	for (const { state } of (await client.webhooks()).deliveries) {
		counts[state] = (counts[state] ?? 0) + 1;
	}
	return counts;
}

/** Resolves when so many of a client's events have been taken. */
export async function untilDelivered(client: TestClient, count: number): Promise<void> {
	await until(
		`${count} delivered events`,
		async () => await statesOf(client),
		({ delivered }) => delivered === count,
	);
}
