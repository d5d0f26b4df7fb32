import { listForm } from '../../../../nodes/Stitch/actions/fields/list';
import { resources } from '../../../../nodes/Stitch/catalogue/resources';
import { itemOf } from '../../builders.mts';
import { complaints } from '../perform.mts';

it.each([
	[{ returnAll: true, limit: 5 }, Infinity],
	[{ returnAll: 'TRUE', limit: 5 }, Infinity],
	[{ returnAll: false, limit: 5 }, 5],
	[{ limit: 5 }, 5],
	[{ returnAll: '', limit: '7' }, 7],
])('reads how many are wanted from %j', (parameters, wanted) => {
	expect(listForm.read(itemOf(parameters)).limit).toBe(wanted);
});

const lists = resources.flatMap(({ operations }) =>
	operations.filter(({ form }) => form.properties.some(({ name }) => name === 'limit')),
);

it.each(lists)('rejects a limit that is none: $action', (operation) => {
	const choices = { refundsOf: 'charge', searchBy: 'deviceId' };
	for (const limit of [-1, 0, 1.5, 'many', null]) {
		const wrong = expect.stringMatching(/^'Limit' (cannot be|is empty)/) as string;
		expect(complaints(operation, { ...choices, limit })).toContainEqual(wrong);
	}
});

it('rejects a Return All that cannot be read, as it would return too few or too many', () => {
	expect(() => listForm.read(itemOf({ returnAll: 'some', limit: 5 }))).toThrow('Return All');
});
