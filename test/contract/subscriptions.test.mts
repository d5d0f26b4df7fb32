import { DateTime } from 'luxon';

import { assignedIn, readExample, textOf, valueOf } from '../setup/examples.mts';

/** A field of a table or of Settings. */
interface Field {
	name?: string;
	id?: string;
	type: string;
}

/** What the condition of a node says of an item that another item led to. */
function holds(
	file: string,
	node: string,
	item: object,
	from: object = {},
	settings: object = { month: '2026-11' },
): boolean {
	const { nodes } = readExample(file);
	const { conditions } = nodes.find(({ name }) => name === node)?.parameters as {
		conditions: { conditions: Array<{ leftValue: string }> };
	};
	const $ = () => ({ first: () => ({ json: settings }), item: { json: from } });
	return valueOf(conditions.conditions[0]?.leftValue, { $, $json: item, DateTime }) as boolean;
}

describe('a member', () => {
	const [lastMonth, now] = ['204-2026-10', '204-2026-11'];

	it.each<[string, object, boolean]>([
		['is charged in the first month', { lastCharged: null, notCharged: null }, true],
		['is charged in the next month', { lastCharged: lastMonth, notCharged: '' }, true],
		['is not charged twice in a month', { lastCharged: now, notCharged: lastMonth }, false],
		['is not charged who may pay by a link', { lastCharged: lastMonth, notCharged: now }, false],
		['is not charged again under a corrected number', { lastCharged: '20-2026-11' }, false],
		['whose charge is open is looked up', { lastCharged: now, openCharge: lastMonth }, true],
	])('%s', (_, row, isDue) => {
		const chargeReference = now;
		const member = { reference: '204', openCharge: '', ...row, chargeReference };
		expect(holds('subscriptions.json', 'Not Settled Yet', member)).toBe(isDue);
	});
});

/** What a mail of a workflow says. */
function mailOf(file: string, node: string, $json: object): string {
	const { parameters } = readExample(file).nodes.find(({ name }) => name === node) ?? {};
	const json = { name: 'N Dlamini', reference: '204', chargeReference: '204-2026-11' };
	return textOf(parameters?.text, {
		$json,
		$: () => ({ item: { json }, first: () => ({ json }) }),
	});
}

const OTHER_VALUES = {
	error:
		"Already sent under the reference 204-2026-11, but with different values: nothing was sent again. 'Amount' was R99.33 and is now R120.00",
	details: {
		kind: 'alreadySentWithOtherValues',
		howToFix: 'If this is a new payment, give it an External Reference of its own.',
	},
};

describe('a charge that was begun with another amount', () => {
	it('is reported with what to put back, and with no advice to use another reference', () => {
		const mail = mailOf('subscriptions.json', 'Email: Please Check', OTHER_VALUES);
		expect(mail).toContain("'Amount' was R99.33 and is now R120.00.");
		expect(mail).toContain('Put back the old values');
		expect(mail).not.toContain('of its own');
	});
});

describe('a first month that was begun under another consent', () => {
	it('is reported with what to do about two consents, and with no promise to check again', () => {
		const mail = mailOf('subscription-sign-up.json', 'Email: Please Check', OTHER_VALUES);
		expect(mail).toContain('nothing was charged now');
		expect(mail).toContain('If both are granted, put the first one');
		expect(mail).toContain('revoke the other one (Payment Consent → Revoke)');
		expect(mail).not.toMatch(/of its own|tomorrow morning/);
	});
});

describe('any other failure of a charge', () => {
	it.each(['subscriptions.json', 'subscription-sign-up.json'])(
		'is reported as the node says it, in %s, and checked again',
		(file) => {
			const other = { error: 'No answer', details: { howToFix: 'Run it again.' } };
			const mail = mailOf(file, 'Email: Please Check', other);
			expect(mail).toMatch(/No answer\.\n\nRun it again\.\n\nThe .* tomorrow morning\.\n$/);
		},
	);
});

describe('a consent that can no longer be charged', () => {
	it.each([
		['paused', true],
		['revoked', false],
	])('is reported with how its member is charged again only where it can be: %s', (status, can) => {
		const mail = mailOf('subscriptions.json', 'Email: Consent', { status });
		expect(mail.includes('set status to active')).toBe(can);
	});
});

describe('a link for a month that could not be charged', () => {
	const { nodes, connections } = readExample('subscriptions.json');
	const next = (name: string) => connections[name]?.main?.[0]?.map(({ node }) => node);

	it('is begun only where the row, as it is then, has none for that month', () => {
		const { parameters } = nodes.find(({ name }) => name === 'Note: Link Begun') ?? {};
		const { conditions } = parameters?.filters as { conditions: object[] };
		expect(conditions).toContainEqual({
			keyName: 'notCharged',
			condition: 'neq',
			keyValue: "={{ $('Not Settled Yet').item.json.chargeReference }}",
		});
		expect(next('Note: Link Begun')).toEqual(['Begun Only Here?']);
		expect(next('Begun Only Here?')).toEqual(['Ask for the Payment']);
	});
});

