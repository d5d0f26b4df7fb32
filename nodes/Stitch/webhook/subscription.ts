import type { ICredentialDataDecryptedObject, IDataObject, Logger } from 'n8n-workflow';

import {
	brings,
	deleteSubscriptionsAt,
	isSameAddress,
	listEventSubscriptions,
	subscriptionsAt,
	type EventSubscription,
} from '../actions/eventSubscription/eventSubscriptions';
import { clientOf } from '../transport/clientToken';
import { isUnknown, ServiceFailure, type FailureDetails } from '../transport/failure';
import { attemptGraphql } from '../transport/graphql';
import type { Service } from '../transport/service';
import type { StaticDataHolder, Subscribed } from './keptSubscriptions';
import { keyOf } from './secrets';
import { drop, ownSubscriptions, remember, type OwnSubscription } from './signingSecrets';
import { webhookAdd } from './webhookAdd.graphql';

const noSecret: FailureDetails = {
	kind: 'graphql',
	sentence:
		'Stitch did not give the signing secret of the event subscription, so no event could be verified. Nothing stays subscribed',
	advice: 'Publish again later. If it stays so, ask Stitch support why it gives no secret.',
};

/** Gives up after this many lost answers. */
const attempts = 3;

/**
 * Manages what one trigger node has subscribed. `create` replaces whatever the client has at the address
 * of the node; what others have subscribed elsewhere is never touched.
 */
export class Subscription {
	constructor(
		private readonly context: StaticDataHolder & { logger: Pick<Logger, 'warn'> },
		private readonly service: Service,
		private readonly credential: ICredentialDataDecryptedObject,
		/** The address of the node. */
		readonly url: string,
	) {}

	/**
	 * Whether the service holds the one subscription that is needed and its secret is known here.
	 * @throws {ServiceFailure}
	 */
	async isInPlace(filterTypes: readonly string[]): Promise<boolean> {
		const [listed, ...others] = await subscriptionsAt(this.service, this.url);
		if (listed === undefined || others.length > 0) return false;
		const isKnown = this.own().some(
			({ url, id, secret }) => url === this.url && id === listed.id && secret !== undefined,
		);
		return isKnown && same(listed.filterTypes, filterTypes);
	}

	/** Whether the secret of this address is known here, without asking the service. */
	isKnown(): boolean {
		return this.own().some(({ url, secret }) => url === this.url && secret !== undefined);
	}

	/**
	 * Subscribes the address, replacing any earlier subscription of it, and keeps the secret. A lost
	 * answer may have left a subscription whose secret nobody knows, so every attempt starts by
	 * removing what is there.
	 * @throws {ServiceFailure}
	 */
	async create(filterTypes: readonly string[]): Promise<void> {
		for (let attempt = 1; ; attempt++) {
			await this.clear();
			const outcome = await this.add(filterTypes);
			if ('subscribed' in outcome) {
				return remember(this.context, this.credential, this.url, outcome.subscribed);
			}
			const { failure } = outcome;
			if (!isUnknown(failure)) throw new ServiceFailure(failure);
			if (attempt === attempts) {
				await this.clear();
				throw new ServiceFailure(failure);
			}
		}
	}

	/**
	 * Removes everything that this node has subscribed, at this address and at earlier ones. What
	 * somebody else has subscribed at the same address stays.
	 * @param filterTypes of what is at this address without being known here: a subscription to just
	 * these was made here, too, and then n8n stopped before it could be kept
	 * @throws {ServiceFailure} when one may still exist; it is kept in mind, and tried again next time
	 */
	async remove(filterTypes: readonly string[]): Promise<void> {
		const listed = await listEventSubscriptions(this.service);
		const own = this.own();
		const failures: unknown[] = [];
		for (const subscription of own) {
			await this.removeOwn(subscription, listed).catch((cause: unknown) => failures.push(cause));
		}
		if (own.every(({ url }) => url !== this.url)) {
			const isOurs = (one: EventSubscription) => same(one.filterTypes, filterTypes);
			await this.removeAt(this.url, listed, isOurs);
		}
		if (failures.length > 0) throw failures[0];
	}

	/**
	 * Forgets what is kept of other addresses. A workflow that was imported brings it along, and an n8n
	 * with the same encryption key takes it for its own, while the original is still at work there.
	 */
	leaveLeftOvers(): void {
		for (const { url } of this.leftOvers()) {
			this.warn(
				`There may still be an event subscription at ${url}, an earlier address of this node or that of the n8n that the workflow was copied from. If no n8n is there any more, remove it: Event Subscription → Delete`,
			);
			drop(this.context, url);
		}
	}

