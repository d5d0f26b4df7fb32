import {
	graphqlErrors,
	mostOpen,
	readErrorBody,
} from '../../../nodes/Stitch/transport/errorAnswer';
import type { FailureDetails } from '../../../nodes/Stitch/transport/failure';

const refused: FailureDetails = { kind: 'graphql', happened: 'no', code: 'FORBIDDEN' };
const open: FailureDetails = { kind: 'graphql', happened: 'maybe', code: 'NEW' };
const duplicate: FailureDetails = { kind: 'graphql', happened: 'no', code: 'NONCE_DUPLICATE' };

it.each([
	['the first', [refused], refused],
	['one after which it may have happened', [refused, open], open],
	['one that says that it was sent before', [refused, open, duplicate], duplicate],
	['none of none', [], undefined],
])('of several errors of one mutation, %s counts', (_, errors, counts) => {
	expect(mostOpen(errors)).toBe(counts);
});

it.each([
	['FORBIDDEN', ['pay'], 'no'],
	['FORBIDDEN', ['pay', 'status'], 'maybe'],
	['NONCE_DUPLICATE', ['pay', 'nonce'], 'no'],
	['GRAPHQL_VALIDATION_FAILED', ['query', 'pay'], 'no'],
	['INTERNAL_SERVER_ERROR', ['pay'], 'maybe'],
	[undefined, undefined, 'maybe'],
])('a mutation refused with %s at %j has happened: %s', (code, path, happened) => {
	const [error] = graphqlErrors({ errors: [{ path, extensions: { code } }] });
	expect(error?.happened).toBe(happened);
});

it.each([
	[{ message: 'Odd' }, 'Odd'],
	['Odd', 'Odd'],
	[{}, undefined],
])('an answer whose errors are not a list, but %j, has one', (errors, detail) => {
	expect(graphqlErrors({ data: { client: {} }, errors })).toMatchObject([
		{ kind: 'graphql', happened: 'maybe', detail },
	]);
});

it.each([undefined, null, [], ''])('an answer with %j as its errors has none', (errors) => {
	expect(graphqlErrors({ data: {}, errors })).toEqual([]);
});

it.each([
	['BAD_USER_INPUT', ['pay'], 'no'],
	['NONCE_DUPLICATE', ['pay', 'nonce'], 'no'],
	[undefined, undefined, 'no'],
	['INTERNAL_SERVER_ERROR', ['pay'], 'maybe'],
	['BAD_USER_INPUT', ['pay', 'status'], 'maybe'],
	[undefined, ['pay', 'status'], 'maybe'],
])('a 400 with the error %s at %j has happened: %s', (code, path, happened) => {
	const body = { data: null, errors: [{ message: 'Odd', path, extensions: { code } }] };
	expect(readErrorBody(400, body)).toMatchObject({ kind: 'status', status: 400, happened });
});

it('a refusal over REST keeps its words beside errors by field', () => {
	const body = { title: 'Invalid Input', errors: { amount: ['too large'] } };
	expect(readErrorBody(400, body)).toMatchObject({ kind: 'status', title: 'Invalid Input' });
});

it.each([
	[400, 'no'],
	[429, 'no'],
	[408, 'maybe'],
	[500, 'maybe'],
	[503, 'maybe'],
])(
	'an answer with status %i says of what was asked for that it happened: %s',
	(status, happened) => {
		for (const body of ['', {}]) expect(readErrorBody(status, body).happened).toBe(happened);
	},
);

it('a refusal that mentions a page is none', () => {
	const body = 'The part <body> is too large';
	expect(readErrorBody(400, body)).toMatchObject({ kind: 'status', happened: 'no', detail: body });
});
