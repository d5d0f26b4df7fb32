import { getAll } from '../../../../nodes/Stitch/actions/fingerprintEvent/getAll.operation';
import { complaints } from '../perform.mts';

it.each([
	[{ searchBy: 'deviceId', deviceId: ' ' }, "'Device ID' is empty"],
	[
		{ searchBy: 'correlationId', correlationId: 'x'.repeat(129) },
		"'Correlation ID' can have at most 128 characters and has 129",
	],
	[{ searchBy: 'colour' }, "'Search By' cannot be colour"],
])('rejects %p', (parameters, complaint) => {
	expect(complaints(getAll, { ...parameters, limit: 5 })).toEqual([complaint]);
});

it('takes a correlation ID of 128 characters', () => {
	const correlationId = 'x'.repeat(128);
	expect(complaints(getAll, { searchBy: 'correlationId', correlationId, limit: 5 })).toEqual([]);
});
