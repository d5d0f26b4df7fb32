import type { IDataObject } from 'n8n-workflow';

/** A status that an object takes, in milliseconds of the service's clock. */
export interface Step {
	status: string;
	at: number;
	/** How long after it the service shows it. */
	lateMs: number;
}

/** A payout, or a payment request with its money. */
export interface Thing {
	id: string;
	steps: Step[];
	/** When the money of a payment request arrived. */
	received?: Step;
	reference: string;
}

const iso = (time: number) => new Date(time).toISOString();

/** The service: it shows the present status of each object, page by page. */
export class ModelService {
	constructor(
		readonly payouts: readonly Thing[],
		readonly payments: readonly Thing[],
		private readonly pageSize: number,
	) {}

	/** The latest of the steps that are shown at a moment. */
	static present({ steps }: Thing, moment: number): Step | undefined {
		let present: Step | undefined;
		for (const step of steps) {
			if (step.at + step.lateMs <= moment && (present?.at ?? -1) < step.at) present = step;
		}
		return present;
	}

	static received({ received }: Thing, moment: number): Step | undefined {
		return received && received.at + received.lateMs <= moment ? received : undefined;
	}

	/** What it shows of everything, as the trigger names it. */
	changesAt(moment: number): Array<{ key: string; event: string; since: number; thing: Thing }> {
		const of = (event: string, thing: Thing, step: Step | undefined) =>
			step === undefined
				? []
				: [
						{
							event: `${event}.${step.status}`,
							key: keyOf(event, thing, step),
							since: step.at,
							thing,
						},
					];
		return [
			...this.payouts.flatMap((each) =>
				of('disbursement', each, ModelService.present(each, moment)),
			),
			...this.payments.flatMap((each) =>
				of('paymentRequest', each, ModelService.present(each, moment)),
			),
			...this.payments.flatMap((each) =>
				of('paymentConfirmation', each, ModelService.received(each, moment)),
			),
		];
	}

	/** Answers the document of a poll. */
	answer({ first: _, after, ...filters }: IDataObject, moment: number): IDataObject {
		const client = Object.entries(filters).map(([key, filter]) => {
			const nodes = this.nodes(filter as IDataObject, moment);
			const from = Number(after ?? 0);
			const page = nodes.slice(from, from + this.pageSize);
			const next = from + this.pageSize;
			return [
				key === 'filter'
					? (filter as IDataObject).status
						? 'disbursements'
						: 'paymentInitiationRequests'
					: key,
				{
					edges: page.map((node) => ({ node })),
					pageInfo: { hasNextPage: next < nodes.length, endCursor: String(next) },
				},
			];
		});
		return { data: { client: Object.fromEntries(client) as IDataObject } };
	}

	private nodes(filter: IDataObject, moment: number): IDataObject[] {
		if (filter.status !== undefined) {
			const [[type = '', { date }] = ['', { date: {} }]] = Object.entries(
				filter.status as Record<string, { date: IDataObject }>,
			);
			return this.payouts.flatMap((thing) => {
				const step = ModelService.present(thing, moment);
				if (step === undefined || typeOf('Disbursement', step) !== type) return [];
				return within(step.at, date) ? [payoutNode(thing, step)] : [];
			});
		}
		const byUpdate = filter.updated as IDataObject | undefined;
		const byMoney = (filter.paymentConfirmation as { PaymentReceived?: { received: IDataObject } })
			?.PaymentReceived?.received;
		return this.payments.flatMap((thing) => {
			const step = ModelService.present(thing, moment);
			const received = ModelService.received(thing, moment);
			if (step === undefined) return [];
			const updated = Math.max(step.at + step.lateMs, received ? received.at + received.lateMs : 0);
			const isAsked = byUpdate
				? within(updated, byUpdate)
				: received !== undefined && within(received.at, byMoney ?? {});
			return isAsked ? [paymentNode(thing, { step, received, updated })] : [];
		});
	}
}

const parsed = new Map<string, number>();

/** Parsed once: there are as many questions as objects. */
function timeIn(text: string): number {
	if (parsed.size > 1000) parsed.clear();
	const time = parsed.get(text) ?? Date.parse(text);
	parsed.set(text, time);
	return time;
}

function within(time: number, { gte, lt }: IDataObject): boolean {
	return time >= timeIn(String(gte)) && (lt === undefined || time < timeIn(String(lt)));
}

const typeOf = (prefix: string, { status }: Step) =>
	`${prefix}${status.charAt(0).toUpperCase()}${status.slice(1)}`;

const amount = { quantity: '150.00', currency: 'ZAR' };

function payoutNode({ id, reference }: Thing, step: Step): IDataObject {
	const status = { __typename: typeOf('Disbursement', step), date: iso(step.at) };
	return { id, externalReference: reference, amount, status };
}

function paymentNode(
	{ id, reference }: Thing,
	{ step, received, updated }: { step: Step; received: Step | undefined; updated: number },
): IDataObject {
	return {
		id,
		externalReference: reference,
		amount,
		updated: iso(updated),
		state: { __typename: typeOf('PaymentInitiationRequest', step), date: iso(step.at) },
		paymentConfirmation: received
			? { __typename: 'PaymentReceived', received: iso(received.at) }
			: null,
	};
}

/** By what the trigger distinguishes changes. */
function keyOf(family: string, { id }: Thing, { status, at }: Step): string {
	return `${family}.${status}/${id}${status === 'paused' ? `@${iso(at)}` : ''}`;
}
