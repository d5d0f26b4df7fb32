import type { IDataObject } from 'n8n-workflow';

import { lookUp } from '../../../nodes/Stitch/idempotency/lookUp';
import { ServiceFailure } from '../../../nodes/Stitch/transport/failure';
import { serviceOf } from '../builders.mts';

/** Looks up over some outcomes, one for each look; an error is thrown. */
async function known(outcomes: Array<IDataObject | Error | undefined>) {
	const { service, clock } = serviceOf([]);
	let looks = 0;
	const result = await lookUp(service, async () => {
		const outcome = outcomes[looks++];
		if (outcome instanceof Error) throw outcome;
		return outcome;
	});
	return { result, looks, pauses: clock.pauses };
}

it('finds a payment at once', async () => {
	expect(await known([{ id: '1' }])).toEqual({
		result: { found: { id: '1' } },
		looks: 1,
		pauses: [],
	});
});

it('looks three times before it says that there is none', async () => {
	expect(await known([])).toEqual({ result: { none: true }, looks: 3, pauses: [500, 2000] });
});

it('finds what the service lists a little later', async () => {
	const { result } = await known([undefined, undefined, { id: '1' }]);
	expect(result).toEqual({ found: { id: '1' } });
});

it('never takes a look-up that failed for a payment that is not there', async () => {
	const details = { kind: 'notConnected', host: 'api.test' } as const;
	const { result, looks } = await known([undefined, new ServiceFailure(details)]);
	expect(result).toEqual({ failure: details });
	expect(looks).toBe(2);
});

it('says what kept it from looking, whatever that was', async () => {
	const { result } = await known([new Error('The answer has no amount')]);
	expect(result).toEqual({ failure: { kind: 'unreadable', title: 'The answer has no amount' } });
});
