import { askGraphql, tryGraphql, callGraphql } from '../../../nodes/Stitch/transport/graphql';
import { explain } from '../../../nodes/Stitch/transport/messages';
import {
	ServiceFailure,
	type FailureDetails,
	type FailureFacts,
} from '../../../nodes/Stitch/transport/failure';
import { answer, serviceOf } from '../builders.mts';

const query = 'query Things($id: ID!) { node(id: $id) { id } }';
const repeat = 'always' as const;

async function detailsOf(body: unknown, status = 200): Promise<FailureDetails & FailureFacts> {
	const { service } = serviceOf([answer(status, body)]);
	const failure: unknown = await callGraphql(service, { query, repeat }).catch(
		(cause: unknown) => cause,
	);
	if (!(failure instanceof ServiceFailure)) throw new Error('It did not fail');
	return failure.details;
}

function refusal(code: string | undefined, more = {}) {
	const extensions = { ...(code && { code }), ...more };
	return {
		data: null,
		errors: [{ message: 'Why not', path: ['client', 'things', 0], extensions }],
	};
}

describe('a GraphQL query', () => {
	it('goes out as JSON: text, variables and name apart from each other', async () => {
		const { service, sent } = serviceOf([answer(200, { data: { node: null } })]);
		const variables = { id: '") { id } mutation { x' };
		await callGraphql(service, { query, variables, operationName: 'Things', repeat });
		expect(sent).toEqual([
			{
				method: 'POST',
				url: 'https://graphql.test/graphql',
				body: { query, variables, operationName: 'Things' },
			},
		]);
	});

	it('without variables and name sends null and no name', async () => {
		const { service, sent } = serviceOf([answer(200, { data: {} })]);
		await callGraphql(service, { query, repeat });
		expect(sent[0]?.body).toEqual({ query, variables: null });
	});

	// The error table of the service's public reference and spec 7.
	it.each([
		['BAD_USER_INPUT', {}, 'Stitch refused the values: Why not', /Fix the value/],
		[
			'FORBIDDEN',
			{},
			'Stitch does not allow your client to do this: Why not',
			/Ask Stitch support/,
		],
		['UNAUTHENTICATED', {}, 'Stitch does not accept the credential', /Open the credential/],
		['NONCE_DUPLICATE', {}, /reports a conflict/, /Check in Stitch before you run it again/],
		['SOMETHING_NEW', {}, 'Stitch refused the request: Why not', /details/],
		[undefined, {}, 'Stitch refused the request: Why not', /details/],
	])('says in plain words what %s with %j means', async (code, more, message, description) => {
		const details = await detailsOf(refusal(code, more));
		expect(details).toMatchObject({ kind: 'graphql', happened: 'no', path: 'client.things.0' });
		const words = explain(details);
		expect(words.message).toEqual(
			typeof message === 'string' ? message : expect.stringMatching(message),
		);
		expect(words.description).toMatch(description);
	});

	it.each([
		['errors that are no objects', { errors: ['x', null] }],
		['errors without anything', { errors: [{}] }],
		[
			'an error with parts of the wrong type',
			{ errors: [{ message: 1, path: 'x', extensions: 2 }] },
		],
	])('fails, and does not crash, at %s', async (_, body) => {
		expect(await detailsOf(body)).toMatchObject({ kind: 'graphql', happened: 'no' });
	});

	it.each([{}, { data: null }, { data: 'text' }])(
		'fails at an answer without data: %j',
		async (body) => {
			expect(await detailsOf(body)).toEqual({ kind: 'unreadable', status: 200, happened: 'no' });
		},
	);

	it('has changed nothing, whatever went wrong inside the service', async () => {
		expect(await detailsOf(refusal('INTERNAL_SERVER_ERROR'))).toMatchObject({ happened: 'no' });
	});

	it('reads the errors of an answer with status 400, too', async () => {
		expect(await detailsOf(refusal('BAD_USER_INPUT'), 400)).toMatchObject({
			kind: 'status',
			status: 400,
			code: 'BAD_USER_INPUT',
			detail: 'Why not',
		});
	});

	it.each([200, 400])(
		'reads a code next to the errors, in an answer with status %d (spec 7)',
		async (status) => {
			const body = { errors: [{ message: 'Why not' }], extensions: { code: 'BAD_USER_INPUT' } };
			expect(await detailsOf(body, status)).toMatchObject({
				code: 'BAD_USER_INPUT',
				detail: 'Why not',
			});
		},
	);

	it.each([
		['https://secure.test/again?id=1', 'https://secure.test/again?id=1'],
		['http://elsewhere.test/again', undefined],
		['javascript:alert(1)', undefined],
		[7, undefined],
	])('reads where a person has to go, %j, if they may be sent there', async (given, read) => {
		const extensions = { code: 'USER_INTERACTION_REQUIRED', userInteractionUrl: given };
		const inEach = { errors: [{ message: 'Again', extensions }] };
		const beside = { errors: [{ message: 'Again' }], extensions };
		for (const body of [inEach, beside]) {
			expect((await detailsOf(body)).userInteractionUrl).toBe(read);
		}
	});

	it('reads missing scopes in an error, and next to the errors', async () => {
		const extensions = { code: 'FORBIDDEN', missingScopes: ['client_refund'] };
		const inError = { errors: [{ message: 'No', extensions }] };
		const beside = { errors: [{ message: 'No' }], extensions };
		for (const body of [inError, beside]) {
			expect(await detailsOf(body)).toMatchObject(extensions);
		}
	});

	it('prefers the code of an error to the one next to the errors', async () => {
		const body = { ...refusal('FORBIDDEN'), extensions: { code: 'UNAUTHENTICATED' } };
		expect(await detailsOf(body)).toMatchObject({ code: 'FORBIDDEN' });
	});

	it.each([null, 'text', [], { code: 7 }])(
		'has no code when the value next to the errors is %j',
		async (extensions) => {
			const { code } = await detailsOf({ errors: [{ message: 'No' }], extensions });
			expect(code).toBeUndefined();
		},
	);

	it('hides a token that the service repeats', async () => {
		const message = 'Not valid: Authorization: Bearer eyJhbGciOiJSUzI1NiJ9.e30.c2ln, try again';
		const { detail } = await detailsOf({ errors: [{ message }] });
		expect(detail).toBe('Not valid: Authorization: Bearer …, try again');
	});

	it('hides account numbers in what the service says', async () => {
		const { detail } = await detailsOf({ errors: [{ message: 'No account 1234567890 here' }] });
		expect(detail).toBe('No account …90 here');
	});

	it('returns the parts that came back and those that did not, when both are asked for', async () => {
		const { service } = serviceOf([
			answer(200, { ...refusal('X'), data: { client: { id: '1' } } }),
		]);
		expect(await askGraphql(service, { query, repeat })).toMatchObject({
			data: { client: { id: '1' } },
			errors: [{ code: 'X', happened: 'no' }],
		});
	});

	it('returns its failure to who acts on it', async () => {
		const { service } = serviceOf([answer(200, refusal('NONCE_DUPLICATE')), answer(503, {})]);
		expect(await tryGraphql(service, { query, repeat })).toMatchObject({
			failure: { code: 'NONCE_DUPLICATE' },
		});
		expect(await tryGraphql(service, { query, repeat })).toMatchObject({
			failure: { status: 503 },
		});
	});
});

