import {
	canPause,
	isFinal,
	meaningOf,
	statusesOf,
	type Resource,
} from '../../../nodes/Stitch/run/resource';

const resource: Pick<Resource, 'statuses'> = {
	statuses: { pending: 'open', held: 'paused', completed: 'done', error: 'failed' },
};

it.each([
	['pending', 'open', false],
	['held', 'paused', false],
	['completed', 'done', true],
	['error', 'failed', true],
])('takes %s for %s', (status, meaning, final) => {
	expect(meaningOf({ status }, resource)).toBe(meaning);
	expect(isFinal({ status }, resource)).toBe(final);
});

it.each(['brand_new', 'Completed', '', undefined, null, {}, 'toString', '__proto__'])(
	'does not guess what the status %j means',
	(status) => {
		expect(meaningOf({ status }, resource)).toBeUndefined();
		expect(isFinal({ status }, resource)).toBe(false);
	},
);

it('can pause where one of the statuses is a pause', () => {
	expect(canPause(resource)).toBe(true);
	expect(canPause({ statuses: { pending: 'open', completed: 'done' } })).toBe(false);
});

it('lists the statuses in alphabetical order', () => {
	expect(statusesOf(resource)).toEqual(['completed', 'error', 'held', 'pending']);
});
