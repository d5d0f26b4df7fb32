import type { IDataObject } from 'n8n-workflow';

import { hasIdAndStatus } from '../transport/object';
import { unreadableList } from '../transport/restPaging';
import type { Service } from '../transport/service';
import { together } from '../transport/together';

/** What a list of payments can be asked for. */
export type ListedBy = 'nonce' | 'externalReference';

/** How a payment is looked up of which nothing is sent. */
export interface LookUps {
	/** The payment of a nonce; undefined if there is none. */
	underNonce(nonce: string): Promise<IDataObject | undefined>;
	/** All payments with an External Reference; undefined where they cannot be asked for by it. */
	withReference?(reference: string): Promise<IDataObject[] | undefined>;
}

/** How the earlier payments of a kind are found. */
export interface Findable {
	/** Part of every nonce, for example `disbursement.create`. It never changes. */
	readonly kind: string;
	/** Looks up the first payment of a nonce; undefined if there is none. */
	find(service: Service, nonce: string): Promise<IDataObject | undefined>;
	/**
	 * The payments with one of these nonces or External References, for many at once; none others. It is
	 * what a dry run looks up, and `find` is used where there is none.
	 */
	listBy?(service: Service, by: ListedBy, values: readonly string[]): Promise<IDataObject[]>;
}

/** What a run looks up for many items: in one request for a batch, where there is a list for it. */
export class EarlierPayments {
	private readonly ofKind = new Map<string, LookUps>();

	constructor(private readonly service: Service) {}

	of(payment: Findable): LookUps {
		const { kind } = payment;
		const lookUps = this.ofKind.get(kind) ?? lookUpsOf(this.service, payment);
		this.ofKind.set(kind, lookUps);
		return lookUps;
	}
}

function lookUpsOf(service: Service, { find, listBy }: Findable): LookUps {
	if (listBy === undefined) return { underNonce: async (nonce) => await find(service, nonce) };
	const list = (by: ListedBy) =>
		together(async (values) => grouped(await listBy(service, by, values), by, values));
	const underNonce = list('nonce');
	return {
		underNonce: async (nonce) => (await underNonce(nonce))?.[0],
		withReference: list('externalReference'),
	};
}

/** @throws {ServiceFailure} for anything else than a payment that was asked for: nobody knows then what there is */
function grouped(
	payments: readonly IDataObject[],
	by: ListedBy,
	values: readonly string[],
): Map<string, IDataObject[]> {
	const groups = new Map<string, IDataObject[]>(values.map((value) => [value, []]));
	for (const payment of payments) {
		const group = groups.get(String(payment[by]));
		if (group === undefined || !hasIdAndStatus(payment)) throw unreadableList();
		group.push(payment);
	}
	return groups;
}
