import { cases } from '../../thorough.mts';
import { sequences, wrongIn } from './paidOnce/sequences.mts';
import fc from '../properties.mts';

describe('a file that is run twice at the same time, and again, whatever happens on the way', () => {
	it('pays nobody twice, and reports each row as the ledger has it', async () => {
		const property = fc.asyncProperty(sequences(2), async (sequence) => {
			expect(await wrongIn(sequence)).toEqual([]);
		});
		await fc.assert(property, { seed: 26, numRuns: cases(2000) });
	});
});
