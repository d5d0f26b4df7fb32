import { labelOf } from '../../../nodes/Stitch/run/label';

const labelled = (...facts: unknown[]) =>
	labelOf({ id: 'a' }, { label: () => facts }, 'Africa/Johannesburg');

describe('the label of a record', () => {
	it('holds what is known, in its order', () => {
		expect(labelled('success', undefined, 42, '', null, {}, ['x'], 'last')).toBe(
			'success · 42 · last',
		);
	});

	it('says once what the payer and the business know by the same words', () => {
		expect(labelled('R20.00', 'order-77', 'completed', 'order-77')).toBe(
			'R20.00 · order-77 · completed',
		);
	});

	it('shows a time in the zone of the workflow, and none that cannot be read', () => {
		const times = [{ time: '2026-11-20T23:30:00Z' }, { time: 'yesterday' }, { time: undefined }];
		expect(labelled(...times)).toBe('21 Nov 2026, 01:30');
	});

	it('is the ID where nothing else is known', () => {
		expect(labelled(undefined, '')).toBe('a');
	});
});
