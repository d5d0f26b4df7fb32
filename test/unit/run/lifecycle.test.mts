import {
	canPause,
	isFinal,
	meaningOf,
	statusesOf,
	type Lifecycle,
} from '../../../nodes/Stitch/run/lifecycle';

const lifecycle: Pick<Lifecycle, 'statuses'> = {
	statuses: { pending: 'open', held: 'paused', completed: 'done', error: 'failed' },
};

it.each([
	['pending', 'open', false],
	['held', 'paused', false],
	['completed', 'done', true],
	['error', 'failed', true],
])('takes %s for %s', (status, meaning, final) => {
	expect(meaningOf({ status }, lifecycle)).toBe(meaning);
	expect(isFinal({ status }, lifecycle)).toBe(final);
});

it.each(['brand_new', 'Completed', '', undefined, null, {}, 'toString', '__proto__'])(
	'does not guess what the status %j means',
	(status) => {
		expect(meaningOf({ status }, lifecycle)).toBeUndefined();
		expect(isFinal({ status }, lifecycle)).toBe(false);
	},
);

it('can pause where one of the statuses is a pause', () => {
	expect(canPause(lifecycle)).toBe(true);
	expect(canPause({ statuses: { pending: 'open', completed: 'done' } })).toBe(false);
});

it('lists the statuses in alphabetical order', () => {
	expect(statusesOf(lifecycle)).toEqual(['completed', 'error', 'held', 'pending']);
});
