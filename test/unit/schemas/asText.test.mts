import { shown } from '../../../nodes/Stitch/schemas/asText';

it('shows the first 40 characters of a long value, and that there are more', () => {
	expect(shown('x'.repeat(40))).toBe('x'.repeat(40));
	expect(shown('x'.repeat(41))).toBe(`${'x'.repeat(40)}…`);
});
