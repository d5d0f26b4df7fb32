import { findOperation, resources } from '../../../nodes/Stitch/actions/resources';

it('finds each operation under its own resource', () => {
	for (const { value, operations } of resources) {
		for (const operation of operations) {
			expect(findOperation(value, operation.value)).toBe(operation);
		}
	}
});

it.each([
	['disbursement', 'verify'],
	['disbursement', ''],
	['Disbursement', 'create'],
	['constructor', 'create'],
])('finds none that no drop-down offers: %s %s', (resource, operation) => {
	expect(findOperation(resource, operation)).toBeUndefined();
});
