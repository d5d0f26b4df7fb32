import type { ICredentialDataDecryptedObject, Logger } from 'n8n-workflow';

import {
	brings,
	deleteSubscriptionsAt,
	subscriptionsAt,
	type EventSubscription,
} from '../actions/eventSubscription/eventSubscriptions';
import { clientOf } from '../transport/client';
import { ServiceFailure, type FailureDetails } from '../transport/failure';
import { tryGraphql } from '../transport/graphql';
import { asFields } from '../transport/json';
import { explain, stitchMessage } from '../transport/messages';
import type { Service } from '../transport/service';
import {
	forget,
	keepSecrets,
	keptBy,
	openSecrets,
	type StaticDataHolder,
	type Subscribed,
} from './keptSubscriptions';
import { keyOf } from './signingSecret';
import { webhookAdd } from '../actions/eventSubscription/eventSubscription.graphql';

/** Gives up after this many lost answers. */
const mostTries = 3;

const noSecret: FailureDetails = {
	kind: 'graphql',
	happened: 'no',
	sentence:
		'Stitch did not return the signing secret of the event subscription, so no event could be verified. Nothing stays subscribed',
	advice: 'Publish again later. If that does not help, ask Stitch support why there is none.',
};

const notRepeated =
	'Events that Stitch was still repeating are not sent again: use Get Many to see what has changed.';

/**
 * The subscriptions of one trigger node at its address. `create` replaces every subscription of the
 * client at this address; those at other addresses are never touched.
 */
export class Subscription {
	constructor(
		private readonly context: StaticDataHolder & { logger: Pick<Logger, 'info' | 'warn'> },
		private readonly service: Service,
		private readonly credential: ICredentialDataDecryptedObject,
		private readonly url: string,
	) {}

	/**
	 * Whether the service holds just what this node has subscribed, and every secret is known here.
	 * @throws {ServiceFailure}
	 */
	async isInPlace(filterTypes: readonly string[]): Promise<boolean> {
		const listed = await subscriptionsAt(this.service, this.url);
		const known = openSecrets(this.context, this.credential);
		return (
			this.isKnown() &&
			same(keptBy(this.context)?.asked ?? [], filterTypes) &&
			listed.length === known.length &&
			known.every(({ id, filterTypes: types }) =>
				listed.some(
					(one) => isTheSame(one, { id, filterTypes: types }) && same(one.filterTypes, types),
				),
			)
		);
	}

	/** Whether secrets of this address are known here, without asking the service. */
	isKnown(): boolean {
		const isHere = keptBy(this.context)?.url === this.url;
		return isHere && openSecrets(this.context, this.credential).length > 0;
	}

	/**
	 * Subscribes the address, replacing any earlier subscription of it, and keeps the secrets. A lost
	 * answer may have left a subscription whose secret is unknown, so every try starts by
	 * removing what is there.
	 * @param mayLeaveOut whether types that this client is refused are only left out, with a line in the log
	 * @throws {ServiceFailure}
	 */
	async create(filterTypes: readonly string[], mayLeaveOut: boolean): Promise<void> {
		this.warnOfWhatStays();
		for (let tries = 1; ; tries++) {
			await this.clear(tries === 1);
			const made = await this.addAll(filterTypes, mayLeaveOut);
			if (Array.isArray(made)) {
				const asked = [...filterTypes];
				keepSecrets(this.context, this.credential, { url: this.url, asked, subscriptions: made });
				return;
			}
			if (made.happened === 'maybe' && tries < mostTries) continue;
			// What was made before it failed would bring events that nobody can verify.
			await this.clear(false);
			throw new ServiceFailure(made);
		}
	}

