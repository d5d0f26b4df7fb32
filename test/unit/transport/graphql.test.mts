import {
	ServiceFailure,
	type FailureDetails,
	type FailureFacts,
} from '../../../nodes/Stitch/transport/failure';
import { askGraphql, callGraphql, tryGraphql } from '../../../nodes/Stitch/transport/graphql';
import { explain } from '../../../nodes/Stitch/transport/messages';
import { answer, serviceOf, type Reply } from '../builders.mts';

const query = 'query Things($id: ID!) { node(id: $id) { id } }';
const repeat = 'always' as const;

/** Why a query fails that is answered with this body. */
async function detailsOf(body: unknown, status = 200): Promise<FailureDetails & FailureFacts> {
	const { service } = serviceOf([answer(status, body)]);
	const failure: unknown = await callGraphql(service, { query, repeat }).catch(
		(cause: unknown) => cause,
	);
	if (!(failure instanceof ServiceFailure)) throw new Error('It did not fail');
	return failure.details;
}

/** What comes of a document that is answered so. */
async function outcomeOf(document: string, reply: Reply) {
	const outcome = await tryGraphql(serviceOf([reply]).service, { query: document, repeat });
	return 'failure' in outcome ? outcome.failure : undefined;
}

/** A refusal with its extensions in its error, or next to the errors (spec 7). */
const inError = (extensions: object, message = 'Why not') => ({
	data: null,
	errors: [{ message, path: ['client', 'things', 0], extensions }],
});
const beside = (extensions: unknown, message = 'Why not') => ({
	errors: [{ message }],
	extensions,
});

interface Words {
	code: string | undefined;
	message: RegExp;
	description: RegExp;
}

interface Read {
	body: unknown;
	details: object;
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
	it.each`
		code                 | message                                                      | description
		${'BAD_USER_INPUT'}  | ${/^Stitch refused the values: Why not$/}                    | ${/Fix the value/}
		${'FORBIDDEN'}       | ${/^Stitch does not allow your client to do this: Why not$/} | ${/Ask Stitch support/}
		${'UNAUTHENTICATED'} | ${/^Stitch does not accept the credential$/}                 | ${/Open the credential/}
		${'NONCE_DUPLICATE'} | ${/reports a conflict/}                                      | ${/Check in Stitch before you run it again/}
		${'SOMETHING_NEW'}   | ${/^Stitch refused the request: Why not$/}                   | ${/details/}
		${undefined}         | ${/^Stitch refused the request: Why not$/}                   | ${/details/}
	`('says in plain words what $code means', async ({ code, message, description }: Words) => {
		const details = await detailsOf(inError(code === undefined ? {} : { code }));
		expect(details).toMatchObject({ kind: 'graphql', happened: 'no', path: 'client.things.0' });
		const words = explain(details);
		expect(words.message).toMatch(message);
		expect(words.description).toMatch(description);
	});

	it.each`
		what                         | body                                                      | details
		${'errors without objects'}  | ${{ errors: ['x', null] }}                                | ${{ kind: 'graphql' }}
		${'errors without anything'} | ${{ errors: [{}] }}                                       | ${{ kind: 'graphql' }}
		${'parts of the wrong type'} | ${{ errors: [{ message: 1, path: 'x', extensions: 2 }] }} | ${{ kind: 'graphql' }}
		${'an empty object'}         | ${{}}                                                     | ${{ kind: 'unreadable', status: 200 }}
		${'no data'}                 | ${{ data: null }}                                         | ${{ kind: 'unreadable', status: 200 }}
		${'text for data'}           | ${{ data: 'text' }}                                       | ${{ kind: 'unreadable', status: 200 }}
		${'a fault of the service'}  | ${inError({ code: 'INTERNAL_SERVER_ERROR' })}             | ${{ code: 'INTERNAL_SERVER_ERROR' }}
	`(
		'fails, and has changed nothing, where the answer is $what',
		async ({ body, details }: Read) => {
			expect(await detailsOf(body)).toMatchObject({ ...details, happened: 'no' });
		},
	);

