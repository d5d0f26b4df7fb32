import { Webhook } from 'standardwebhooks';
import { Agent, request } from 'undici';
import { isLoopback } from '../loopback.mts';
import type { ClientState, StatusChange } from '../state/client.mts';
import type { Subscription } from '../state/subscriptions.mts';
import { payloadOf } from './envelopes.mts';

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

/** Public documentation: the pauses between attempts, in simulated milliseconds. */
const pauses = [5 * second, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, 10 * hour];

/** Public documentation: an answer counts within 15 seconds (real time). */
const patience = 15 * second;

/** Our choice: so many events at a time to one address, so that a large run does not stop who receives them. */
const atOnce = 5;

/** Out-of-order delivery holds an event for its successor, but not for longer than this (simulated). */
const longestHold = 5 * second;

interface Attempt {
	/** Real time, milliseconds since 1970. */
	at: number;
	/** The receiver's status; 0 when there was no answer, -1 when the address is not on this machine. */
	status: number;
}

/** One event for one subscription. */
export interface Delivery {
	eventId: string;
	subscriptionId: string;
	url: string;
	filterType: string;
	payload: string;
	attempts: Attempt[];
	state: 'waiting' | 'delivered' | 'given-up';
}

/** Signs events and brings them to one client's subscribers, with retries (spec 6). */
export class WebhookDelivery {
	readonly deliveries: Delivery[] = [];
	readonly #client: ClientState;
	readonly #agent: Agent;
	readonly #held = new Map<string, Delivery>();
	/** How many are on their way to an origin, and those that wait for their turn. */
	readonly #lanes = new Map<string, { busy: number; waiting: Array<() => void> }>();
	#underWay = 0;
	#idle: Array<() => void> = [];

	constructor(client: ClientState, agent: Agent) {
		this.#client = client;
		this.#agent = agent;
	}

