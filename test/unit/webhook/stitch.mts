import type { IDataObject } from 'n8n-workflow';

import type { RawAnswer } from '../../../nodes/Stitch/transport/service';
import { answer } from '../builders.mts';
import { secretOf } from './deliveries.mts';

/** Where the trigger under test receives events. */
export const url = 'https://n8n.test/webhook';

/** A subscription at Stitch, such as `ep_1: payout refund`; without types it is one to all. */
export function at(text: string, address = url) {
	const [id = '', types] = text.split(': ');
	return { id, url: address, filterTypes: types?.split(' ') ?? null };
}

/** As the service may list one. */
export type AtStitch = { [Field in 'id' | 'url']: string | null } & {
	filterTypes: string[] | null;
};

/** What becomes of a mutation: its answer is lost, it is refused, also for hours, or this is what it is answered. */
export type Trouble = 'lost' | 'refused' | 'busy' | 'none' | IDataObject;

interface Mutation {
	url: string;
	filterTypes: string[] | null;
}

/** Stitch, as far as it holds subscriptions. Each that it makes is called `new_` and how many mutations there were. */
export class Stitch {
	/** Such as `list`, `delete` and `add refund`, with the address where it is not that of the trigger. */
	readonly asked: string[] = [];

	/** Its answer to whatever it is asked, in place of its own. */
	instead: RawAnswer | undefined;

	/** Of one mutation after the other. */
	readonly trouble: Trouble[];

	private mutations = 0;

	constructor(
		public held: Array<AtStitch | null> = [],
		trouble: readonly Trouble[] = [],
	) {
		this.trouble = [...trouble];
	}

	/** The IDs of what it holds. */
	get holds(): string {
		return this.held.map((one) => one?.id).join(' ');
	}

	readonly answerTo = ({ body }: { body?: unknown }): RawAnswer => {
		const { query, variables } = body as { query: string; variables: Mutation | null };
		if (variables === null) {
			this.asked.push('list');
			return this.instead ?? answer(200, { data: { client: { webhookEndpoints: this.held } } });
		}
		const { url: address, filterTypes: types } = variables;
		const kind = query.includes('clientWebhookAdd') ? 'add' : 'delete';
		this.asked.push([kind, ...(address === url ? [] : [address]), ...(types ?? [])].join(' '));
		if (this.instead) return this.instead;
		const id = `new_${++this.mutations}`;
		const trouble = this.trouble.shift() ?? 'none';
		if (trouble === 'refused') return answer(400, { code: 'BAD_USER_INPUT', detail: 'No' });
		if (trouble === 'busy') return answer(429, {}, { 'retry-after': '86400' });
		if (kind === 'add') this.held = [...this.held, { id, ...variables }];
		else this.held = this.held.filter((one) => !isHit(one, address, types));
		if (trouble === 'lost') return answer(503, {});
		const clientWebhookAdd = trouble === 'none' ? { id, secret: secretOf(id) } : trouble;
		return answer(200, { data: { clientWebhookAdd, clientWebhookDelete: { url: address } } });
	};
}

const isHit = (one: AtStitch | null, address: string, types: string[] | null) =>
	one?.url === address && (!types || types.some((type) => one.filterTypes?.includes(type)));
