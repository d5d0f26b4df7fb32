import { rawLimit } from '../../../../nodes/Stitch/actions/fields/list';
import { itemOf } from '../../builders.mts';

it.each([
	[{ returnAll: true, limit: 5 }, Infinity],
	[{ returnAll: 'TRUE', limit: 5 }, Infinity],
	[{ returnAll: false, limit: 5 }, 5],
	[{ limit: 5 }, 5],
	[{ returnAll: '', limit: 'many' }, 'many'],
	[{ returnAll: false }, null],
])('reads how many are wanted from %j', (parameters, wanted) => {
	expect(rawLimit(itemOf(parameters))).toBe(wanted);
});

it('rejects a Return All that cannot be read, as it would return too few or too many', () => {
	expect(() => rawLimit(itemOf({ returnAll: 'some', limit: 5 }))).toThrow('Return All');
});
