import type { IDataObject } from 'n8n-workflow';

import { eventColumns } from '../../../nodes/Stitch/webhook/eventColumns';
import { eventFamilies } from '../../../nodes/Stitch/webhook/catalogue';

const event: IDataObject = {
	event: 'disbursement.paused',
	resource: 'disbursement',
	id: 'd',
	status: 'paused',
	statusReason: 'insufficient_funds',
	amount: { quantity: 150.1, currency: 'ZAR' },
	externalReference: 'salary-1',
	nonce: 'n',
	occurredAt: '2026-11-20T10:00:00Z',
	changeKey: 'disbursement.paused/d',
	eventId: 'msg_1',
	receivedAt: '2026-11-20T10:00:01Z',
	raw: { as: 'sent' },
};

/** What a trigger returns for an item. */
function returned(json: IDataObject, simplify = true) {
	const items = [{ json, pairedItem: { item: 3 } }];
	return eventColumns([items], simplify)[0]?.[0];
}

it('an event in short has the columns that most workflows need', () => {
	expect(Object.entries(returned(event)?.json ?? {})).toEqual([
		['event', 'disbursement.paused'],
		['externalReference', 'salary-1'],
		['amount', 150.1],
		['currency', 'ZAR'],
		['status', 'paused'],
		[
			'reasonText',
			expect.stringMatching(
				/^There is too little money in the float account, so later payouts also wait\. /,
			),
		],
		['occurredAt', '2026-11-20T10:00:00Z'],
		['changeKey', 'disbursement.paused/d'],
		['id', 'd'],
	]);
});

it.each([{}, { resource: null, current: null }])(
	'an event that is not documented keeps what was sent, also where nothing was read: %j',
	(more) => {
		const columns = returned({ ...event, event: 'unknown', ...more })?.json;
		expect(columns).toMatchObject({ event: 'unknown', raw: { as: 'sent' } });
	},
);

it('an event in full has the names and types of the action node', () => {
	expect(Object.entries(returned(event, false)?.json ?? {})).toEqual([
		['event', 'disbursement.paused'],
		['externalReference', 'salary-1'],
		['amount', 150.1],
		['currency', 'ZAR'],
		['status', 'paused'],
		['reason', 'insufficient_funds'],
		[
			'reasonText',
			expect.stringMatching(
				/^There is too little money in the float account, so later payouts also wait\. /,
			),
		],
		['occurredAt', '2026-11-20T10:00:00Z'],
		['resource', 'disbursement'],
		['nonce', 'n'],
		['id', 'd'],
		['changeKey', 'disbursement.paused/d'],
		['eventId', 'msg_1'],
		['receivedAt', '2026-11-20T10:00:01Z'],
		['raw', { as: 'sent' }],
	]);
	expect(returned(event)?.pairedItem).toEqual({ item: 3 });
});

it('an event that says little has the same columns', () => {
	const silent = { ...event, amount: null, statusReason: null, externalReference: null };
	expect(Object.keys(returned(silent)?.json ?? {})).toEqual(
		Object.keys(returned(event)?.json ?? {}),
	);
	expect(returned(silent)?.json).toMatchObject({ amount: null, currency: null, reasonText: null });
});

describe('the object that was read again', () => {
	it.each(eventFamilies.map((family) => [family.family, family] as const))(
		'of %s has the columns that Get returns',
		(_, { resource: { value: resource, simplify } }) => {
			const current = { id: 'd', status: 'pending', amount: { quantity: '1.50', currency: 'ZAR' } };
			expect(returned({ ...event, resource, current })?.json.current).toEqual(simplify(current));
		},
	);

	it('is as Stitch sends it with Simplify off', () => {
		const current = { id: 'd', amount: { quantity: '1.50', currency: 'ZAR' } };
		expect(returned({ ...event, current }, false)?.json.current).toEqual(current);
	});

	it('is null where there was none to read', () => {
		expect(returned({ ...event, current: null })?.json.current).toBeNull();
		expect(returned({ ...event, resource: null, current: null })?.json.current).toBeNull();
	});
});

it('an event whose object could not be read keeps what says so', () => {
	expect(returned({ ...event, current: null, error: 'No answer' })?.json).toMatchObject({
		amount: 150.1,
		current: null,
		error: 'No answer',
	});
	// n8n takes an item for the error output only if it holds nothing else.
	const forErrorOutput = { error: 'No answer', details: { howToFix: '', event } };
	expect(returned(forErrorOutput)?.json).toEqual({
		error: 'No answer',
		details: { howToFix: '', event: returned(event)?.json },
	});
	expect(returned({ error: 'No answer' })?.json).toEqual({ error: 'No answer' });
});
