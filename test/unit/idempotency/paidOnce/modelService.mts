import type { IDataObject } from 'n8n-workflow';

import type { RawAnswer } from '../../../../nodes/Stitch/transport/service';
import type { World } from '../../../simulator/worlds.mts';
import { answer, graphqlPage, refused, type SentRequest, type TestClock } from '../../builders.mts';

/** What becomes of a payment once the service has decided. */
export type Fate = 'pending' | 'paused' | 'completed' | 'error' | 'cancelled' | 'reversed';

/**
 * What happens to one request. `late`: it is carried out a moment after the sender gave up; `repeated`:
 * a gateway on the way sends it twice, and the second answer comes back.
 */
export const faults = [
	'lostBefore',
	'lostAfter',
	'late',
	'downBefore',
	'downAfter',
	'pageBefore',
	'pageAfter',
	'proxy',
	'refused400',
	'refused404',
	'refused422',
	'otherConflict',
	'tooMany',
	'noToken',
	'notConnected',
	'nullList',
	'repeated',
] as const;

export type Fault = (typeof faults)[number];

/** One payment in the ledger. */
export interface Paid {
	id: string;
	/** Which run has made it. */
	run: number;
	/** When it was made, in milliseconds of the clock. */
	at: number;
	fate: Fate;
	/** As it was sent. */
	body: IDataObject & { nonce: string; beneficiary: IDataObject; amount: IDataObject };
}

/** Called before a payment is written into the ledger. */
type Watch = (payment: Paid, ledger: readonly Paid[]) => void;

const decidedAfterMs = 60_000;
const lateMs = 30_000;

const finallyFailed: readonly string[] = ['error', 'cancelled', 'reversed'];

/** Disbursements as the service keeps them (spec 2.5, 3.2, 4.3), in memory. */
export class ModelService {
	readonly ledger: Paid[] = [];

	/** What was given up by its sender and is carried out later. */
	private underWay: Array<{ at: number; run: number; body: Paid['body'] }> = [];

	constructor(
		private readonly clock: TestClock,
		/** What becomes of the payments, in the order in which they are made; then from the start. */
		private readonly fates: readonly Fate[],
		private readonly watch: Watch,
		/** Which of the services that the specification allows it is. */
		private readonly world: World,
	) {}

	/** The answer to one request; throws where none comes. */
	answer(request: SentRequest, run: number, fault: Fault | undefined): RawAnswer {
		this.catchUp();
		return withDate(this.answerWith(request, run, fault), this.clock.now());
	}

	private answerWith(request: SentRequest, run: number, fault: Fault | undefined): RawAnswer {
		if (fault === undefined) return this.process(request, run);
		const before = answerInstead(fault, request);
		if (before !== undefined) return before;
		if (fault === 'late') this.carryOutLater(request, run);
		else this.process(request, run);
		if (fault === 'repeated') return this.process(request, run);
		if (fault === 'downAfter') return answer(500, { title: 'Internal Server Error' });
		if (fault === 'pageAfter') return page;
		throw networkError('ECONNRESET');
	}

	/** The status of a payment, by default the present one. */
	statusOf({ at, fate }: Paid, when = this.clock.now()): string {
		const decisions = Math.floor((when - at) / decidedAfterMs);
		if (decisions <= 0) return 'pending';
		return fate === 'reversed' && decisions === 1 ? 'completed' : fate;
	}

	/** Whether a payment moves money, by default now: it has not finally failed. */
	isLive(payment: Paid, when?: number): boolean {
		return !finallyFailed.includes(this.statusOf(payment, when));
	}

	/** Carries out what is still under way, as far as its time has come. */
	catchUp(): void {
		const due = this.underWay.filter(({ at }) => at <= this.clock.now());
		this.underWay = this.underWay.filter((each) => !due.includes(each));
		for (const { body, run, at } of due) this.create(body, run, at);
	}

	private process({ method, url, body }: SentRequest, run: number): RawAnswer {
		if (url.endsWith('/graphql')) return this.list(body as GraphqlBody);
		if (method === 'POST') return this.create(body as Paid['body'], run);
		const id = decodeURIComponent(url.split('/').at(-1) ?? '');
		const payment = this.ledger.find((each) => each.id === id);
		return payment === undefined
			? answer(404, { title: 'Not Found' })
			: answer(200, this.asRest(payment));
	}

	private carryOutLater({ method, url, body }: SentRequest, run: number): void {
		if (method !== 'POST' || url.endsWith('/graphql')) return;
		this.underWay.push({ at: this.clock.now() + lateMs, run, body: body as Paid['body'] });
	}

	private create(body: Paid['body'], run: number, at = this.clock.now()): RawAnswer {
		const first = this.ledger.find((paid) => paid.body.nonce === body.nonce);
		if (first !== undefined && this.world.usedNonce === 'firstWith200') {
			return answer(200, this.asRest(first));
		}
		if (first !== undefined && this.world.usedNonce === 'firstWith201') {
			return answer(201, this.asRest(first));
		}
		if (first !== undefined) {
			return answer(409, { title: 'Conflict', detail: 'This nonce was used before.' });
		}
		const count = this.ledger.length;
		const fate = this.fates[count % this.fates.length] ?? 'completed';
		const payment = { id: `payment-${count + 1}`, run, at, fate, body };
		this.watch(payment, this.ledger);
		this.ledger.push(payment);
		return answer(201, this.asRest(payment));
	}

