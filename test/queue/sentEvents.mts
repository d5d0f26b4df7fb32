import { randomUUID } from 'node:crypto';
import { disbursement, post, signedHeaders } from '../e2e/support/activeTrigger.mts';
import { until } from '../e2e/support/until.mts';
import type { TestClient } from '../simulator/control-client.mts';

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

/**
 * Posts copies of signed events to a trigger, all in the same instant. Those that n8n is too busy for
 * are posted again, as the service does.
 */
export async function postAtOnce(
	client: TestClient,
	url: string,
	events: number,
	copies: number,
): Promise<string[]> {
	const [subscription] = (await client.webhooks()).subscriptions;
	const eventIds = Array.from({ length: events }, () => `msg_${randomUUID()}`);
	const body = JSON.stringify({ type: 'disbursement', id: 'evt', data: disbursement() });
	const isTaken = async (id: string) => {
		const answer = await post(url, signedHeaders(subscription?.secret ?? '', id, body), body);
		return answer.status === 200;
	};
	const all = Array.from({ length: copies }, () => eventIds).flat();
	await Promise.all(all.map(async (id) => await until(async () => await isTaken(id))));
	return eventIds;
}

/** How many of a client's deliveries are in which state. */
export async function statesOf(client: TestClient): Promise<Record<string, number>> {
	const counts: Record<string, number> = {};
	for (const { state } of (await client.webhooks()).deliveries) {
		counts[state] = (counts[state] ?? 0) + 1;
	}
	return counts;
}

/** How often each of a client's events has been sent. */
export async function attemptsOf(client: TestClient): Promise<number[]> {
	const { deliveries } = await client.webhooks();
	return deliveries.map(({ attempts }) => attempts.length);
}

/** Resolves when so many of a client's events have been taken. */
export async function untilDelivered(client: TestClient, count: number): Promise<void> {
	await until(async () => (await statesOf(client)).delivered === count);
}
