import { worldsOfPayouts } from '../../simulator/worlds.mts';
import { cases } from '../../setup/thorough.mts';
import { sequences, wrongIn } from './paidOnce/sequences.mts';
import fc from '../properties.mts';

describe('a long file of which much was sent before, whatever happens on the way', () => {
	it.each(worldsOfPayouts)('pays nobody twice at a service %s', async (_, world) => {
		const property = fc.asyncProperty(sequences(1, { isLong: true }), async (sequence) => {
			expect(await wrongIn(sequence, world)).toEqual([]);
		});
		await fc.assert(property, { seed: 56, numRuns: cases(150) });
	});
});
