import type { IDataObject } from 'n8n-workflow';

import { resources } from '../../nodes/Stitch/actions/resources';
import { maskNumbers } from '../../nodes/Stitch/transport/wording';
import { runStitch } from '../../test/integration/harness.mts';
import type { Credential } from './client.mts';
import { nothing, type ShippedDocument } from './documents.mts';

/** What became of one request. */
export interface Result {
	request: string;
	/** Not allowed: the client has no scope for it, which says nothing about the package. */
	outcome: 'accepted' | 'not allowed' | 'not accepted' | 'not sent';
	said: string;
}

/** One operation of the node, as a workflow performs it. */
export interface Step {
	/** `value` of the resource and of the operation, with a point between. */
	operation: `${string}.${string}`;
	/** What tells it from other steps of the same operation. */
	when?: string;
	/** What a person fills in, with what earlier steps have made; undefined if that is missing. */
	parameters(made: Made): IDataObject | undefined;
	/** The name under which the ID of the first record is kept for later steps. */
	makes?: string;
	/** What is wrong with an answer that was read. */
	wrong?(first: IDataObject | undefined, made: Made): string | undefined;
	/** Statuses of a refusal that is an answer, too, and what it means. */
	mayRefuse?: { statuses: number[]; meaning: string };
}

/** The IDs of what earlier steps have made or found. */
export type Made = Partial<Record<string, string>>;

const byId = (value: string) => ({ __rl: true, mode: 'id', value });

/** Only what exists already; an operation on one object needs its ID. */
const when = <Given,>(id: string | undefined, given: (id: string) => Given): Given | undefined =>
	id === undefined ? undefined : given(id);

/** Less than the payment request asks for. */
const refundOf = (paymentRequest: string) => ({
	refundOf: 'paymentRequest',
	paymentRequestId: byId(paymentRequest),
	amount: '0.40',
	reason: 'requested_by_customer',
	beneficiaryReference: 'Live check',
});

const unpaid = { statuses: [400, 409, 422], meaning: 'what was only simulated is not given back' };

/** The smallest page. */
const one = { limit: 1 };

/**
 * What is tried, in this order.
 * @param run tells what this run makes from what earlier runs have made
 */
