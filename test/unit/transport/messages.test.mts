import type { INodePropertyOptions } from 'n8n-workflow';

import { StitchApi } from '../../../credentials/StitchApi.credentials';
import { StitchUserOAuth2Api } from '../../../credentials/StitchUserOAuth2Api.credentials';
import type { FailureDetails, Said } from '../../../nodes/Stitch/transport/failure';
import { knowField } from '../../../nodes/Stitch/transport/fieldNames';
import { explain, refusedFieldOf } from '../../../nodes/Stitch/transport/messages';

const status = (code: number, more: Partial<Said> = {}): FailureDetails => ({
	kind: 'status',
	happened: 'no',
	status: code,
	...more,
});

// As the panel's fields do.
knowField('accountNumber', 'Account Number');
knowField('payerReference', 'Payer Reference');

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
		[
			{ kind: 'graphql', happened: 'no', code: 'INTERNAL_SERVER_ERROR' },
			'Stitch is not available at the moment',
		],
		[status(503), 'Stitch is not available at the moment'],
		[status(418, { title: 'Teapot' }), 'Stitch refused the request: Teapot'],
		[
			{ kind: 'notConnected', happened: 'no', host: 'api.stitch.money' },
			'No connection to api.stitch.money',
		],
		[
			{ kind: 'answerLost', happened: 'maybe', host: 'api.stitch.money' },
			'Lost the connection to api.stitch.money before it replied',
		],
		[{ kind: 'unreadable', happened: 'maybe' }, 'Stitch sent a response that could not be read'],
		[
			{ kind: 'notTheService', happened: 'maybe', status: 502 },
			'The reply did not come from Stitch',
		],
		[
			{ kind: 'notTheService', happened: 'maybe', status: 200 },
			'The reply did not come from Stitch',
		],
		[{ kind: 'notTheService', happened: 'maybe', status: 307 }, 'Stitch answered with a redirect'],
		[{ kind: 'stopped', happened: 'no' }, 'The execution was stopped before this item was sent'],
	])('%p', (failure, message) => {
		expect(explain(failure).message).toContain(message);
	});

	it.each<[string, FailureDetails]>([
		[
			'in words',
			status(400, { detail: 'beneficiary.accountNumber: check-digit verification did not pass' }),
		],
		[
			'as the detail',
			status(400, { code: 'BAD_USER_INPUT', detail: 'account_verification_failed_cdv' }),
		],
		['as the code', status(400, { code: 'account_verification_failed_cdv', detail: 'Failed' })],
		['as the reason', status(422, { reason: 'account_verification_failed_cdv' })],
		['in free words', status(400, { detail: 'The account failed CDV check' })],
		['in GraphQL', { kind: 'graphql', happened: 'no', code: 'account_verification_failed_cdv' }],
	])("explains an account number that fails the bank's check, said %s", (_, failure) => {
		expect(explain(failure)).toEqual({
			message: "'Account Number': the account number is not a valid one of this bank",
			description: 'Check it for a mistyped digit, and that this is its bank.',
		});
		expect(refusedFieldOf(failure)).toBe('Account Number');
	});

	it.each<[string, Partial<Said>]>([
		['', {}],
		[': There is no such merchant', { detail: 'There is no such merchant.' }],
	])('explains a 404 to a request without an ID in its address%s', (said, words) => {
		expect(explain(status(404, { ...words, isWithoutId: true }))).toEqual({
			message: `Stitch does not offer this to your client, or does not know an ID in the request${said}`,
			description:
				'If you entered an ID, such as that of a merchant or a terminal, check it. Otherwise ask Stitch support whether this product is switched on for your client.',
		});
	});

	it('names the refused field as the panel does, and repeats the words of the service', () => {
		const detail = 'paymentMethods.eft.payerReference: must have 1 to 12 characters.';
		const code = 'BAD_USER_INPUT';
		const ofGraphql: FailureDetails = { kind: 'graphql', happened: 'no', code, detail };
		for (const failure of [status(400, { detail }), ofGraphql]) {
			expect(explain(failure)).toEqual({
				message: "Stitch refused 'Payer Reference': must have 1 to 12 characters",
				description: 'Change the value, then try again.',
			});
			expect(refusedFieldOf(failure)).toBe('Payer Reference');
		}
	});

	it.each<[string, FailureDetails]>([
		['refused values', status(400)],
		['a refused field', status(400, { detail: 'paymentMethods.eft.payerReference: too long.' })],
		['a refused request', status(418)],
		['an unprocessable request', status(422)],
		['a missing connection', { kind: 'notConnected', happened: 'no' }],
	])('advises about %s without naming an item: triggers and lists have none', (_, failure) => {
		expect(explain(failure).description).not.toMatch(/\bitem\b/);
	});

	it('sends nobody to options that only some nodes have', () => {
		const { description } = explain(status(429));
		expect(description).toMatch(
			/'Concurrency' .* 'Retry Time Limit', if the node has these options\.$/,
		);
	});

	it('has no full stop at its end, so that one more sentence can follow', () => {
		const sentence = "'Client Secret' is not right. Copy it again.";
		expect(explain({ kind: 'token', happened: 'no', sentence }).message).toBe(
			"'Client Secret' is not right. Copy it again",
		);
	});

	it('shows neither codes, nor places in an answer, nor numbers of HTTP', () => {
		const facts = { code: 'SOMETHING_NEW', path: 'client.things', detail: 'Why not' };
		for (const code of [400, 401, 403, 404, 409, 418, 422, 429, 500, 503]) {
			for (const kind of ['status', 'graphql', 'notTheService'] as const) {
				const { message } = explain({ kind, happened: 'no', status: code, ...facts });
				expect(message).not.toMatch(/SOMETHING_NEW|client\.things|HTTP|\d{3}/);
			}
		}
	});

	it.each(['USER_INTERACTION_REQUIRED', 'REAUTHORIZATION_REQUIRED'])(
		'says where the person goes whose bank asks for them: %s',
		(code) => {
			const userInteractionUrl = 'https://secure.test/again';
			const failure: FailureDetails = { kind: 'graphql', happened: 'no', code, userInteractionUrl };
			const { message, description } = explain(failure);
			expect(message).toBe('The account holder must reconnect their bank');
			expect(description).toMatch(/userInteractionUrl.*redirect_uri/);
			const without = explain({ kind: 'graphql', happened: 'no', code });
			expect(without.description).toMatch(/connect it again/);
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
			/^Open the Stitch API credential, add what is missing under 'Scopes', and save\. If n8n says .*, remove it again: /,
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
			/^Open the credential, choose Other under 'Scopes', and enter this in 'Additional Scopes': client_something\. /,
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
			/'Additional Scopes': client_card client_something\. If Stitch refuses it, remove it again: /,
		],
	])(
		'names %s as the credential lists it, and says how to add it',
		(_what, scopes, message, fix) => {
			for (const kind of ['status', 'graphql'] as const) {
				const failure = { kind, code: 'FORBIDDEN', missingScopes: scopes, happened: 'no' } as const;
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

	describe('where a request may have gone through', () => {
		const open: FailureDetails[] = [
			{ kind: 'answerLost', happened: 'maybe' },
			{ kind: 'unreadable', happened: 'maybe', status: 200 },
			{ kind: 'status', happened: 'maybe', status: 503 },
			{ kind: 'status', happened: 'maybe', status: 400, detail: 'amount: is too small' },
			{ kind: 'status', happened: 'maybe', status: 409 },
			{ kind: 'graphql', happened: 'maybe', code: 'INTERNAL_SERVER_ERROR' },
		];

		it.each(open)('has it checked in Stitch first: %j', (failure) => {
			expect(explain(failure).description).toBe(
				'It may have gone through. Check in Stitch before you run it again.',
			);
		});

		it.each(open)('has a payment with a nonce run again unchanged: %j', (failure) => {
			expect(explain({ ...failure, nonce: 'a1' }).description).toBe(
				'It may have gone through. Run it again unchanged: it cannot be paid twice.',
			);
		});

		it.each<[string, RegExp, FailureDetails]>([
			['a page of a gateway', /custom addresses/, { kind: 'notTheService', happened: 'maybe' }],
			['a document', /Update the node/, { kind: 'notOffered', happened: 'maybe' }],
			['a scope', /credential/, { kind: 'graphql', happened: 'maybe', code: 'UNAUTHENTICATED' }],
		])('also names what is wrong with %s', (_, fix, failure) => {
			const { description } = explain(failure);
			expect(description).toMatch(fix);
			expect(description).toMatch(/It may have gone through\. Check in Stitch before/);
		});

		it.each<FailureDetails>([
			{ kind: 'notTheService', happened: 'no', status: 403 },
			{ kind: 'answerLost', happened: 'no' },
			{ kind: 'status', happened: 'no', status: 503 },
		])('is not said where it cannot have: %j', (failure) => {
			expect(explain(failure).description).not.toContain('may have gone through');
		});
	});

	it('avoids words that blame, and always says what to do next', () => {
		const kinds: FailureDetails[] = [
			...[400, 401, 403, 404, 409, 418, 422, 429, 500].map((code) => status(code)),
			{ kind: 'notConnected', happened: 'no' },
			{ kind: 'answerLost', happened: 'maybe' },
			{ kind: 'unreadable', happened: 'maybe' },
			{ kind: 'notTheService', happened: 'no' },
			{ kind: 'stopped', happened: 'no' },
		];
		for (const kind of kinds) {
			const { message, description } = explain(kind);
			expect(`${message} ${description}`).not.toMatch(/\b(error|problem|failure|mistake)\b/i);
			expect(description).not.toBe('');
		}
	});
});
