import { comparedWithDay } from '../../../nodes/Stitch/payoutList/difference';

it.each([
	[1000, 1000, 'the same sum as on 25 October'],
	[1010, 1000, 'R0.10 (1.0\u00a0%) more than on 25 October'],
	[750, 1000, 'R2.50 (25.0\u00a0%) less than on 25 October'],
	[1_000_001, 1_000_000, 'R0.01 (less than 0.1\u00a0%) more than on 25 October'],
	[1000, 0, 'R10.00 more than on 25 October'],
])('%i cents next to %i on that day are %s', (cents, then, words) => {
	expect(comparedWithDay(cents, then, '25 October')).toBe(words);
});
