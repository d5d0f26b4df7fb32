import type { IDataObject } from 'n8n-workflow';

import { resources } from '../../nodes/Stitch/catalogue/resources';
import { maskNumbers } from '../../nodes/Stitch/transport/wording';
import { runStitch } from '../../test/integration/harness.mts';
import type { Credential } from './client.mts';
import { nothing, type ShippedDocument } from './documents.mts';
import type { Made, Step } from './steps.mts';
import { sendAgain, type MadePayment } from './usedNonces.mts';

/** What became of one request. */
export interface Result {
	request: string;
	/** Not allowed: the client has no scope for it, which says nothing about the package. */
	outcome: 'accepted' | 'not allowed' | 'not accepted' | 'not sent';
	said: string;
}

/** Sends what ships to one client and says what was answered. */
export class Requests {
	readonly made: Made = {};

	constructor(
		/** With the scopes that were granted. */
		private readonly credential: Credential & { chosenScopes: string[] },
	) {}

	async perform(step: Step): Promise<Result> {
		const request = nameOf(step);
		const parameters = step.parameters(this.made);
		if (parameters === undefined) {
			return { request, outcome: 'not sent', said: step.missing ?? 'there is nothing to ask for' };
		}
		const { records, failure } = await this.run(step.operation, parameters);
		if (failure) return this.refused(request, failure, step);
		const [first] = records;
		const { id, nonce } = first ?? {};
		if (step.makes && typeof id === 'string') this.made[step.makes] = { id, nonce };
		const wrong = notRead(first) ?? step.wrong?.(first, this.made);
		if (wrong !== undefined) return { request, outcome: 'not accepted', said: shown(wrong) };
		return { request, outcome: 'accepted', said: step.tells?.(first) ?? saidOf(first) };
	}

	/** What Stitch does with a nonce that was used. */
	async repeat(payment: MadePayment): Promise<Result> {
		const request = `${payment.what} under a used nonce`;
		const { said, isAsSaid } = await sendAgain(this.credential, payment);
		return { request, outcome: isAsSaid ? 'accepted' : 'not accepted', said };
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
		return (/\bnode\(/.test(text) ? consent : paymentRequest)?.id ?? nothing;
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
		{ mayRefuse, mayBeUnlisted }: Partial<Step> = {},
	): Result {
		const { code, httpStatus, title, detail } = details;
		const words = String(detail ?? title ?? message);
		const said = shown([code ?? httpStatus, words].filter(Boolean).join(': '));
		if (mayRefuse?.statuses.includes(Number(httpStatus))) {
			return { request, outcome: 'accepted', said: `${mayRefuse.meaning} (${said})` };
		}
		if (mayBeUnlisted && details.happened === 'maybe') {
			return {
				request,
				outcome: 'accepted',
				said: `nothing is known of the first one yet (${said})`,
			};
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
