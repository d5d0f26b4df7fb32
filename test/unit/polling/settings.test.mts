import type { IDataObject, IPollFunctions } from 'n8n-workflow';

import type { Change } from '../../../nodes/Stitch/polling/changes';
import { readSettings } from '../../../nodes/Stitch/polling/settings';

/** A panel, as a poll reads it. */
function panel(parameters: IDataObject): IPollFunctions {
	const all: IDataObject = { events: ['disbursement.completed'], options: {}, ...parameters };
	const context = { getNode: () => ({}), getNodeParameter: (name: string) => all[name] };
	return context as unknown as IPollFunctions;
}

const change = (event: string, externalReference: string | null) =>
	({ content: { event, externalReference } }) as Change;

it('reads the panel in a poll and in an execution', () => {
	const options = { externalReferencePrefix: 'shop-' };
	const inPoll = panel({ options });
	for (const context of [inPoll, { ...inPoll, getInputData: () => [] }]) {
		const { lists, events, isWanted } = readSettings(context);
		expect(lists).toHaveLength(1);
		expect(events).toEqual(['disbursement.completed']);
		expect(isWanted(change('disbursement.completed', 'shop-1'))).toBe(true);
		expect(isWanted(change('disbursement.completed', 'x'))).toBe(false);
		expect(isWanted(change('disbursement.paused', 'shop-1'))).toBe(false);
	}
});

it.each([
	["'Events' is empty", { events: [] }],
	["'Events' is empty", { events: ['unknown'] }],
])('rejects what cannot be read: %s', (complaint, parameters) => {
	expect(() => readSettings(panel(parameters))).toThrow(complaint);
});
