import { randomUUID } from 'node:crypto';
import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';

const DAY = 24 * 60 * 60_000;

/** Stitch, as far as payouts are made there and looked up: all of them are paid. */
export class PayoutService {
	/** Its only client: what a process remembers of one is not another's. */
	readonly clientId = `live-${randomUUID()}`;
	requests = 0;
	answersAfterMs: number;
	/** How old the lists show what is made: a payout that is as new as a run may be its own. */
	daysOld = 0;
	/** As the lists show them. */
	readonly #all: IDataObject[] = [];
	readonly #byNonce = new Map<string, IDataObject>();

	constructor(answersAfterMs: number) {
		this.answersAfterMs = answersAfterMs;
	}

	async answer({ method, url, body }: IHttpRequestOptions) {
		this.requests++;
		await new Promise((resolve) =>
			this.answersAfterMs > 0 ? setTimeout(resolve, this.answersAfterMs) : setImmediate(resolve),
		);
		const [statusCode, content] =
			method === 'GET'
				? [200, this.#one(url)]
				: url.endsWith('/disbursements')
					? this.#make(body as IDataObject)
					: [200, this.#listed(body as { variables?: IDataObject })];
		// As text first: to read it is a part of what n8n has to do.
		const read = JSON.parse(JSON.stringify(content)) as IDataObject;
		return { statusCode, headers: { date: new Date().toUTCString() }, body: read };
	}

	#make(payment: IDataObject): [number, IDataObject] {
		const nonce = String(payment.nonce);
		if (this.#byNonce.has(nonce)) return [409, { code: 'NONCE_DUPLICATE', title: 'Conflict' }];
		const { name, accountNumber, bank } = payment.beneficiary as IDataObject;
		const id = `payout-${this.#all.length}`;
		const created = new Date(Date.now() - this.daysOld * DAY).toISOString();
		const listed = {
			...{ id, nonce, created, amount: payment.amount },
			externalReference: payment.externalReference,
			beneficiaryReference: payment.beneficiaryReference,
			bankBeneficiary: { accountHolder: name, accountNumber, bankId: bank },
			status: { __typename: 'DisbursementCompleted', date: created },
		};
		this.#all.push(listed);
		this.#byNonce.set(nonce, listed);
		return [201, { ...payment, id, status: 'pending', createdAt: new Date().toISOString() }];
	}

	#one(url: string): IDataObject {
		const { bankBeneficiary, created, ...payment } = this.#all[Number(url.split('-').at(-1))] ?? {};
		const { accountHolder, ...account } = bankBeneficiary as IDataObject;
		const beneficiary = { name: accountHolder, ...account };
		return { ...payment, beneficiary, status: 'completed', createdAt: created };
	}

	#listed({ variables }: { variables?: IDataObject }): IDataObject {
		const { nonce, externalReference, created } = (variables?.filter ?? {}) as {
			nonce?: { in?: string[]; eq?: string };
			externalReference?: { in: string[] };
			created?: { gte: string };
		};
		const all = nonce
			? (nonce.in ?? [nonce.eq ?? '']).flatMap((one) => this.#byNonce.get(one) ?? [])
			: this.#all.filter(
					(one) =>
						externalReference?.in.includes(String(one.externalReference)) ??
						(created && String(one.created) >= created.gte),
				);
		const [first, after] = [Number(variables?.first ?? all.length), Number(variables?.after ?? 0)];
		const edges = all.slice(after, after + first).map((node) => ({ node }));
		const end = after + edges.length;
		const pageInfo = { hasNextPage: end < all.length, endCursor: String(end) };
		return {
			data: { banks: [], client: { bankAccounts: [], disbursements: { edges, pageInfo } } },
		};
	}
}
