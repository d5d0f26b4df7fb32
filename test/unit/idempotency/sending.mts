import type { IDataObject } from 'n8n-workflow';

import { answer, serviceOf, type Reply } from '../builders.mts';
import type { OnDuplicate } from '../../../nodes/Stitch/idempotency/duplicateProtection';
import type { PaymentToMake } from '../../../nodes/Stitch/idempotency/paymentToMake';
import { sendOnce } from '../../../nodes/Stitch/idempotency/sendOnce';
import {
	repeatRule,
	usedNonces,
	type UsedNonce,
} from '../../../nodes/Stitch/idempotency/usedNonce';
import { ServiceFailure, type FailureDetails } from '../../../nodes/Stitch/transport/failure';

/** Long before the payment is sent, and when it is. */
export const [before, now] = ['2026-10-25T10:00:00.000Z', '2026-11-20T10:00:00.000Z'];

export const conflict = answer(409, { title: 'Conflict', code: 'CONFLICT' });
export const lost = { kind: 'answerLost', happened: 'maybe' } as const;
export const notReachable = new ServiceFailure({
	kind: 'status',
	happened: 'maybe',
	status: 500,
	title: 'Away',
});

const asAsked = { amount: '10.00', account: '1' };
export const paid = { ...asAsked, id: '1', status: 'completed', createdAt: before };
export const cancelled = { ...paid, status: 'cancelled', statusReason: 'Wrong person' };
export const failed = { ...paid, status: 'error', statusReason: 'account_closed' };

/** A payment as it can be looked up; a failure is thrown instead. */
type Record = IDataObject | ServiceFailure;

interface World {
	/** What Stitch holds, by nonce. */
	held?: { [nonce: string]: Record };
	/** What one request after the other is answered, in place of Stitch's own answer; `lost`: it does what it is asked, and the answer is lost. */
	answers?: Array<Reply | 'lost'>;
	/** What is different in a payment that Stitch makes. */
	makes?: Record;
	/** How many look-ups do not list yet what it holds. */
	unlistedFor?: number;
}

/** Stitch, as far as it holds payments under nonces and refuses a second one. It calls what it makes `new-1`, `new-2` and so on. */
class Stitch {
	readonly held: { [nonce: string]: Record };

	/** The nonces that were sent, and those that were looked up. */
	readonly sent: string[] = [];

	readonly lookedUp: string[] = [];

	private made = 0;

	private readonly answers: Array<Reply | 'lost'>;

	constructor(private readonly world: World) {
		this.held = { ...world.held };
		this.answers = [...(world.answers ?? [])];
	}

	answerTo(nonce: string, at: number): Reply {
		this.sent.push(nonce);
		const instead = this.answers.shift();
		if (instead !== undefined && instead !== 'lost') return instead;
		const own = nonce in this.held ? conflict : answer(201, this.make(nonce, at));
		return instead === 'lost' ? lost : own;
	}

	find(nonce: string): IDataObject | undefined {
		this.lookedUp.push(nonce);
		const isListed = this.lookedUp.length > (this.world.unlistedFor ?? 0);
		const found = isListed ? this.held[nonce] : undefined;
		if (found instanceof ServiceFailure) throw found;
		return found;
	}

	private make(nonce: string, at: number): Record {
		const { makes = {} } = this.world;
		const id = `new-${++this.made}`;
		const createdAt = new Date(at).toISOString();
		const made = { ...asAsked, id, status: 'pending', createdAt, ...makes };
		return (this.held[nonce] = makes instanceof ServiceFailure ? makes : made);
	}
}

export interface Case extends World {
	onDuplicate?: OnDuplicate;
	/** The nonces of its attempts. */
	nonces?: string[];
	/** What is known of a used nonce, where that is not what is known of payouts. */
	rules?: Partial<UsedNonce>;
	/** Whether a payment of its kind can fail for good. */
	canFail?: boolean;
	/** Whether the node can see that a payment of its kind was paid. */
	canBeDone?: boolean;
	/** Why it is not sent at all. */
	blocked?: FailureDetails;
	/** How long this execution has been sending, in milliseconds. */
	sendingFor?: number;
	/** What was found under its nonce before its turn. */
	foundAhead?: IDataObject;
}

/** Asks `sendOnce` for a payment of R10.00 to account 1, at a Stitch that may hold some. */
export function send({
	onDuplicate = 'returnExisting',
	nonces = ['a', 'b', 'c'],
	rules: more = {},
	canFail = true,
	canBeDone = true,
	blocked,
	sendingFor = 0,
	foundAhead,
	...world
}: Case) {
	const stitch = new Stitch(world);
	const { service, clock } = serviceOf(
		({ body }) => stitch.answerTo((body as { nonce: string }).nonce, clock.now()),
		{ maxTries: 3 },
	);
	const rules = { ...usedNonces['disbursement.create'], ...more };
	const allNonces = jest.fn(() => nonces);
	const payment: PaymentToMake = {
		name: () => 'the reference salary-1',
		nonce: nonces[0] ?? '',
		nonces: allNonces,
		onDuplicate,
		sendingSince: (at) => at - sendingFor,
		send: async (nonce) =>
			blocked
				? { blocked }
				: await service.tryCall({
						method: 'POST',
						path: '/x',
						body: { nonce },
						repeat: repeatRule(rules),
					}),
		find: async (nonce) => stitch.find(nonce),
		compare: ({ amount, account }) => [
			{ label: 'Amount', asked: '10.00', found: amount as string | undefined },
			{ label: 'Account Number', asked: '1', found: account as string | undefined, secret: true },
		],
		hasFailed: canFail ? ({ status }) => status === 'error' : undefined,
		isCancelled: ({ status }) => status === 'cancelled',
		isDone: canBeDone ? ({ status }) => status === 'completed' : undefined,
		rules,
		lookUpAdvice: 'Look in the dashboard.',
	};
	const result = sendOnce(service, payment, foundAhead);
	return { result, stitch, clock, allNonces };
}

/** The payment or the failure that comes of it, with the nonces that were sent and looked up. */
export async function outcomeOf(asked: Case): Promise<IDataObject> {
	const { result, stitch } = send(asked);
	const outcome = await result.catch(({ details }: ServiceFailure) => details);
	return { ...outcome, sent: stitch.sent, lookedUp: stitch.lookedUp };
}

export async function failureOf(result: Promise<unknown>) {
	return await result.then(
		() => undefined,
		(cause: ServiceFailure) => cause.details,
	);
}
