import type { INodePropertyOptions } from 'n8n-workflow';

import { StitchApi } from '../../../credentials/StitchApi.credentials';
import { StitchUserOAuth2Api } from '../../../credentials/StitchUserOAuth2Api.credentials';
import type { FailureDetails } from '../../../nodes/Stitch/transport/failure';
import { explain } from '../../../nodes/Stitch/transport/messages';

const status = (code: number, more: Partial<FailureDetails> = {}): FailureDetails => ({
	kind: 'status',
	status: code,
	...more,
});

describe('what a failure is called', () => {
	it.each<[FailureDetails, string]>([
		[status(400, { detail: 'No such bank' }), 'Stitch refused the values: No such bank'],
		[status(401), 'Stitch does not accept the credential'],
		[status(403), 'Stitch does not allow your client to do this'],
		[status(404), 'Stitch does not know this ID'],
		[status(409), 'Stitch reports a conflict'],
		[status(429), 'Stitch received too many requests'],
		[status(408), 'Stitch is not available at the moment'],
		[status(500), 'Stitch is not available at the moment'],
		[{ kind: 'graphql', code: 'INTERNAL_SERVER_ERROR' }, 'Stitch is not available at the moment'],
		[status(503), 'Stitch is not available at the moment'],
		[status(418, { title: 'Teapot' }), 'Stitch refused the request: Teapot'],
		[{ kind: 'notConnected', host: 'api.stitch.money' }, 'No connection to api.stitch.money'],
		[
			{ kind: 'answerLost', host: 'api.stitch.money' },
			'Lost the connection to api.stitch.money before it replied',
		],
		[{ kind: 'unreadable' }, 'Stitch sent a response that could not be read'],
		[{ kind: 'notTheService', status: 502 }, 'The reply did not come from Stitch'],
		[{ kind: 'notTheService', status: 200 }, 'The reply did not come from Stitch'],
		[{ kind: 'notTheService', status: 307 }, 'Stitch answered with a redirect'],
		[{ kind: 'stopped' }, 'The execution was stopped before this item was sent'],
	])('%p', (failure, message) => {
		expect(explain(failure).message).toContain(message);
	});

	it("explains an account number that fails the bank's check", () => {
		const detail = 'beneficiary.accountNumber: check-digit verification did not pass';
		expect(explain(status(400, { code: 'BAD_USER_INPUT', detail }))).toEqual({
			message: "'Account Number': the bank's check digit does not fit",
			description: 'Check for a mistyped digit.',
		});
	});

	it('names the refused field as the panel does, and repeats the words of the service', () => {
		const detail = 'paymentMethods.eft.payerReference: must have 1 to 12 characters.';
		expect(explain(status(400, { detail }))).toEqual({
			message: "Stitch refused 'Payer Reference': must have 1 to 12 characters",
			description: 'Change the value, then run the item again.',
		});
	});

	it('shows neither codes, nor places in an answer, nor numbers of HTTP', () => {
		const facts = { code: 'SOMETHING_NEW', path: 'client.things', detail: 'Why not' };
		for (const code of [400, 401, 403, 404, 409, 418, 422, 429, 500, 503]) {
			for (const kind of ['status', 'graphql', 'notTheService'] as const) {
				const { message } = explain({ kind, status: code, ...facts });
				expect(message).not.toMatch(/SOMETHING_NEW|client\.things|HTTP|\d{3}/);
			}
		}
	});

	it.each(['USER_INTERACTION_REQUIRED', 'REAUTHORIZATION_REQUIRED'])(
		'says where the person goes whose bank asks for them: %s',
		(code) => {
			const userInteractionUrl = 'https://secure.test/again';
			const failure: FailureDetails = { kind: 'graphql', code, userInteractionUrl };
			const { message, description } = explain(failure);
			expect(message).toBe('The account holder must reconnect their bank');
			expect(description).toMatch(/userInteractionUrl.*redirect_uri.*Then run the item again\.$/);
			// What a mutation has done before the person was asked is not known.
			expect(explain({ ...failure, uncertain: true }).description).not.toContain('run the item');
			const without = explain({ kind: 'graphql', code });
			expect(without.description).toMatch(/connect it again.*Then run the item again\.$/);
		},
	);

	it('writes a reason that it does not know as words', () => {
		const { message } = explain(status(422, { reason: 'bank_on_holiday' }));
		expect(message).toBe('Stitch could not complete the request: Bank on holiday');
	});

	it.each<[string, string[], string, RegExp]>([
		[
			'a scope of clients',
			['client_paymentrequest'],
			'The credential lacks the scope Payment Requests (client_paymentrequest)',
			/^Open the Stitch API credential, add what is missing under 'Scopes', and save\. If n8n then says/,
		],
		[
			'a scope of users',
			['balances'],
			'The credential lacks the scope Balances (balances)',
			/^Open the Stitch User OAuth2 API credential, .*'Scopes', and connect again\.$/,
		],
		[
			'a scope that no list has',
			['client_something'],
			'The credential lacks the scope client_something',
			/^The credential does not offer this\. Ask Stitch support/,
		],
		[
			'two scopes',
			['client_bankaccountverification', 'accountholders'],
			'The credential lacks the scopes Bank Account Verification (client_bankaccountverification) and Account Holders (accountholders)',
			/^Open the Stitch API credential/,
		],
		[
			'a scope of a list beside one of none',
			['client_card', 'client_something'],
			'The credential lacks the scopes Cards (client_card) and client_something',
			/^The credential does not offer this/,
		],
	])(
		'names %s as the credential lists it, and says how to add it',
		(_what, scopes, message, fix) => {
			for (const kind of ['status', 'graphql'] as const) {
				const failure = { kind, code: 'FORBIDDEN', missingScopes: scopes };
				expect(explain(failure)).toEqual({ message, description: expect.stringMatching(fix) });
			}
		},
	);

	it.each([
		['Stitch API', new StitchApi()],
		['Stitch User OAuth2 API', new StitchUserOAuth2Api()],
	])('names every scope that the credential %s offers', (label, { properties }) => {
		const field = properties.find(({ displayName }) => displayName === 'Scopes');
		const offered = (field?.options ?? []) as INodePropertyOptions[];
		expect(offered.length).toBeGreaterThan(3);
		for (const { name, value } of offered.filter(({ value }) => value !== 'other')) {
			const { message, description } = explain(status(403, { missingScopes: [String(value)] }));
			expect(message).toBe(`The credential lacks the scope ${name} (${value})`);
			expect(description).toContain(`Open the ${label} credential`);
		}
	});

	it('has plain words for the reason of a verification, which stands below them', () => {
		const { message, description } = explain(status(422, { reason: 'invalid_branch_number' }));
		expect(message).not.toContain('invalid_branch_number');
		expect(description).toContain('invalid_branch_number');
	});

	it("says of a gateway's page that the request may have gone through", () => {
		const described = (code: number) =>
			explain({ kind: 'notTheService', status: code }).description;
		expect(described(504)).toContain('may or may not have gone through');
		expect(described(200)).toContain('may or may not have gone through');
		expect(described(403)).not.toContain('may or may not');
	});

	it('says that an uncertain request may have gone through, not that an answer was lost', () => {
		const refusal = { kind: 'graphql', code: 'INTERNAL_SERVER_ERROR', uncertain: true } as const;
		const { description } = explain(refusal);
		expect(description).toContain('It may have gone through anyway');
		expect(description).not.toContain('no answer');
	});

	it('avoids words that blame, and always says what to do next', () => {
		const kinds: FailureDetails[] = [
			...[400, 401, 403, 404, 409, 418, 422, 429, 500].map((code) => status(code)),
			{ kind: 'notConnected' },
			{ kind: 'answerLost' },
			{ kind: 'unreadable' },
			{ kind: 'notTheService' },
			{ kind: 'stopped' },
		];
		for (const kind of kinds) {
			const { message, description } = explain(kind);
			expect(`${message} ${description}`).not.toMatch(/\b(error|problem|failure|mistake)\b/i);
			expect(description).not.toBe('');
		}
	});
});
