import type { FailureDetails } from '../../../nodes/Stitch/transport/failure';
import { explain } from '../../../nodes/Stitch/transport/messages';

const status = (code: number, more: Partial<FailureDetails> = {}): FailureDetails => ({
	kind: 'status',
	status: code,
	...more,
});

describe('what a failure is called', () => {
	it.each<[FailureDetails, string]>([
		[status(400, { detail: 'No such bank' }), 'The service refused the values: No such bank'],
		[status(401), 'The service does not accept the credential'],
		[status(403), 'The client may not do this'],
		[
			status(403, { missingScopes: ['accountholders'] }),
			'The credential lacks the scope accountholders',
		],
		[status(404), 'The service does not know this ID'],
		[status(409), 'The service reports a conflict'],
		[status(429), 'The service received too many requests'],
		[status(500), 'The service is not available at the moment (HTTP 500)'],
		[
			{ kind: 'graphql', code: 'INTERNAL_SERVER_ERROR' },
			'The service is not available at the moment',
		],
		[status(503), 'The service is not available at the moment (HTTP 503)'],
		[status(418, { title: 'Teapot' }), 'The service refused the request: Teapot (HTTP 418)'],
		[{ kind: 'notConnected', host: 'api.stitch.money' }, 'No connection to api.stitch.money'],
		[
			{ kind: 'answerLost', host: 'api.stitch.money' },
			'The connection to api.stitch.money ended before an answer came',
		],
		[{ kind: 'unreadable' }, 'The service sent an answer that cannot be read'],
		[
			{ kind: 'notTheService', status: 502 },
			'Something other than the Stitch service answered (HTTP 502)',
		],
		[{ kind: 'stopped' }, 'The execution was stopped before this item was sent'],
		[
			{ kind: 'graphql', code: 'FORBIDDEN', missingScopes: ['accounts'] },
			'The credential lacks the scope accounts',
		],
	])('%p', (failure, message) => {
		expect(explain(failure).message).toContain(message);
	});

	it.each([
		'technical_error',
		'invalid_account_type',
		'invalid_branch_number',
		'invalid_account_number',
		'invalid_account_number_length',
		'instituition_not_supported',
		'bond_account_not_allowed',
	])('has plain words for the verification reason %s (spec 7)', (reason) => {
		const { message, description } = explain(status(422, { reason }));
		expect(message).not.toContain(reason);
		expect(description).toContain(reason);
	});

	it('avoids words that blame and always says how to go on', () => {
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
