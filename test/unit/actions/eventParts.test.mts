import { flatPart } from '../../../nodes/Stitch/actions/eventParts';

describe('a flat event', () => {
	it.each([
		[{ updatedAt: 'later', createdAt: 'first' }, { date: 'later' }],
		[{ createdAt: 'first' }, { date: 'first' }],
		[{ statusReason: 'low', reason: 'other' }, { reason: 'low' }],
		[{ reason: 'other' }, { reason: 'other' }],
		[{}, { date: undefined, reason: undefined }],
	])('says since when and why: %j', (fields, expected) => {
		const data = { id: 'a', status: 'COMPLETED', ...fields };
		const part = flatPart(data);
		expect(part.data).toBe(data);
		expect(part.state).toMatchObject({ __typename: 'COMPLETED', ...expected });
	});
});
