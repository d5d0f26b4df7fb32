import type { IDataObject, IHookFunctions } from 'n8n-workflow';

import { webhookAdd } from './webhookAdd.graphql';
import { webhookDelete } from './webhookDelete.graphql';
import { webhookEndpoints } from './webhookEndpoints.graphql';
import { isUnknown, ServiceFailure, type FailureDetails } from '../transport/failure';
import { attemptGraphql, queryGraphql } from '../transport/graphql';
import type { Service } from '../transport/service';
import { keyOf } from './secrets';
import { forget, keep, keptFor, type Kept } from './keptSubscriptions';

/** A subscription as the service lists it. */
interface Listed {
	id: string;
	url: string;
	filterTypes: string[];
}

/** Gives up after this many lost answers. */
const attempts = 3;

/** Manages the subscription of one address; it never touches the subscriptions of other addresses. */
export class Subscription {
	constructor(
		private readonly context: IHookFunctions,
		private readonly service: Service,
		readonly url: string,
	) {}

	/**
	 * Whether the service holds the one subscription that is needed and its secret is known here.
	 * @throws {ServiceFailure}
	 */
	async isInPlace(filterTypes: readonly string[]): Promise<boolean> {
		const kept = keptFor(this.context, this.url);
		const [listed, ...others] = await this.list();
		if (kept === undefined || listed === undefined || others.length > 0) return false;
		return listed.id === kept.id && same(listed.filterTypes, filterTypes);
	}

	/**
	 * Subscribes the address, replacing any earlier subscription of it, and keeps the secret. A lost
	 * answer may have left a subscription whose secret nobody knows, so every attempt starts by
	 * removing what is there.
	 * @throws {ServiceFailure}
	 */
	async create(filterTypes: readonly string[]): Promise<void> {
		for (let attempt = 1; ; attempt++) {
			await this.remove();
			const outcome = await this.add(filterTypes);
			if ('kept' in outcome) return keep(this.context, this.url, outcome.kept);
			const { failure } = outcome;
			if (!isUnknown(failure)) throw new ServiceFailure(failure);
			if (attempt === attempts) {
				await this.remove();
				throw new ServiceFailure(failure);
			}
		}
	}

	/**
	 * Removes the subscription of the address, if there is one, and forgets the secret.
	 * @throws {ServiceFailure} when it still exists
	 */
	async remove(): Promise<void> {
		if ((await this.list()).length > 0) {
			const outcome = await attemptGraphql(this.service, {
				query: webhookDelete,
				variables: { url: this.url },
				repeat: 'always',
			});
			// It may be gone all the same: removed by somebody else, or only the answer was lost.
			if ('failure' in outcome && (await this.list()).length > 0) {
				throw new ServiceFailure(outcome.failure);
			}
		}
		forget(this.context, this.url);
	}

	private async add(
		filterTypes: readonly string[],
	): Promise<{ kept: Kept } | { failure: FailureDetails }> {
		const outcome = await attemptGraphql(this.service, {
			query: webhookAdd,
			variables: { url: this.url, filterTypes: [...filterTypes] },
			repeat: 'ifNotProcessed',
		});
		if ('failure' in outcome) return outcome;
		const { id, secret } = (outcome.answer.body.clientWebhookAdd ?? {}) as IDataObject;
		if (typeof id !== 'string' || typeof secret !== 'string' || keyOf(secret) === undefined) {
			return { failure: { kind: 'unreadable' } };
		}
		return { kept: { id, secret } };
	}

	/** What the service holds for this address. */
	private async list(): Promise<Listed[]> {
		const { client } = (await queryGraphql(this.service, {
			query: webhookEndpoints,
			repeat: 'always',
		})) as { client?: { webhookEndpoints?: Listed[] } };
		return (client?.webhookEndpoints ?? []).filter(({ url }) => sameAddress(url, this.url));
	}
}

function sameAddress(one: string, other: string): boolean {
	return one === other || (URL.canParse(one) && new URL(one).href === new URL(other).href);
}

function same(listed: readonly string[], wanted: readonly string[]): boolean {
	return [...listed].sort().join(' ') === [...wanted].sort().join(' ');
}