describe('a person who signs up', () => {
	it.each([
		['204', 'N Dlamini', true],
		['Zoë_20-4#1', 'Prof. N. J. O’Dlamini-van der Merwe Zulu', true],
		['204 you have won', 'N Dlamini', false],
		['evil.example', 'N Dlamini', false],
		['', 'N Dlamini', false],
		['2'.repeat(41), 'N Dlamini', false],
		['204', 'N'.repeat(41), false],
		['204', 'Call 082 now', false],
		['204', 'Win at evil.example now', false],
		['204', 'friend: you have won', false],
	])(
		'gets a link only with a number and a name that are such: %s, %s',
		(reference, name, isOne) => {
			expect(holds('subscription-sign-up.json', 'A Real Name', { reference, name })).toBe(isOne);
		},
	);

	it('is let through by a filter alone', () => {
		const { nodes, connections } = readExample('subscription-sign-up.json');
		expect(nodes.find(({ name }) => name === 'A Real Name')?.type).toBe('n8n-nodes-base.filter');
		expect(connections.Settings?.main).toMatchObject([[{ node: 'A Real Name' }]]);
	});
});

describe('a link that was not used in time', () => {
	const file = 'subscription-sign-up.json';
	const { nodes, connections } = readExample(file);

	it.each([
		['granted', 'All Members'],
		['pending', 'Close the Link'],
		['processing', 'Close the Link'],
		['failed', 'Email: Not Signed Up'],
		['expired', 'Email: Not Signed Up'],
	])('is closed where it can still be used: the consent is %s', (status, next) => {
		const { rules } = nodes.find(({ name }) => name === 'What Is It Now?')?.parameters as {
			rules: { values: Array<{ conditions: { conditions: Array<{ leftValue: string }> } }> };
		};
		const fits = rules.values.map(({ conditions }) =>
			valueOf(conditions.conditions[0]?.leftValue, { $json: { status } }),
		);
		const output = fits.includes(true) ? fits.indexOf(true) : fits.length;
		expect(connections['What Is It Now?']?.main?.[output]?.[0]?.node).toBe(next);
	});

	it('is reported where it could not be closed, with what to do if the member agrees after all', () => {
		const mail = mailOf(file, 'Email: Not Signed Up', { error: 'No answer' });
		expect(mail).toMatch(/could not be closed and may still work: No answer/);
		expect(mail).toContain('If it is granted, revoke it and ask the member to sign up again');
	});
});

describe('a month that was skipped', () => {
	it.each([
		['2026-11', '2026-10', false],
		['2026-11', '2026-09', true],
		['2026-01', '2025-12', false],
		['2026-01', '2025-11', true],
		['2026-11', '', false],
	])('is reported in %s when the last charge was for %j: %s', (month, lastMonth, isTold) => {
		const json = { lastMonth };
		expect(holds('subscriptions.json', 'Month Skipped', json, {}, { month })).toBe(isTold);
	});
});

it('what members pay is a number wherever it is entered, so that it is written as it is charged', () => {
	const files = ['subscription-sign-up.json', 'subscriptions.json'].map(readExample);
	const amounts = files.flatMap(({ nodes }) =>
		nodes.flatMap(({ parameters: { columns, assignments } }) => {
			const { column = [], schema = [] } = (columns ?? {}) as Record<string, Field[]>;
			const { assignments: set = [] } = (assignments ?? {}) as Record<string, Field[]>;
			return [...column, ...schema, ...set].filter(({ name, id }) =>
				['amount', 'price'].includes(name ?? id ?? ''),
			);
		}),
	);
	expect([...new Set(amounts.map(({ type }) => type))]).toEqual(['number']);
});

describe('a member number', () => {
	it.each(['zoë-1', 'Zoë-1', ' ZOË-1 '])('%j is that of one member', (typed) => {
		const field = assignedIn(readExample('subscription-sign-up.json'), 'Settings', 'reference');
		expect(valueOf(field, { $json: { reference: typed } })).toBe('ZOË-1');
	});

	it.each([
		['ZOË-1', true],
		['zoë-1', true],
		['ZOË-11', false],
		[null, false],
		[undefined, false],
	])('is in the table where a row has it, in small letters or capitals: %s', (reference, isOne) => {
		const settings = { reference: 'ZOË-1' };
		const file = 'subscription-sign-up.json';
		expect(holds(file, 'Find the Row', { reference }, {}, settings)).toBe(isOne);
	});
});
