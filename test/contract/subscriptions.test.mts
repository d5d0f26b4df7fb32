import { assignedIn, readExample, textOf, valueOf } from '../setup/examples.mts';

const signUp = 'subscription-sign-up.json';

/** A field of a table or of Settings. */
interface Field {
	name?: string;
	id?: string;
	type: string;
}

/** What a mail of a workflow says. */
function mailOf(file: string, node: string, $json: object): string {
	const { parameters } = readExample(file).nodes.find(({ name }) => name === node) ?? {};
	const json = { name: 'N Dlamini', reference: '204', chargeReference: '204-2026-11' };
	return textOf(parameters?.text, {
		$json,
		$: () => ({ item: { json }, first: () => ({ json }) }),
	});
}

/** What the monthly workflow reports of a member whom it could not charge. */
function reported($json: object): string {
	const json = { name: 'N Dlamini', reference: '204', chargeReference: '204-2026-11' };
	const what = assignedIn(readExample('subscriptions.json'), 'Not Charged', 'what');
	return textOf(what, { $json, $: () => ({ item: { json } }) });
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
		const mail = reported(OTHER_VALUES);
		expect(mail).toContain("'Amount' was R99.33 and is now R120.00.");
		expect(mail).toContain('Put back the old values');
		expect(mail).not.toContain('of its own');
	});
});

describe('a first month that was begun under another consent', () => {
	it('is reported with what to do about two consents, and with no promise to check again', () => {
		const mail = mailOf(signUp, 'Email: Please Check', OTHER_VALUES);
		expect(mail).toContain('nothing was charged now');
		expect(mail).toContain('If both are granted, put the first one');
		expect(mail).toContain('revoke the other one (Payment Consent → Revoke)');
		expect(mail).not.toMatch(/of its own|tomorrow morning/);
	});
});

describe('any other failure of a charge', () => {
	it('is reported as the node says it, and checked again', () => {
		const ended = /No answer\.\n\nRun it again\.\n\nThe .* tomorrow morning\.\n?$/;
		for (const error of ['No answer', 'No answer.']) {
			const other = { error, details: { howToFix: 'Run it again.' } };
			expect(reported(other)).toMatch(ended);
			expect(mailOf(signUp, 'Email: Please Check', other)).toMatch(ended);
		}
	});
});

describe('the email about members who need you', () => {
	const { nodes, connections } = readExample('subscriptions.json');
	const mail = nodes.find(({ name }) => name === 'Email You');
	const row = (who: string, what = 'No access.') => ({
		...{ about: 'Please check', after: '', who, what, line: `${who}, 2026-11` },
	});

	/** Subject and text, where a node hands these rows to it. */
	function mailAbout(...rows: Array<ReturnType<typeof row>>) {
		const items = rows.map((json) => ({ json }));
		const context = { $json: rows[0], $input: { all: () => items } };
		const { subject, text } = mail?.parameters ?? {};
		return { subject: textOf(subject, context), text: textOf(text, context) };
	}

	it('is one for all that happened at once, with each reason once', () => {
		expect(mail?.executeOnce).toBe(true);
		const members = Array.from({ length: 300 }, (_, index) => row(`Member ${index}`));
		const { subject, text } = mailAbout(...members, row('Last', 'Declined.'));
		expect(subject).toBe('Please check: 301 members');
		expect(text.match(/No access\./g)).toHaveLength(1);
		expect(text.match(/^- /gm)).toHaveLength(301);
		expect(text).toMatch(/\n\nDeclined\.\n\n- Last, 2026-11\n$/);
		expect(mailAbout(row('N Dlamini (204)')).subject).toBe('Please check: N Dlamini (204)');
	});

	it('is sent before the row is noted, so that it comes again where it was not sent', () => {
		const yOf = (name: string) => nodes.find((node) => node.name === name)?.position[1] ?? 0;
		for (const name of ['Perhaps Paid', 'Check the Link']) {
			const next = connections[name]?.main?.[0]?.map(({ node }) => node);
			expect(next).toEqual(['Email You', 'Note: Not Charged']);
		}
		// n8n runs the upper of two branches first, and the lower only once it has ended.
		expect(yOf('Email You')).toBeLessThan(yOf('Note: Not Charged'));
	});
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
	it('is let through by a filter alone', () => {
		const { nodes, connections } = readExample(signUp);
		expect(nodes.find(({ name }) => name === 'A Real Name')?.type).toBe('n8n-nodes-base.filter');
		expect(connections.Settings?.main).toMatchObject([[{ node: 'A Real Name' }]]);
	});

	it('is reported with what to do where Stitch gives no link', () => {
		const { connections } = readExample(signUp);
		expect(connections['Ask to Agree']?.main?.[1]).toMatchObject([{ node: 'Email: No Link' }]);
		for (const error of ['No connection', 'No connection.']) {
			const failed = { error, details: { howToFix: 'Run it again later.' } };
			expect(mailOf(signUp, 'Email: No Link', failed)).toMatch(
				/got no link, and nothing was charged\.\n\nNo connection\. Run it again later\.\n\nThen ask them/,
			);
		}
	});

	it('is reported where Stitch does not say at the end whether they agreed', () => {
		const { connections } = readExample(signUp);
		const ways = connections['Read It Once More']?.main?.[1];
		expect(ways).toMatchObject([{ node: 'Email: Not Signed Up' }]);
	});
});

