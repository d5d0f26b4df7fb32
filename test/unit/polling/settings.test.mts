import { readSettings } from '../../../nodes/Stitch/polling/settings';
import type { Change } from '../../../nodes/Stitch/polling/change';
import { executeContext, pollContext } from './contexts.mts';

const change = (event: string, externalReference: string | null, quantity = 100) =>
	({ event: { event, externalReference, amount: { quantity, currency: 'ZAR' } } }) as Change;

it('reads the panel in a look and in an execution', () => {
	const options = { startFrom: '2026-11-20T12:00', externalReferencePrefix: 'shop-' };
	for (const { context } of [
		pollContext({ parameters: { options } }),
		executeContext({ parameters: { options } }),
	]) {
		const { lists, startFrom, isWanted } = readSettings(context);
		expect(lists.asked).toHaveLength(1);
		// In the time zone of the workflow.
		expect(startFrom).toBe('2026-11-20T10:00:00.000Z');
		expect(isWanted(change('disbursement.completed', 'shop-1'))).toBe(true);
		expect(isWanted(change('disbursement.completed', 'x'))).toBe(false);
		expect(isWanted(change('disbursement.paused', 'shop-1'))).toBe(false);
	}
});

it.each([
	['Start From is not a date', { options: { startFrom: 'last week' } }],
	['Events is empty', { events: [] }],
	['Events is empty', { events: ['unknown'] }],
])('refuses what cannot be read: %s', (complaint, parameters) => {
	expect(() => readSettings(pollContext({ parameters }).context)).toThrow(complaint);
});