describe('a document that Stitch does not take', () => {
	const both = { full: 'query { a b }', core: 'query { a }', young: ['b'] };
	const code = 'GRAPHQL_VALIDATION_FAILED';
	const message = 'Cannot query field "b" on type "Query".';
	const inError = { errors: [{ message, extensions: { code } }] };
	const beside = { errors: [{ message }], extensions: { code } };
	const data = { data: { a: 1 } };
	const read = async (script: unknown[]) => {
		const { service, sent } = serviceOf(script as Parameters<typeof serviceOf>[0]);
		const outcome = await tryGraphql(service, { query: both, repeat });
		return { outcome, queries: sent.map(({ body }) => (body as { query: string }).query) };
	};

	it.each([
		['with HTTP 200', answer(200, inError)],
		['with HTTP 400', answer(400, inError)],
		['with the code beside the errors', answer(400, beside)],
	])('is asked for once more without its young fields, and says so: %s', async (_, no) => {
		const { outcome, queries } = await read([no, answer(200, data)]);
		expect(queries).toEqual([both.full, both.core]);
		expect(outcome).toMatchObject({ answer: { body: { a: 1 } }, notRead: ['b'] });
	});

	it('fails if its core is refused, too', async () => {
		const { outcome, queries } = await read([answer(400, inError), answer(400, inError)]);
		expect(outcome).toMatchObject({ failure: { kind: 'notOffered', happened: 'no', code } });
		expect(queries).toHaveLength(2);
	});

	it.each([
		['is taken', answer(200, data)],
		['is refused for a value', answer(400, refusal('BAD_USER_INPUT'))],
		['is not answered', answer(503, {})],
	])('is asked for once where it %s', async (_, reply) => {
		expect((await read([reply])).queries).toEqual([both.full]);
	});

	it.each([
		[code, message],
		[
			'BAD_USER_INPUT',
			'Field "externalReference" is not defined by type "DisbursementFilterInput".',
		],
		['BAD_USER_INPUT', 'Value "DisbursementNew" does not exist in "DisbursementStatus" enum.'],
		[
			'BAD_USER_INPUT',
			'Expected value of type "ThingInput" not to include unknown field "metadata".',
		],
	])('is no mistake of the user: %s, %s', async (ofError, said) => {
		for (const status of [200, 400]) {
			const body = { errors: [{ message: said, extensions: { code: ofError } }] };
			const words = explain(await detailsOf(body, status));
			expect(words.message).toBe(
				`This version of the node asks Stitch for something that Stitch does not offer: ${said.slice(0, -1)}`,
			);
			expect(words.description).toMatch(/There is nothing to change in your workflow\. Update/);
		}
	});

	it('has processed nothing if it is a mutation', async () => {
		const { service } = serviceOf([answer(400, inError)]);
		const outcome = await tryGraphql(service, { query: 'mutation { a }', repeat });
		if (!('failure' in outcome)) throw new Error('It did not fail');
		expect(outcome.failure.happened).toBe('no');
		expect(explain(outcome.failure).description).toMatch(/^Nothing was processed\. /);
	});

	it.each([
		['BAD_USER_INPUT', ['cancel'], 'no'],
		['BAD_USER_INPUT', ['cancel', 'id'], 'maybe'],
		['INTERNAL_SERVER_ERROR', ['cancel'], 'maybe'],
	])('is not known to have done nothing: %s at %j of a mutation', async (code, path, happened) => {
		const errors = [{ message: 'No', path, extensions: { code } }];
		const { service } = serviceOf([answer(200, { data: null, errors })]);
		const outcome = await tryGraphql(service, { query: 'mutation { cancel { id } }', repeat });
		expect(outcome).toMatchObject({ failure: { code, happened } });
	});

	it('is about the document itself where the user has written it', async () => {
		const { service } = serviceOf([answer(200, inError)]);
		const { errors } = await askGraphql(service, { query: 'query { b }', repeat });
		expect(errors.map(explain)).toMatchObject([
			{ message: 'Stitch refused the request: Cannot query field "b" on type "Query"' },
		]);
	});
});