export function stepsOf(run: string): Step[] {
	const link = (name: string) => ({
		amount: '1.00',
		externalReference: `live-${name}-${run}`,
		payerReference: 'Live check',
		beneficiaryName: 'Live check',
		bank: 'fnb',
		accountNumber: '1234567890',
		additionalFields: {},
	});
	const payout = {
		amount: '1.00',
		externalReference: `live-payout-${run}`,
		beneficiaryName: 'Live check',
		bank: 'fnb',
		// Ends in 0: Stitch pays it for a test client (spec 4.7).
		accountNumber: '1234567890',
		beneficiaryReference: 'Live check',
	};
	return [
		{
			operation: 'paymentRequest.create',
			parameters: () => link('pay'),
			makes: 'paymentRequest',
		},
		{
			operation: 'paymentRequest.get',
			parameters: (made) => when(made.paymentRequest, (id) => ({ paymentRequestId: byId(id) })),
		},
		{
			operation: 'paymentRequest.simulatePayment',
			parameters: (made) => when(made.paymentRequest, (id) => ({ paymentRequestId: byId(id) })),
		},
		{
			operation: 'refund.create',
			parameters: (made) => when(made.paymentRequest, refundOf),
			makes: 'onlineRefund',
			mayRefuse: unpaid,
		},
		{
			operation: 'refund.create',
			when: 'once more: nothing is given back twice',
			parameters: (made) => (made.onlineRefund ? when(made.paymentRequest, refundOf) : undefined),
			wrong: ({ id } = {}, made) =>
				id === made.onlineRefund ? undefined : 'IT WAS GIVEN BACK A SECOND TIME under one nonce',
		},
		{ operation: 'paymentRequest.getAll', parameters: () => one },
		{
			operation: 'paymentRequest.getAll',
			when: 'by reference',
			parameters: () => ({ ...one, filters: { externalReference: `live-pay-${run}` } }),
		},
		{
			operation: 'paymentRequest.create',
			when: 'to be cancelled',
			parameters: () => link('cancel'),
			makes: 'secondRequest',
		},
		{
			operation: 'paymentRequest.cancel',
			parameters: (made) =>
				when(made.secondRequest, (id) => ({ paymentRequestId: byId(id), reason: 'Live check' })),
		},
		{ operation: 'disbursement.create', parameters: () => payout, makes: 'disbursement' },
		{
			operation: 'disbursement.create',
			when: 'once more: nothing is paid twice',
			parameters: (made) => when(made.disbursement, () => payout),
			wrong: ({ id } = {}, made) =>
				id === made.disbursement ? undefined : 'IT WAS PAID A SECOND TIME under the same nonce',
		},
		{
			operation: 'disbursement.get',
			parameters: (made) => when(made.disbursement, (id) => ({ disbursementId: byId(id) })),
		},
		{ operation: 'disbursement.getAll', parameters: () => one },
		{
			operation: 'disbursement.getAll',
			when: 'by reference',
			parameters: () => ({ ...one, filters: { externalReference: payout.externalReference } }),
		},
		{
			operation: 'disbursement.cancel',
			parameters: (made) =>
				when(made.disbursement, (id) => ({ disbursementId: byId(id), reason: 'Live check' })),
			mayRefuse: { statuses: [400, 409, 422], meaning: 'it can no longer be cancelled' },
		},
		{
			operation: 'paymentConsent.create',
			parameters: () => ({ externalReference: `live-consent-${run}` }),
			makes: 'consent',
		},
		{
			operation: 'paymentConsent.get',
			parameters: (made) => when(made.consent, (id) => ({ id })),
		},
		{
			operation: 'paymentConsent.cancel',
			parameters: (made) => when(made.consent, (id) => ({ id, reason: 'Live check' })),
		},
		{
			operation: 'bankAccount.verify',
			when: 'with the values that others have seen verified',
			parameters: () => ({
				bank: 'fnb',
				accountNumber: '1234567890',
				accountType: 'current',
				documentNumber: '5306075800082',
				familyName: 'Clegg',
				initials: 'J',
				additionalFields: {},
			}),
		},
		{ operation: 'floatAccount.getBalance', parameters: () => ({}) },
		{ operation: 'bank.getAll', parameters: () => one },
		{ operation: 'eventSubscription.getAll', parameters: () => one },
		{ operation: 'refund.getAll', parameters: () => ({ ...one, refundsOf: 'paymentRequest' }) },
		{
			operation: 'refund.getAll',
			when: 'in-person',
			parameters: () => ({ ...one, refundsOf: 'charge' }),
			makes: 'refund',
		},
		{
			operation: 'refund.get',
			parameters: (made) => when(made.refund, (id) => ({ refundId: byId(id) })),
		},
		{
			operation: 'terminalSession.getAll',
			parameters: () => one,
			makes: 'terminalSession',
		},
		{
			operation: 'terminalSession.get',
			parameters: (made) => when(made.terminalSession, (id) => ({ terminalSessionId: byId(id) })),
		},
		{ operation: 'card.getAll', parameters: () => ({ ...one, payerId: 'live-check' }) },
		{
			operation: 'fingerprintEvent.getAll',
			parameters: () => ({ ...one, correlationId: 'live-check' }),
		},
	];
}

/** Sends what ships to one client and says what was answered. */
export class Requests {
	private readonly made: Made = {};

	constructor(
		/** With the scopes that were granted. */
		private readonly credential: Credential & { chosenScopes: string[] },
	) {}

	async perform(step: Step): Promise<Result> {
		const request = nameOf(step);
		const parameters = step.parameters(this.made);
		if (parameters === undefined) {
			return { request, outcome: 'not sent', said: 'there is nothing to ask for' };
		}
		const { records, failure } = await this.run(step.operation, parameters);
		if (failure) return this.refused(request, failure, step.mayRefuse);
		const [first] = records;
		const id = first?.id;
		if (step.makes && typeof id === 'string') this.made[step.makes] = id;
		const wrong = notRead(first) ?? step.wrong?.(first, this.made);
		if (wrong !== undefined) return { request, outcome: 'not accepted', said: shown(wrong) };
		return { request, outcome: 'accepted', said: saidOf(first) };
	}