	/** Sends a status change to every subscription that asked for its type. */
	send(change: StatusChange): void {
		for (const subscription of this.#subscribersTo(change.filterType)) {
			const eventId = this.#newEventId();
			const payload = payloadOf(this.#client, change, eventId);
			this.#enqueue(subscription, change.filterType, eventId, payload);
		}
	}

	/** Sends a payload as given, to try out what no status change produces. */
	sendRaw(filterType: string, payload: string): string[] {
		return this.#subscribersTo(filterType).map((subscription) => {
			const eventId = this.#newEventId();
			this.#enqueue(subscription, filterType, eventId, payload);
			return eventId;
		});
	}

	/** Repeats an event that was sent before, with its id. */
	resend(eventId: string): boolean {
		const found = this.deliveries.filter((delivery) => delivery.eventId === eventId);
		for (const delivery of found) void this.#attempt(delivery);
		return found.length > 0;
	}

	/** Resolves when no attempt is under way. Retries that wait for their time do not count. */
	settled(): Promise<void> {
		if (this.#underWay === 0) return Promise.resolve();
		return new Promise((resolve) => this.#idle.push(resolve));
	}

	#subscribersTo(filterType: string): Subscription[] {
		const all = this.#client.subscriptions.list();
		return all.filter(({ filterTypes }) => filterTypes.includes(filterType));
	}

	#newEventId(): string {
		return `msg_${this.#client.random.bytes(14).toString('hex')}`;
	}

	#enqueue(subscription: Subscription, filterType: string, eventId: string, payload: string): void {
		const delivery: Delivery = {
			eventId,
			subscriptionId: subscription.id,
			url: subscription.url,
			filterType,
			payload,
			attempts: [],
			state: 'waiting',
		};
		this.deliveries.push(delivery);
		const { webhookLoss, webhookOutOfOrder } = this.#client.settings;
		if (webhookLoss > 0 && this.#client.random.chance(webhookLoss)) delivery.state = 'given-up';
		else if (webhookOutOfOrder) this.#swap(delivery);
		else void this.#attempt(delivery);
	}

	/** Holds an event until the next one for the same subscription has gone first. */
	#swap(delivery: Delivery): void {
		const held = this.#held.get(delivery.subscriptionId);
		if (held) {
			this.#held.delete(delivery.subscriptionId);
			void this.#underWayFor(async () => {
				await this.#attempt(delivery);
				await this.#attempt(held);
			});
			return;
		}
		this.#held.set(delivery.subscriptionId, delivery);
		this.#client.clock.schedule(longestHold, () => {
			if (this.#held.get(delivery.subscriptionId) !== delivery) return;
			this.#held.delete(delivery.subscriptionId);
			void this.#attempt(delivery);
		});
	}

	async #attempt(delivery: Delivery): Promise<void> {
		await this.#underWayFor(async () => {
			const status = await this.#post(delivery);
			delivery.attempts.push({ at: Date.now(), status });
			if (status >= 200 && status < 300) {
				await this.#accepted(delivery);
				return;
			}
			if (delivery.state === 'delivered') return;
			const pause = pauses[delivery.attempts.length - 1];
			if (pause === undefined || status === -1) delivery.state = 'given-up';
			else this.#client.clock.schedule(pause, () => void this.#attempt(delivery));
		});
	}

	/** Nothing has settled until all of it is done, also between two attempts. */
	async #underWayFor(work: () => Promise<void>): Promise<void> {
		this.#underWay++;
		try {
			await work();
		} finally {
			if (--this.#underWay === 0) for (const resolve of this.#idle.splice(0)) resolve();
		}
	}

	async #accepted(delivery: Delivery): Promise<void> {
		const first = delivery.state !== 'delivered';
		delivery.state = 'delivered';
		const { webhookDuplicates } = this.#client.settings;
		if (!first || !this.#client.random.chance(webhookDuplicates)) return;
		const status = await this.#post(delivery);
		delivery.attempts.push({ at: Date.now(), status });
	}

	/** Posts once. Returns the status, 0 without an answer, -1 for an address elsewhere. */
	async #post(delivery: Delivery): Promise<number> {
		const subscription = this.#client.subscriptions
			.list()
			.find(({ id }) => id === delivery.subscriptionId);
		// Nothing ever leaves this machine, and a deleted subscription gets nothing more.
		const address = new URL(delivery.url);
		if (!subscription || !isLoopback(address)) return -1;
		// It is signed when its turn has come: a receiver refuses what was signed five minutes ago.
		return await this.#inTurn(
			address.origin,
			async () => await this.#request(subscription, delivery),
		);
	}

	async #inTurn<Result>(origin: string, work: () => Promise<Result>): Promise<Result> {
		const lane = this.#lanes.get(origin) ?? { busy: 0, waiting: [] };
		this.#lanes.set(origin, lane);
		if (lane.busy === atOnce) await new Promise<void>((resolve) => lane.waiting.push(resolve));
		else lane.busy++;
		try {
			return await work();
		} finally {
			const next = lane.waiting.shift();
			if (next) next();
			else lane.busy--;
		}
	}

	async #request(subscription: Subscription, delivery: Delivery): Promise<number> {
		try {
			const response = await request(delivery.url, {
				method: 'POST',
				body: delivery.payload,
				headers: this.#headers(subscription, delivery),
				dispatcher: this.#agent,
				headersTimeout: patience,
				bodyTimeout: patience,
			});
			await response.body.dump();
			return response.statusCode;
		} catch {
			return 0;
		}
	}

	#headers({ secret }: Subscription, delivery: Delivery): Record<string, string> {
		const sentAt = Date.now();
		return {
			'content-type': 'application/json',
			'svix-id': delivery.eventId,
			'svix-timestamp': String(Math.floor(sentAt / second)),
			'svix-signature': new Webhook(secret).sign(
				delivery.eventId,
				new Date(sentAt),
				delivery.payload,
			),
		};
	}
}