	/** The queries that the node sends: by nonce, by many, and of a day. */
	private list({ variables: { filter } }: GraphqlBody): RawAnswer {
		if (this.world.lists === 'forbidden') return refused('FORBIDDEN');
		const nonce = filter?.nonce?.eq;
		const nonces = filter?.nonce?.in;
		const since = Date.parse(filter?.created?.gte ?? '') || 0;
		const listed = this.ledger.filter(
			({ at, body }) =>
				at >= since &&
				(nonce === undefined || body.nonce === nonce) &&
				(nonces === undefined || nonces.includes(body.nonce)) &&
				this.clock.now() >= at + (this.world.listedAfterMs ?? 0),
		);
		return graphqlPage(
			'disbursements',
			listed.map((payment) => this.asGraphql(payment)),
		);
	}

	/** The payment that an item names, by whichever of its IDs. */
	named(id: unknown): Paid | undefined {
		return this.ledger.find((paid) => paid.id === id || this.idInGraphql(paid) === id);
	}

	private idInGraphql({ id }: Paid): string {
		return this.world.idsInGraphql === 'other' ? `graphql-${id}` : id;
	}

	private asRest(payment: Paid): IDataObject {
		const { bank: bankId, ...beneficiary } = payment.body.beneficiary;
		return {
			...payment.body,
			id: payment.id,
			beneficiary: {
				...beneficiary,
				accountNumber: shownAs(this.world.accounts, String(beneficiary.accountNumber)),
				bankId,
			},
			status: this.world.statusAs === 'object' ? this.asType(payment) : this.statusOf(payment),
			createdAt: writtenAs(this.world.times, payment.at),
		};
	}

	private asGraphql(payment: Paid): IDataObject {
		const { amount, nonce, beneficiary } = payment.body;
		return {
			...{
				id: this.idInGraphql(payment),
				nonce,
				amount,
				created: new Date(payment.at).toISOString(),
			},
			bankBeneficiary: {
				accountHolder: beneficiary.name,
				accountNumber: shownAs(this.world.accounts, String(beneficiary.accountNumber)),
				bankId: beneficiary.bank,
			},
			status: this.asType(payment),
		};
	}

	/** Its status as GraphQL has it. */
	private asType(payment: Paid): IDataObject {
		const status = this.statusOf(payment);
		return { __typename: `Disbursement${status.charAt(0).toUpperCase()}${status.slice(1)}` };
	}
}

function withDate(raw: RawAnswer, now: number): RawAnswer {
	return { ...raw, headers: { date: new Date(now).toUTCString(), ...raw.headers } };
}

function writtenAs(times: World['times'], at: number): string | undefined {
	if (times === 'missing') return undefined;
	const southAfrica = 2 * 60 * 60 * 1000;
	const iso = new Date(times === 'southAfrican' ? at + southAfrica : at).toISOString();
	return times === undefined || times === 'zoned' ? iso : iso.replace('Z', '');
}

function shownAs(accounts: World['accounts'], account: string): string {
	if (accounts === 'masked') return `******${account.slice(-4)}`;
	return accounts === 'withoutZeros' ? account.replace(/^0+/, '') : account;
}

interface GraphqlBody {
	variables: { filter?: { nonce?: { eq?: string; in?: string[] }; created?: { gte: string } } };
}

const page = answer(200, { message: 'Down for maintenance' });

/** What comes back where nothing is carried out; undefined where something is. */
function answerInstead(fault: Fault, { url }: SentRequest): RawAnswer | undefined {
	switch (fault) {
		case 'lostBefore':
			throw networkError('ECONNRESET');
		case 'notConnected':
			throw networkError('ECONNREFUSED');
		case 'downBefore':
			return answer(503, { title: 'Service Unavailable' });
		case 'pageBefore':
			return page;
		case 'proxy':
			return answer(502, '<html><body>Bad Gateway</body></html>');
		case 'refused400':
		case 'refused404':
		case 'refused422':
			return answer(Number(fault.slice(-3)), { title: 'Refused', detail: 'Its state forbids it.' });
		case 'otherConflict':
			return answer(409, { title: 'Conflict', detail: 'The float is being topped up.' });
		case 'tooMany':
			return answer(429, { title: 'Too Many Requests' }, { 'retry-after': '1' });
		case 'noToken':
			return answer(401, { title: 'Unauthorized' });
		case 'nullList':
			if (!url.endsWith('/graphql')) return answer(503, { title: 'Service Unavailable' });
			return answer(200, { data: { client: { disbursements: null } } });
		default:
			return undefined;
	}
}

function networkError(code: string): Error {
	return Object.assign(new Error('No answer'), { code });
}
