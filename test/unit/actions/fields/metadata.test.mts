import { rawMetadata } from '../../../../nodes/Stitch/actions/fields/metadata';

it('finds the entries, as far as any were added', () => {
	const entry = [{ key: 'department', value: 'sales' }];
	expect(rawMetadata({ metadata: { entry } })).toEqual(entry);
	expect(rawMetadata({ metadata: {} })).toBeUndefined();
	expect(rawMetadata({})).toBeUndefined();
});