	it.each`
		what                                   | body                                                                             | details
		${'a code in an error'}                | ${inError({ code: 'BAD_USER_INPUT' })}                                           | ${{ code: 'BAD_USER_INPUT', detail: 'Why not' }}
		${'a code next to the errors'}         | ${beside({ code: 'BAD_USER_INPUT' })}                                            | ${{ code: 'BAD_USER_INPUT', detail: 'Why not' }}
		${'the code of an error before that'}  | ${{ ...beside({ code: 'UNAUTHENTICATED' }), ...inError({ code: 'FORBIDDEN' }) }} | ${{ code: 'FORBIDDEN' }}
		${'missing scopes in an error'}        | ${inError({ code: 'FORBIDDEN', missingScopes: ['client_refund'] })}              | ${{ missingScopes: ['client_refund'] }}
		${'missing scopes next to the errors'} | ${beside({ code: 'FORBIDDEN', missingScopes: ['client_refund'] })}               | ${{ missingScopes: ['client_refund'] }}
		${'nothing as a code'}                 | ${beside(null)}                                                                  | ${{ code: undefined }}
		${'text as no code'}                   | ${beside('text')}                                                                | ${{ code: undefined }}
		${'a list as no code'}                 | ${beside([])}                                                                    | ${{ code: undefined }}
		${'a number as no code'}               | ${beside({ code: 7 })}                                                           | ${{ code: undefined }}
		${'a token, and hides it'}             | ${beside({}, 'Authorization: Bearer eyJhbGciOiJSUzI1NiJ9.e30.c2ln, no')}         | ${{ detail: 'Authorization: Bearer …, no' }}
		${'an account number, and hides it'}   | ${beside({}, 'No account 1234567890 here')}                                      | ${{ detail: 'No account …90 here' }}
	`('reads $what', async ({ body, details }: Read) => {
		expect({ code: undefined, ...(await detailsOf(body)) }).toMatchObject(details);
	});

	it.each([
		['in the error', inError],
		['next to the errors', beside],
	])('reads a refusal with status 400, too, with its code %s', async (_, bodyWith) => {
		const details = { kind: 'status', status: 400, code: 'BAD_USER_INPUT', detail: 'Why not' };
		expect(await detailsOf(bodyWith({ code: 'BAD_USER_INPUT' }), 400)).toMatchObject(details);
	});

	it.each`
		userInteractionUrl                  | read
		${'https://secure.test/again?id=1'} | ${'https://secure.test/again?id=1'}
		${'http://elsewhere.test/again'}    | ${undefined}
		${'javascript:alert(1)'}            | ${undefined}
		${7}                                | ${undefined}
	`(
		'reads where a person has to go, if they may be sent there: $userInteractionUrl',
		async ({ userInteractionUrl, read }: { userInteractionUrl: unknown; read?: string }) => {
			const extensions = { code: 'USER_INTERACTION_REQUIRED', userInteractionUrl };
			for (const body of [inError(extensions), beside(extensions)]) {
				expect((await detailsOf(body)).userInteractionUrl).toBe(read);
			}
		},
	);

	it('returns the parts that came back and those that did not, when both are asked for', async () => {
		const body = { ...inError({ code: 'X' }), data: { client: { id: '1' } } };
		const { service } = serviceOf([answer(200, body)]);
		expect(await askGraphql(service, { query, repeat })).toMatchObject({
			data: { client: { id: '1' } },
			errors: [{ code: 'X', happened: 'no' }],
		});
	});

	it('returns its failure to who acts on it', async () => {
		const used = answer(200, inError({ code: 'NONCE_DUPLICATE' }));
		expect(await outcomeOf(query, used)).toMatchObject({ code: 'NONCE_DUPLICATE' });
		expect(await outcomeOf(query, answer(503, {}))).toMatchObject({ status: 503 });
	});
});

