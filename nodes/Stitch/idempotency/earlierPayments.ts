import { type IDataObject, sleep } from 'n8n-workflow';

import { unreadableList } from '../transport/failure';
import { hasIdAndStatus } from '../transport/object';
import type { Service } from '../transport/service';
import { onlyRecord } from './lookUp';
import type { PaymentKind } from './paymentKind';
import type { PaymentKindName } from './usedNonce';

type Findable = Pick<PaymentKind, 'kind' | 'find' | 'listByNonce' | 'listByReference'>;

/** How to look up a payment without sending anything. */
interface LookUps {
	/** The payment of a nonce; undefined if there is none. */
	findByNonce(nonce: string): Promise<IDataObject | undefined>;
	/** All payments with an External Reference; undefined if Stitch cannot be asked for them. */
	listByReference?(reference: string): Promise<IDataObject[] | undefined>;
}

/** The look-ups of a run for many items: one request for a batch, if there is a list for it. */
export class EarlierPayments {
	private readonly byKind = new Map<PaymentKindName, LookUps>();

	constructor(private readonly service: Service) {}

	lookUpsOf(payment: Findable): LookUps {
		const { kind } = payment;
		const lookUps = this.byKind.get(kind) ?? makeLookUps(this.service, payment);
		this.byKind.set(kind, lookUps);
		return lookUps;
	}
}

function makeLookUps(service: Service, { find, listByNonce, listByReference }: Findable): LookUps {
	const under =
		listByNonce &&
		batched(async (nonces) => groupedBy('nonce', nonces, await listByNonce(service, nonces)));
	return {
		findByNonce: async (nonce) =>
			under === undefined ? await find(service, nonce) : onlyRecord((await under(nonce)) ?? []),
		...(listByReference && {
			listByReference: batched(async (references) =>
				groupedBy('externalReference', references, await listByReference(service, references)),
			),
		}),
	};
}

/** @throws {ServiceFailure} for a list that holds anything but the payments asked for: it proves nothing */
function groupedBy(
	field: 'nonce' | 'externalReference',
	values: readonly string[],
	payments: readonly IDataObject[],
): Map<string, IDataObject[]> {
	const groups = new Map<string, IDataObject[]>(values.map((value) => [value, []]));
	for (const payment of payments) {
		const group = groups.get(String(payment[field]));
		if (group === undefined || !hasIdAndStatus(payment)) throw unreadableList();
		group.push(payment);
	}
	return groups;
}

/** How many keys one request asks for: each key may be a text of some length. */
export const largestBatch = 100;

interface Batch<Found> {
	keys: Set<string>;
	found: Promise<ReadonlyMap<string, Found>>;
}

/**
 * Asks in one request for the records that several items need at the same moment.
 * @param ask is given each key once, and returns what there is, by its key
 * @returns what one item calls with its key; it gets undefined where there is nothing under it
 */
export function batched<Found>(
	ask: (keys: readonly string[]) => Promise<ReadonlyMap<string, Found>>,
): (key: string) => Promise<Found | undefined> {
	let open: Batch<Found> | undefined;

	function opened(): Batch<Found> {
		const keys = new Set<string>();
		const found = sleep(0).then(async () => {
			if (open?.keys === keys) open = undefined;
			return await ask([...keys]);
		});
		return { keys, found };
	}

	return async (key) => {
		if (open === undefined || open.keys.size >= largestBatch) open = opened();
		open.keys.add(key);
		return (await open.found).get(key);
	};
}
