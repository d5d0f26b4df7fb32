import { rawMetadata } from '../../../../nodes/Stitch/actions/fields/metadata';

it('finds the pairs and the JSON, as far as they were added', () => {
	const entry = [{ key: 'department', value: 'sales' }];
	expect(rawMetadata({ metadata: { entry }, metadataJson: '{}' })).toEqual({
		pairs: entry,
		json: '{}',
	});
	expect(rawMetadata({ metadata: {} })).toEqual({ pairs: undefined, json: undefined });
	expect(rawMetadata({})).toEqual({ pairs: undefined, json: undefined });
});
