import { getAll } from '../../../../nodes/Stitch/actions/fingerprintEvent/getAll.operation';
import { answer } from '../../builders.mts';
import { complaints, perform } from '../perform.mts';

const page = answer(200, {
	data: [{ id: 'event-1' }],
	page: { limit: 500, offset: 0, hasNext: false },
});

it.each([
	['correlationId', { correlationId: 'order-1' }],
	['deviceId', { deviceId: 'device-1' }],
])('finds events by %s and never by both', async (searchBy, filters) => {
	const { output, sent } = await perform(
		getAll,
		{ searchBy, correlationId: 'order-1', deviceId: 'device-1', returnAll: true },
		[page],
	);
	expect(output).toEqual([{ id: 'event-1' }]);
	expect(sent).toEqual([
		{
			method: 'GET',
			url: 'https://rest.test/v2/fingerprint/events',
			qs: { ...filters, limit: 500, offset: 0 },
		},
	]);
});

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