describe('a member who leaves', () => {
	const { nodes, connections } = readExample(signUp);
	const next = (name: string) => connections[name]?.main?.[0]?.map(({ node }) => node);
	const member = { name: 'N <b>', reference: '204', email: 'n@example.com', consentId: 'consent' };

	/** The last page, where the consent was revoked with this answer. */
	function page(revoked: object, more: object = {}): string {
		const { completionTitle, completionMessage } =
			nodes.find(({ name }) => name === 'Member Has Left')?.parameters ?? {};
		const items: Record<string, object> = {
			...{ 'Their Row': { ...member, ...more }, 'Revoke the Consent': revoked },
		};
		const params = { options: { path: 'subscription-leave' } };
		const $ = (name: string) => ({ first: () => ({ json: items[name] ?? {} }), params });
		return [completionTitle, completionMessage].map((text) => textOf(text, { $ })).join('\n');
	}

	it('is taken off the monthly list before the consent is revoked, and only once confirmed', () => {
		expect(next('Let Them Go?')).toEqual(['Sure']);
		expect(next('Sure')).toEqual(['Note: Left']);
		expect(next('Note: Left')).toEqual(['Revoke the Consent']);
	});

	it('is let go only by people with an account', () => {
		const form = nodes.find(({ name }) => name === 'Member Leaves');
		expect(form?.parameters.authentication).toBe('n8nUserAuth');
	});

	it('is not reported a second time by the monthly workflow, nor noted as anything else', () => {
		const noting = readExample('subscriptions.json').nodes.find(
			({ name }) => name === 'Note the Status',
		);
		const { conditions } = noting?.parameters.filters as { conditions: object[] };
		expect(conditions).toContainEqual({ keyName: 'status', condition: 'neq', keyValue: 'left' });
	});

	it('is confirmed on the page', () => {
		const text = page({ status: 'revoked' });
		expect(text).toMatch(/^The member has left\n<b>N &#60;b&#62; \(204\)/);
		expect(text).toContain('Their payment consent is revoked. Nothing was refunded.');
	});

	it('is told what to check where the consent may not be revoked', () => {
		const text = page({ error: 'No answer.', details: { howToFix: 'Look it up.' } });
		expect(text).toMatch(/^Not charged any more, but please check\n/);
		expect(text).toMatch(/may not be revoked: No answer\. Look it up\.<br><br>Check it .*consent/);
	});

	it('is told of a charge that is still open', () => {
		const text = page({}, { openCharge: '204-2026-11' });
		expect(text).toContain('The charge 204-2026-11 may still be paid.');
	});
});

describe('a link that was not used in time', () => {
	const { connections } = readExample(signUp);

	it('goes on to the members once it was granted, is closed while it can be used, and else reported', () => {
		const ways = connections['What Is It Now?']?.main?.map((next) => next?.[0]?.node);
		expect(ways).toEqual(['All Members', 'Close the Link', 'Email: Not Signed Up']);
	});

	it.each([
		['failed', 'The member did not agree, or the bank or card was refused.'],
		['expired', 'The link has expired.'],
		['cancelled', 'The link was closed.'],
		['revoked', 'it was revoked since.'],
		['paused', 'it is on hold'],
		['new-word', 'The payment consent is new-word.'],
	])('is reported with what became of it: %s', (status, words) => {
		const $ = () => ({ isExecuted: false, first: () => ({ json: { name: 'N', reference: '2' } }) });
		const { nodes } = readExample(signUp);
		const { parameters } = nodes.find(({ name }) => name === 'Email: Not Signed Up') ?? {};
		const text = textOf(parameters?.text, { $, $json: { status, reasonText: 'Declined.' } });
		expect(text).toContain('N (2) is not signed up, and nothing was charged.');
		expect(text).toContain(words);
		expect(text).toMatch(/ Declined\.(?!\.)/);
	});

	it('is reported where it could not be closed, with what to do if the member agrees after all', () => {
		for (const said of [{ error: 'No answer' }, { status: 'pending', warnings: ['Still open.'] }]) {
			const mail = mailOf(signUp, 'Email: Not Signed Up', said);
			expect(mail).toMatch(/could not be closed and may still work: (No answer|Still open)\./);
			expect(mail).toContain('If it is granted, revoke it and ask the member to sign up again');
		}
	});
});

it('what members pay is a number wherever it is entered, so that it is written as it is charged', () => {
	const files = [signUp, 'subscriptions.json'].map(readExample);
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
		const field = assignedIn(readExample(signUp), 'Settings', 'reference');
		expect(valueOf(field, { $json: { reference: typed } })).toBe('ZOË-1');
	});
});
