import { worldsOfPayouts } from '../../simulator/worlds.mts';
import { cases } from '../../setup/thorough.mts';
import { aboveTheDay, sequences, wrongIn } from './paidOnce/sequences.mts';
import fc from '../properties.mts';

describe('a file that is edited, killed and run again, whatever happens on the way', () => {
	it.each(worldsOfPayouts)('pays nobody twice at a service %s', async (_, world) => {
		const property = fc.asyncProperty(sequences(1), async (sequence) => {
			expect(await wrongIn(sequence, world)).toEqual([]);
		});
		await fc.assert(property, { seed: 15, numRuns: cases(500), examples: [[aboveTheDay]] });
	});
});
