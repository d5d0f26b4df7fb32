import {
	failureOf,
	ServiceFailure,
	unreadableList,
	type FailureDetails,
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
