import { cases } from '../../thorough.mts';
import { sequences, wrongIn } from './paidOnce/sequences.mts';
import fc from '../properties.mts';

describe('a file that is edited, killed and run again, whatever happens on the way', () => {
	it('pays nobody twice, and reports each row as the ledger has it', async () => {
		const property = fc.asyncProperty(sequences(1), async (sequence) => {
			expect(await wrongIn(sequence)).toEqual([]);
		});
		await fc.assert(property, { seed: 15, numRuns: cases(3000) });
	});
});