	/** Removes what this node has subscribed at earlier addresses, as far as that is possible now. */
	async removeLeftOvers(): Promise<void> {
		const leftOver = this.leftOvers();
		if (leftOver.length === 0) return;
		try {
			const listed = await listEventSubscriptions(this.service);
			for (const subscription of leftOver) await this.removeOwn(subscription, listed);
		} catch {
			this.warn(
				`The event subscription of an earlier address (${leftOver.map(({ url }) => url).join(', ')}) could not be removed; this is tried again when the workflow is next published`,
			);
		}
	}

	private leftOvers(): OwnSubscription[] {
		return this.own().filter(({ url }) => url !== this.url);
	}

	/** A test in the editor and a published workflow leave each other's subscriptions alone. */
	private own(): OwnSubscription[] {
		const all = ownSubscriptions(this.context, this.credential);
		const here = all.find(({ url }) => url === this.url);
		const isTest = here?.isTest ?? this.context.getMode() === 'manual';
		return all.filter((one) => one.isTest === isTest);
	}

	private async clear(): Promise<void> {
		const here = this.own().find(({ url }) => url === this.url);
		if (here !== undefined && this.isOfAnotherClient(here)) this.warnOf(here);
		await deleteSubscriptionsAt(this.service, await subscriptionsAt(this.service, this.url));
		drop(this.context, this.url);
	}

	/** @throws {ServiceFailure} */
	private async removeOwn(
		own: OwnSubscription,
		listed: readonly EventSubscription[],
	): Promise<void> {
		if (this.isOfAnotherClient(own)) {
			this.warnOf(own);
			return drop(this.context, own.url);
		}
		const isGone = await this.removeAt(own.url, listed, ({ id }) => id === own.id);
		if (isGone) drop(this.context, own.url);
	}

	private isOfAnotherClient({ clientId }: OwnSubscription): boolean {
		return clientId !== clientOf(this.credential);
	}

	/** Only with a credential of its client can it be removed. */
	private warnOf({ clientId, url }: OwnSubscription): void {
		this.warn(
			`The client ${clientId}, which the credential named before, still has an event subscription at ${url}. Remove it with a credential of that client: Event Subscription → Delete`,
		);
	}

	/**
	 * @returns whether ours are gone: the service deletes by address and type, so they stay if those of
	 * others would go with them
	 * @throws {ServiceFailure}
	 */
	private async removeAt(
		url: string,
		listed: readonly EventSubscription[],
		isOurs: (subscription: EventSubscription) => boolean,
	): Promise<boolean> {
		const here = listed.filter((one) => isSameAddress(one.url, url));
		const ours = here.filter(isOurs);
		const others = here.filter((one) => !isOurs(one));
		const types = ours.flatMap(({ filterTypes }) => filterTypes);
		const isAll = ours.some(({ filterTypes }) => filterTypes.length === 0);
		if (ours.length > 0 && others.some((other) => isAll || brings(other, types))) {
			this.warn(
				`The event subscription of this node at ${url} was not removed: somebody else has subscribed the same address to the same events, and Stitch removes both or none`,
			);
			return false;
		}
		await deleteSubscriptionsAt(this.service, ours, others.length > 0 ? types : null);
		return true;
	}

	private async add(
		filterTypes: readonly string[],
	): Promise<{ subscribed: Subscribed } | { failure: FailureDetails }> {
		const outcome = await attemptGraphql(this.service, {
			query: webhookAdd,
			variables: { url: this.url, filterTypes: [...filterTypes] },
			repeat: 'ifNotProcessed',
		});
		if ('failure' in outcome) return outcome;
		const { id, secret } = (outcome.answer.body.clientWebhookAdd ?? {}) as IDataObject;
		if (typeof id !== 'string' || typeof secret !== 'string' || keyOf(secret) === undefined) {
			// It would fail again. What was made is removed: no event could be verified with it.
			await this.clear();
			return { failure: noSecret };
		}
		return { subscribed: { id, secret, filterTypes: [...filterTypes] } };
	}

	private warn(line: string): void {
		this.context.logger.warn(line);
	}
}

function same(listed: readonly string[], wanted: readonly string[]): boolean {
	return [...listed].sort().join(' ') === [...wanted].sort().join(' ');
}