describe('a document that Stitch does not take', () => {
	const both = { full: 'query { a b }', core: 'query { a }', young: ['b'] };
	const code = 'GRAPHQL_VALIDATION_FAILED';
	const message = 'Cannot query field "b" on type "Query".';
	const invalid = inError({ code }, message);
	const data = answer(200, { data: { a: 1 } });

	/** What comes of a query at a Stitch that takes no document with the young field. */
	async function read(refusal: Reply, taken: Reply = data) {
		const { service, sent } = serviceOf(({ body }) =>
			(body as { query: string }).query === both.core ? taken : refusal,
		);
		const outcome = await tryGraphql(service, { query: both, repeat });
		return { outcome, queries: sent.map(({ body }) => (body as { query: string }).query) };
	}

	it.each([
		['with HTTP 200', answer(200, invalid)],
		['with HTTP 400', answer(400, invalid)],
		['with the code beside the errors', answer(400, beside({ code }, message))],
	])('is asked for once more without its young fields, and says so: %s', async (_, refusal) => {
		const { outcome, queries } = await read(refusal);
		expect(queries).toEqual([both.full, both.core]);
		expect(outcome).toMatchObject({ answer: { body: { a: 1 } }, notRead: ['b'] });
	});

	it('fails if its core is refused, too', async () => {
		const { outcome, queries } = await read(answer(400, invalid), answer(400, invalid));
		expect(outcome).toMatchObject({ failure: { kind: 'notOffered', happened: 'no', code } });
		expect(queries).toHaveLength(2);
	});

	it.each([
		['is taken', data],
		['is refused for a value', answer(400, inError({ code: 'BAD_USER_INPUT' }))],
		['is not answered', answer(503, {})],
	])('is asked for once where it %s', async (_, reply) => {
		expect((await read(reply)).queries).toEqual([both.full]);
	});

	it.each`
		ofError             | said
		${code}             | ${message}
		${'BAD_USER_INPUT'} | ${'Field "externalReference" is not defined by type "DisbursementFilterInput".'}
		${'BAD_USER_INPUT'} | ${'Value "DisbursementNew" does not exist in "DisbursementStatus" enum.'}
		${'BAD_USER_INPUT'} | ${'Expected value of type "ThingInput" not to include unknown field "metadata".'}
	`(
		'is no mistake of the user: $ofError, $said',
		async ({ ofError, said }: { ofError: string; said: string }) => {
			for (const status of [200, 400]) {
				const words = explain(await detailsOf(inError({ code: ofError }, said), status));
				expect(words.message).toBe(
					`This version of the node asks Stitch for something that Stitch does not offer: ${said.slice(0, -1)}`,
				);
				expect(words.description).toMatch(/There is nothing to change in your workflow\. Update/);
			}
		},
	);

	it('has processed nothing if it is a mutation', async () => {
		const failure = await outcomeOf('mutation { a }', answer(400, invalid));
		expect(failure?.happened).toBe('no');
		expect(failure && explain(failure).description).toMatch(/^Nothing was processed\. /);
	});

	it('is about the document itself where the user has written it', async () => {
		const { service } = serviceOf([answer(200, invalid)]);
		const { errors } = await askGraphql(service, { query: 'query { b }', repeat });
		expect(errors.map(explain)).toMatchObject([
			{ message: 'Stitch refused the request: Cannot query field "b" on type "Query"' },
		]);
	});
});

it.each`
	code                       | path                | happened
	${'BAD_USER_INPUT'}        | ${['cancel']}       | ${'no'}
	${'BAD_USER_INPUT'}        | ${['cancel', 'id']} | ${'maybe'}
	${'INTERNAL_SERVER_ERROR'} | ${['cancel']}       | ${'maybe'}
`(
	'a mutation that fails with $code at $path may have changed something: $happened',
	async ({ code, path, happened }: { code: string; path: string[]; happened: string }) => {
		const errors = [{ message: 'No', path, extensions: { code } }];
		const reply = answer(200, { data: null, errors });
		expect(await outcomeOf('mutation { cancel { id } }', reply)).toMatchObject({ code, happened });
	},
);

describe('a GraphQL mutation', () => {
	const mutation = { query: 'mutation { pay { id } }', repeat } as const;
	const failureAfter = async (...script: Reply[]) => {
		const outcome = await tryGraphql(serviceOf(script, { maxTries: 2 }).service, mutation);
		return 'failure' in outcome ? outcome.failure : undefined;
	};

	it('may have happened if it is refused only after an answer was lost', async () => {
		const lost = { kind: 'answerLost', happened: 'maybe' } as const;
		const refused = answer(200, { errors: [{ extensions: { code: 'FORBIDDEN' } }] });
		expect(await failureAfter(refused)).toMatchObject({ happened: 'no' });
		expect(await failureAfter(lost, refused)).toMatchObject({
			code: 'FORBIDDEN',
			happened: 'maybe',
		});
	});

	it('may have happened if its answer has no data', async () => {
		expect(await failureAfter(answer(200, {}))).toMatchObject({ happened: 'maybe' });
	});
});
