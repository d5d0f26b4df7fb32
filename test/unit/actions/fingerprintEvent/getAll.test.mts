import { getAll } from '../../../../nodes/Stitch/actions/fingerprintEvent/getAll.operation';
import { answer } from '../../builders.mts';
import { complaints, perform } from '../perform.mts';

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

it('returns every event of a device, even if their ID is that of the device', async () => {
	const [first, second, third] = [1, 2, 3].map((hour) => ({ id: 'device-1', hour }));
	const page = (offset: number, hasNext: boolean, ...data: unknown[]) =>
		answer(200, { data, page: { limit: 500, offset, hasNext } });
	// A new event has moved the second one to the next page.
	const { output } = await perform(
		getAll,
		{ searchBy: 'deviceId', deviceId: 'device-1', returnAll: true },
		[page(0, true, first, second), page(2, false, second, third)],
	);
	expect(output).toEqual([first, second, third]);
});
