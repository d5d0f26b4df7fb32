import { worldsOfPayouts } from '../../simulator/worlds.mts';
import { cases } from '../../setup/thorough.mts';
import { sequences, wrongIn } from './paidOnce/sequences.mts';
import fc from '../properties.mts';

describe('a file that is run twice at the same time, and again, whatever happens on the way', () => {
	it.each(worldsOfPayouts)('pays nobody twice at a service %s', async (_, world) => {
		const property = fc.asyncProperty(sequences(2), async (sequence) => {
			expect(await wrongIn(sequence, world)).toEqual([]);
		});
		await fc.assert(property, { seed: 26, numRuns: cases(300) });
	});
});
