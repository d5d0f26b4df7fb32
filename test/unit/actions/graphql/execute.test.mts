import type { IDataObject } from 'n8n-workflow';

import { execute } from '../../../../nodes/Stitch/actions/graphql/execute.operation';
import { ServiceFailure } from '../../../../nodes/Stitch/transport/failure';
import type { RawAnswer } from '../../../../nodes/Stitch/transport/service';
import { answer, itemOf } from '../../builders.mts';
import { complaints, mistakesIn, perform } from '../perform.mts';

const query = 'query Float($first: UInt) { client { bankAccounts { name } } }';
const parameters: IDataObject = { query, variables: '{}', options: {} };
const data = { client: { bankAccounts: [{ name: 'Float' }] } };
const withOptions = (options: IDataObject) => ({ ...parameters, options });
const partial = answer(200, {
	data: { client: { bankAccounts: null } },
	errors: [
		{
			message: 'Account 1234567890 is closed',
			path: ['client', 'bankAccounts'],
			extensions: { code: 'NOT_THERE' },
		},
		{ message: 'Second', extensions: {} },
	],
});

describe('GraphQL → Execute Query', () => {
	it('sends query, variables and operation name apart, and returns the data', async () => {
		const { output, sent } = await perform(
			execute,
			{ ...parameters, variables: '{ "first": 5 }', options: { operationName: 'Float' } },
			[answer(200, { data })],
		);
		expect(sent).toEqual([
			{
				method: 'POST',
				url: 'https://graphql.test/graphql',
				body: { query, variables: { first: 5 }, operationName: 'Float' },
			},
		]);
		expect(output).toEqual(data);
	});

	it('never lets a variable into the text of the query', async () => {
		const evil = '") { id } } mutation { clientRefundInitiate';
		const { sent } = await perform(execute, { ...parameters, variables: { evil } }, [
			answer(200, { data }),
		]);
		expect(sent[0]?.body).toEqual({ query, variables: { evil } });
	});

	it.each([
		[{ query: ' ' }, "'Query' is empty"],
		[{ query: 'q'.repeat(100_001) }, /'Query' can have at most 100000 characters/],
		[{ variables: '{ first: 5 }' }, "'Variables (JSON)' is not a JSON object"],
		[{ variables: { a: 'x'.repeat(1_000_000) } }, /larger than a million characters/],
		[{ options: { operationName: 'A B' } }, /'Operation Name' can have only letters/],
		[{ options: { onPartialAnswer: 'part' } }, "'On Partial Answer' cannot be part"],
	])('rejects %#, and sends nothing', (change, complaint) => {
		const [what] = complaints(execute, { ...parameters, ...change });
		expect(what).toEqual(
			typeof complaint === 'string' ? complaint : expect.stringMatching(complaint),
		);
		expect(mistakesIn(execute, { ...parameters, ...change })[0]?.fix).not.toBe('');
	});

	it.each(['', null, undefined, 'null', ' null '])(
		'sends no variables where there is %j',
		async (variables) => {
			const { sent } = await perform(execute, { ...parameters, variables }, [
				answer(200, { data }),
			]);
			expect(sent[0]?.body).toEqual({ query, variables: {} });
		},
	);

	it.each(['[1]', [1], '"text"', '1', '{'])('takes %j for no variables', (variables) => {
		expect(complaints(execute, { ...parameters, variables })).toEqual([
			"'Variables (JSON)' is not a JSON object",
		]);
	});

	it.each(['{ "nonce": 12345678901234567890 }', '{ "a": [{ "b": -1e400 }] }', { amount: NaN }])(
		'rejects %p, whose number would be sent as another one',
		(variables) => {
			const [what] = complaints(execute, { ...parameters, variables });
			expect(what).toContain("'Variables (JSON)' contains a number that cannot be sent exactly");
			const inQuotes = { nonce: '12345678901234567890', first: 999_999_999_999_999, rate: 0.1 };
			expect(complaints(execute, { ...parameters, variables: inQuotes })).toEqual([]);
		},
	);

	it('fails at a partial answer with the path, the code and how many more there are', async () => {
		const { failure } = await perform(execute, parameters, [partial]);
		expect(failure).toMatchObject({
			details: {
				kind: 'graphql',
				code: 'NOT_THERE',
				path: 'client.bankAccounts',
				detail: 'Account …90 is closed (at client.bankAccounts) [and 1 more]',
			},
		});
	});

	it('returns a partial answer with its errors when asked to', async () => {
		const { output } = await perform(execute, withOptions({ onPartialAnswer: 'return' }), [
			partial,
		]);
		expect(output).toEqual({
			data: { client: { bankAccounts: null } },
			errors: [
				{ message: 'Account …90 is closed', code: 'NOT_THERE', path: 'client.bankAccounts' },
				{ message: 'Second' },
			],
		});
	});

	it('returns a whole answer in the same shape when asked to', async () => {
		const { output } = await perform(execute, withOptions({ onPartialAnswer: 'return' }), [
			answer(200, { data }),
		]);
		expect(output).toEqual({ data, errors: [] });
	});

	it('fails where nothing came back, even when partial answers are wanted', async () => {
		const { failure } = await perform(execute, withOptions({ onPartialAnswer: 'return' }), [
			answer(200, { data: null, errors: [{ message: 'No' }] }),
		]);
		expect(failure).toMatchObject({ details: { detail: 'No' } });
	});

	it('names the parts of a document that are done, not done and unknown', async () => {
		const document = 'mutation { one: pay two: pay three: pay four: pay }';
		const refusal = (code: string, ...path: string[]) => ({
			message: `No ${path[0]}`,
			path,
			extensions: { code },
		});
		const errors = [
			refusal('BAD_USER_INPUT', 'two'),
			refusal('INTERNAL_SERVER_ERROR', 'three'),
			refusal('FORBIDDEN', 'four', 'id'),
		];
		const { failure } = await perform(execute, { ...parameters, query: document }, [
			answer(200, { data: { one: { id: '1' }, two: null, three: null, four: null }, errors }),
		]);
		expect(failure).toMatchObject({
			details: {
				kind: 'partlyDone',
				done: ['one'],
				notDone: ['two'],
				unclear: ['three', 'four'],
				happened: 'maybe',
				sentence: expect.stringContaining(
					'only part of the query: No three (at three) [and 2 more]. Done: one. Not done: two. Not known: three, four',
				),
				advice: expect.stringMatching(
					/^Do not send the mutations again that are done\. Look up those that are not known/,
				),
			},
		});
	});

	it.each([
		[undefined, 'maybe'],
		['INTERNAL_SERVER_ERROR', 'maybe'],
		['SOMETHING_NEW', 'maybe'],
		['BAD_USER_INPUT', 'no'],
		['FORBIDDEN', 'no'],
	])(
		'says of a mutation that is answered with %p whether it may be done',
		async (code, happened) => {
			const mutation = { ...parameters, query: 'mutation { pay { id } }' };
			const refusal = { message: 'No', extensions: { code } };
			const { failure } = await perform(execute, mutation, [
				answer(200, { data: null, errors: [refusal] }),
			]);
			expect(failure).toMatchObject({ details: { code, happened } });
		},
	);

	it.each([
		['a field of its result', [{ message: 'No', path: ['pay', 'id'] }]],
		['another one for certain', [{ message: 'No' }, { extensions: {}, message: 'Away' }]],
	])('counts a mutation as perhaps done that is refused with %s', async (_, [refusal, ...more]) => {
		const mutation = { ...parameters, query: 'mutation { pay { id } }' };
		const errors = [{ ...refusal, extensions: { code: 'FORBIDDEN' } }, ...more];
		const { failure } = await perform(execute, mutation, [answer(200, { data: null, errors })]);
		expect(failure).toMatchObject({ details: { happened: 'maybe' } });
	});

	it('reports only the refusal when nothing of a mutation came back', async () => {
		const mutation = { ...parameters, query: 'mutation { pay { id } }' };
		const errors = [{ message: 'No', path: ['pay'], extensions: { code: 'BAD_USER_INPUT' } }];
		const { failure } = await perform(execute, mutation, [
			answer(200, { data: { pay: null }, errors }),
		]);
		expect(failure).toMatchObject({ details: { code: 'BAD_USER_INPUT', happened: 'no' } });
		expect(failure).not.toHaveProperty('details.sentence');
	});

	it.each<[string, RawAnswer]>([
		['brought nothing', answer(200, {})],
		['failed inside', answer(200, { errors: [{ message: 'No' }] })],
	])('says of a query that %s that nothing was changed', async (_, came) => {
		const { failure } = await perform(execute, parameters, [came]);
		expect((failure as ServiceFailure).details.happened).toBe('no');
	});

	it('counts a mutation that was done in part as possibly done', async () => {
		const mutation = { ...parameters, query: 'mutation { pay { id } }' };
		const { failure } = await perform(execute, mutation, [partial]);
		expect(failure).toMatchObject({ details: { happened: 'maybe' } });
	});

	it('rejects a mutation with Retry On Fail, and lets a query pass', () => {
		const retried = (text: string) =>
			itemOf({ ...parameters, query: text }, 0, undefined, { retryOnFail: true });
		expect(complaints(execute, retried('mutation { pay { id } }'))).toEqual([
			"'Retry On Fail' would run the mutation twice: nothing protects this from being sent twice",
		]);
		expect(complaints(execute, retried(query))).toEqual([]);
	});

	it('only reads in a tool of an AI agent, where no limit bounds a mutation', () => {
		const inTool = (text: string) =>
			itemOf({ ...parameters, query: text }, 0, undefined, { type: 'stitchTool' });
		expect(complaints(execute, inTool('mutation { pay { id } }'))).toEqual([
			"'Query' contains the word mutation, and in a tool a query may only read",
		]);
		expect(complaints(execute, inTool(query))).toEqual([]);
	});

	it('repeats a query whose answer was lost, and never a mutation', async () => {
		const lost = { kind: 'answerLost' as const, happened: 'maybe' as const };
		const again = { maxTries: 3 };
		const read = await perform(execute, parameters, [lost, answer(200, { data })], again);
		expect(read.sent).toHaveLength(2);
		const change = { ...parameters, query: 'mutation { a }' };
		const write = await perform(execute, change, [lost, answer(200, { data })], again);
		expect(write.sent).toHaveLength(1);
	});
});
