import { runInNewContext } from 'node:vm';

import { readExample } from '../examples.mts';

type Json = Record<string, unknown>;

const { nodes } = readExample('refund-with-approval.json');
const nodeOf = (name: string) => nodes.find((node) => node.name === name);

/** What the form offers. */
const REASONS = ['Requested by customer', 'Duplicate charge', 'Fraud'];
const FORM = {
	reference: 'order-1017',
	customer: 'N Dlamini',
	amount: '149.00',
	reason: 'Fraud',
	user: { email: 'clerk@example.com' },
	approverEmail: 'boss@example.com',
};

/** What the workflow goes on with, of a form that was sent in. */
function read(sent: Json): Json {
	const given = { $input: { first: () => ({ json: { ...FORM, ...sent } }) } };
	const code = String(nodeOf('Read the Request')?.parameters.jsCode);
	const returned = runInNewContext(`(() => {${code}})()`, given) as unknown;
	// Of another context, as far as jest can tell.
	const [item] = JSON.parse(JSON.stringify(returned)) as Array<{ json: Json }>;
	return item?.json ?? {};
}

describe('a request for a refund', () => {
	it('knows each reason of its form, and no other', () => {
		const offered = JSON.stringify(nodeOf('Refund Wanted')?.parameters);
		for (const reason of REASONS) expect(offered).toContain(`{"option":"${reason}"}`);
		expect(offered.match(/"option":/g)).toHaveLength(REASONS.length);
		expect(REASONS.map((reason) => read({ reason }).code)).toEqual([
			'requested_by_customer',
			'duplicate_charge',
			'fraud',
		]);
	});

	it.each(['Fraud<a href="http://evil.example/">Approve</a>', 'constructor', undefined])(
		'rejects the reason %j',
		(reason) => {
			expect(read({ reason }).complaint).toContain('not one that the form offers');
		},
	);

	it.each([undefined, { email: '' }, { email: '"<b>"@example.com' }])(
		'stops when n8n gives no usable address of the person who asks: %j',
		(user) => {
			expect(() => read({ user, requester: 'clerk@example.com' })).toThrow(
				'n8n gives no usable email address',
			);
		},
	);

	it.each([
		'',
		'boss@example.com, clerk@example.com',
		'boss@example.com;clerk@example.com',
		'The Boss <boss@example.com>',
		'boss',
	])('rejects %j as the approver: one bare address', (approverEmail) => {
		expect(read({ approverEmail }).complaint).toContain('must be exactly one email address');
	});

	it.each([
		['149', '149.00'],
		[' R 149.5 ', '149.50'],
		['149,50', '149.50'],
		['0149.05', '149.05'],
		['1,500', ''],
		['1 500', '1500.00'],
		['R 1\u00a0250 000,50', '1250000.50'],
		['1 50', ''],
		['149.005', ''],
		['0.00', ''],
		['-5', ''],
		['1e3', ''],
		['Infinity', ''],
		['40.00<b>', ''],
		['', ''],
	])('reads the amount %j as %j', (typed, amount) => {
		const complaint = amount === '' ? expect.stringContaining('amount is not clear') : '';
		expect(read({ amount: typed })).toMatchObject({ amount, complaint });
	});

	it.each([
		['order_10 (A)-#1', 'order_10 (A)-#1'],
		['INV/2026.17 é', 'INV 2026 17 é'],
		[
			'<h1>x</h1><a href="http://evil.example/">Approve</a>',
			'h1 x h1 a href http evil example Approve a',
		],
		['x\r\nBcc: y', 'x Bcc y'],
		['n'.repeat(200), 'n'.repeat(60)],
	])('shows the reference %j without anything that could be a link', (reference, shown) => {
		expect(read({ reference })).toMatchObject({ reference, shown, complaint: '' });
	});

	it('is answered at the address of the account that has asked', () => {
		expect(read({ requester: 'boss@example.com' }).requester).toBe('clerk@example.com');
	});

	it.each(['boss@example.com', ' Boss@Example.com ', 'boss+refunds@example.com'])(
		'is not for the approver to make (%j in Settings)',
		(approverEmail) => {
			const complaint = expect.stringContaining('another person has to ask');
			expect(read({ user: { email: 'boss@example.com' }, approverEmail })).toMatchObject({
				complaint,
			});
		},
	);

	it.each(['', '   ', '<>', undefined])('is not clear with the reference %j', (reference) => {
		expect(read({ reference }).complaint).toContain('The reference is missing');
	});

	it('says where to ask if no answer comes', () => {
		expect(JSON.stringify(nodeOf('Refund Wanted')?.parameters)).toContain('within four days, ask');
	});

	it('that is not approved says nothing about another one for the same refund', () => {
		const text = String(nodeOf('Email: Not Approved')?.parameters.text);
		expect(text).not.toContain('Nothing was sent.');
		expect(text).toContain('If this refund was asked for more than once');
	});

	it.each(['Email: Not Approved', 'Email: Not Asked'])(
		'says in %s whether n8n was killed after it was sent',
		(name) => {
			expect(nodeOf(name)?.parameters.text).toContain(
				"{{ $('Send the Refund').isExecuted ? 'But n8n stopped after it was approved, so the refund may have been sent.' : 'Nothing was sent",
			);
		},
	);

	it('puts nothing into an email that it has not read', () => {
		const mails = nodes.filter(({ type }) => type.endsWith('.emailSend'));
		expect(mails.length).toBeGreaterThan(4);
		for (const { parameters } of mails) {
			const used = JSON.stringify(parameters).match(/first\(\)\.json\.(\w+)/g) ?? [];
			const read = used.map((one) => one.replace('first().json.', ''));
			const known = [
				'fromEmail',
				'approverEmail',
				'requester',
				'approver',
				'shown',
				'customer',
				'rand',
				'reason',
				'code',
				'paid',
				'arrived',
				'givenBack',
			];
			expect(read.filter((name) => !known.includes(name))).toEqual([]);
			expect(JSON.stringify(parameters)).not.toContain('Refund Wanted');
		}
	});
});
