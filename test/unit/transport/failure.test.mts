import {
	type FailureDetails,
	failureOf,
	isRedirect,
	provesNothing,
	saysDuplicate,
	ServiceFailure,
	unreadableList,
} from '../../../nodes/Stitch/transport/failure';

const refused: FailureDetails = { kind: 'graphql', happened: 'no', code: 'FORBIDDEN' };

it('what nobody foresaw leaves as much open as the place where it was thrown', () => {
	expect(failureOf(new Error('Odd'), 'maybe')).toEqual({
		kind: 'unreadable',
		happened: 'maybe',
		title: 'Odd',
	});
	expect(failureOf(new ServiceFailure(refused), 'maybe')).toBe(refused);
});

it('a list that cannot be read has changed nothing', () => {
	expect(unreadableList().details).toMatchObject({ kind: 'unreadable', happened: 'no' });
});

it.each([
	[{ kind: 'status', status: 409, happened: 'no' }, true],
	[{ kind: 'graphql', code: 'NONCE_DUPLICATE', happened: 'maybe' }, true],
	[{ kind: 'status', status: 400, happened: 'no' }, false],
	[{ kind: 'answerLost', happened: 'maybe' }, false],
] as const)('%j says that there is a payment already: %s', (failure, says) => {
	expect(saysDuplicate(failure)).toBe(says);
});

it.each([
	[undefined, false],
	[299, false],
	[300, true],
	[399, true],
	[400, false],
])('an answer with the status %s points elsewhere: %s', (status, points) => {
	expect(isRedirect(status)).toBe(points);
});

it.each([
	...[200, 302, 408, 500, 503].map((status) => [status, true] as const),
	...[400, 404, 409, 429].map((status) => [status, false] as const),
])('an answer with the status %s leaves open what Stitch has done: %s', (status, leavesOpen) => {
	expect(provesNothing(status)).toBe(leavesOpen);
});