	/**
	 * Removes the subscriptions of this node at its address. Subscriptions that someone else has made
	 * there stay, and so do those that may still be at an earlier address.
	 * @param filterTypes of what is here without being known: a subscription to just these was made here,
	 * too, and then n8n stopped before it could be kept
	 * @throws {ServiceFailure} when one may still exist; it stays known, and is tried again next time
	 */
	async remove(filterTypes: readonly string[]): Promise<void> {
		const here = await subscriptionsAt(this.service, this.url);
		const kept = this.warnOfWhatStays() ? undefined : keptBy(this.context);
		const isOurs = (listed: EventSubscription) =>
			kept === undefined
				? subscribedTogether(filterTypes).some((group) => same(group, listed.filterTypes))
				: kept.subscriptions.some((one) => isTheSame(listed, one));
		const ours = here.filter(isOurs);
		const others = here.filter((one) => !isOurs(one));
		const types = ours.flatMap((one) => one.filterTypes);
		const isAll = ours.some((one) => one.filterTypes.length === 0);
		// The service deletes by address and type.
		if (ours.length > 0 && others.some((other) => isAll || brings(other, types))) {
			this.context.logger.warn(
				`The event subscription of this node at ${this.url} was not removed: someone else has subscribed the same address to the same events, and Stitch removes both or none`,
			);
			return;
		}
		await deleteSubscriptionsAt(this.service, ours, others.length > 0 ? types : null);
		if (ours.length > 0) {
			this.context.logger.info(`The event subscription at ${this.url} was removed. ${notRepeated}`);
		}
		forget(this.context, this.url);
	}

	private async clear(isFirst: boolean): Promise<void> {
		const here = await subscriptionsAt(this.service, this.url);
		await deleteSubscriptionsAt(this.service, here);
		if (isFirst && here.length > 0) {
			this.context.logger.warn(`The event subscription at ${this.url} is replaced. ${notRepeated}`);
		}
		forget(this.context, this.url);
	}

	/**
	 * Each group is subscribed by itself: it is not documented who may receive the events of terminal
	 * sessions, and a refusal of these need not stop the others.
	 */
	private async addAll(
		filterTypes: readonly string[],
		mayLeaveOut: boolean,
	): Promise<Subscribed[] | FailureDetails> {
		const made: Subscribed[] = [];
		for (const group of subscribedTogether(filterTypes)) {
			const added = await this.add(group);
			if ('secret' in added) {
				made.push(added);
				continue;
			}
			const isRefused = added.happened === 'no' && added !== noSecret;
			if (made.length === 0 || !mayLeaveOut || !isRefused) return added;
			this.context.logger.warn(
				`Stitch refused the events ${group.join(', ')}; the others are subscribed. ${stitchMessage(added) ?? explain(added).message}`,
			);
		}
		return made;
	}

	private async add(filterTypes: string[]): Promise<Subscribed | FailureDetails> {
		const outcome = await tryGraphql(this.service, {
			query: webhookAdd,
			variables: { url: this.url, filterTypes },
			repeat: 'ifNotProcessed',
		});
		if ('failure' in outcome) return outcome.failure;
		const { id, secret } = asFields(outcome.answer.body.clientWebhookAdd);
		if (typeof id !== 'string' || typeof secret !== 'string' || keyOf(secret) === undefined) {
			return noSecret;
		}
		return { id, secret, filterTypes };
	}

	/** @returns whether what is kept is of another client or address, which this node leaves alone */
	private warnOfWhatStays(): boolean {
		const { clientId, url } = keptBy(this.context) ?? {};
		if (clientId === undefined) return false;
		const isOtherClient = clientId !== clientOf(this.credential);
		if (!isOtherClient && url === this.url) return false;
		this.context.logger.warn(
			isOtherClient
				? `The client ${clientId}, which the credential named before, still has an event subscription at ${url}. Remove it with a credential of that client: Event Subscription → Delete`
				: `There may still be an event subscription at ${url}, an earlier address of this node, or of the n8n that this one was copied from. If no n8n is there any more, remove it: Event Subscription → Delete`,
		);
		return true;
	}
}

/** Matches a listed subscription to one of ours, by event types if the list has no IDs. */
export function isTheSame(
	{ id, filterTypes }: EventSubscription,
	known: Pick<Subscribed, 'id' | 'filterTypes'>,
): boolean {
	return id === null ? same(filterTypes, known.filterTypes) : id === known.id;
}

function subscribedTogether(filterTypes: readonly string[]): string[][] {
	const isOfTerminal = (type: string) => type.startsWith('terminal-session.');
	const online = filterTypes.filter((type) => !isOfTerminal(type));
	return [online, filterTypes.filter(isOfTerminal)].filter(({ length }) => length > 0);
}

function same(listed: readonly string[], wanted: readonly string[]): boolean {
	return [...listed].sort().join(' ') === [...wanted].sort().join(' ');
}
