import { nameOfItem } from '../../../nodes/Stitch/run/itemName';

it('an item is named by its reference, and by the number that n8n gives it', () => {
	expect(nameOfItem(0, undefined)).toBe('item 0');
	expect(nameOfItem(3, 'salary-2026-11')).toBe('salary-2026-11 (item 3)');
});