	/** Sends a document as it is, by the node's own Execute Query. */
	async ask({ name, text, variables, ofUser }: ShippedDocument): Promise<Result> {
		const request = `Document ${name}`;
		if (ofUser) {
			return { request, outcome: 'not sent', said: 'needs the consent of a person' };
		}
		const { failure } = await this.run('graphql.execute', {
			query: text,
			variables: { ...variables, ...('id' in variables && { id: this.idFor(text) }) },
		});
		return failure ? this.refused(request, failure) : { request, outcome: 'accepted', said: '' };
	}

	/** An ID that exists, if there is one; that nothing of the wanted kind has it is an answer, too. */
	private idFor(text: string): string {
		const { consent, paymentRequest } = this.made;
		return (/\bnode\(/.test(text) ? consent : paymentRequest) ?? nothing;
	}

	private async run(
		performed: string,
		parameters: IDataObject,
	): Promise<{ records: IDataObject[]; failure?: Failure }> {
		const [resource, operation] = performed.split('.');
		const { outputs, error } = await runStitch({
			parameters: { resource, operation, options: {}, ...parameters },
			credential: this.credential,
			rows: [{}],
			onError: 'continueRegularOutput',
		});
		const records = (outputs[0] ?? []).map(({ json }) => json);
		const [first] = records;
		if (error) return { records, failure: { message: error.message, details: {} } };
		if (typeof first?.error !== 'string') return { records };
		return { records, failure: { message: first.error, details: first.details as IDataObject } };
	}

	private refused(
		request: string,
		{ message, details }: Failure,
		mayRefuse?: Step['mayRefuse'],
	): Result {
		const { code, httpStatus, title, detail } = details;
		const words = String(detail ?? title ?? message);
		const said = shown([code ?? httpStatus, words].filter(Boolean).join(': '));
		if (mayRefuse?.statuses.includes(Number(httpStatus))) {
			return { request, outcome: 'accepted', said: `${mayRefuse.meaning} (${said})` };
		}
		const scopes = this.missing(details);
		if (scopes === undefined) return { request, outcome: 'not accepted', said };
		return {
			request,
			outcome: 'not allowed',
			said: scopes === '' ? said : `for this client: scope ${scopes}`,
		};
	}

	/** The scopes that a refusal is about; undefined if it is no matter of scopes. */
	private missing({ code, httpStatus, missingScopes }: IDataObject): string | undefined {
		if (code !== 'FORBIDDEN' && httpStatus !== 403) return undefined;
		const named = Array.isArray(missingScopes) ? missingScopes.map(String) : [];
		const granted = named.filter((scope) => this.credential.chosenScopes.includes(scope));
		return granted.length > 0 ? undefined : named.join(', ');
	}
}

interface Failure {
	message: string;
	details: IDataObject;
}

/** The status of what came back, or the outcome of a verification. */
function saidOf({ status, outcome }: IDataObject = {}): string {
	if (typeof status === 'string') return `status ${status}`;
	return typeof outcome === 'string' ? `outcome ${outcome}` : '';
}

/** What the node could not read of an object that it has read otherwise. */
function notRead(record: IDataObject | undefined): string | undefined {
	return record?.notRead === undefined ? undefined : `not read: ${String(record.notRead)}`;
}

/** `Payment Request → Create`, as the editor shows it. */
function nameOf({ operation, when: told }: Step): string {
	const [own, performed] = operation.split('.');
	const resource = resources.find(({ value }) => value === own);
	const found = resource?.operations.find(({ value }) => value === performed);
	if (!resource || !found) throw new Error(`No operation is called ${operation}.`);
	return `${resource.name} → ${found.name}${told ? ` (${told})` : ''}`;
}

/** As it may stand in a report: short, without numbers of accounts. */
function shown(said: string): string {
	const text = maskNumbers(said.replace(/\s+/g, ' '));
	return text.length > 160 ? `${text.slice(0, 159)}…` : text;
}
