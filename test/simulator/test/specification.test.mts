import { randomUUID } from 'node:crypto';

import type { RunningSimulator } from '../start.mts';
import { startSimulator } from '../start.mts';
import { outcomeOf, type Verdict } from '../verification/verdicts.mts';
import { newCallers, type Caller } from './caller.mts';
import { disbursementBody } from './orders.mts';

/**
 * The tables of the specification, copied by hand: where the nodes and the simulator misread a rule
 * alike, no other test would notice.
 */
let simulator: RunningSimulator;

const newCaller = newCallers(
	() => simulator,
	'client_disbursement',
	'client_terminal_session',
	'client_refund',
	'client_card',
);

beforeAll(async () => {
	simulator = await startSimulator({ seed: 47, timeScale: 0 });
});

afterAll(async () => {
	await simulator.stop();
});

const minute = 60_000;

async function statusOf(caller: Caller, id: string) {
	const { body } = await caller.get(`/disbursements/${encodeURIComponent(id)}`);
	return [body.status, body.statusReason];
}

describe('disbursements of a test client (spec 4.7)', () => {
	/** Amount, account number; the result after two minutes and after three. */
	it.each<[string, string, Array<string | undefined>, Array<string | undefined>]>([
		['399.99', '1234567890', ['completed'], ['completed']],
		['400', '1234567890', ['error', 'bank_processing_error'], ['error', 'bank_processing_error']],
		['401', '1234567890', ['error', 'inactive_account'], ['error', 'inactive_account']],
		['402', '1234567890', ['error', 'invalid_account'], ['error', 'invalid_account']],
		['404', '1234567890', ['paused', 'insufficient_funds'], ['completed']],
		['404.01', '1234567890', ['paused', 'insufficient_funds'], ['error', 'insufficient_funds']],
	])('of R%s to %s ends as %j, then as %j', async (quantity, accountNumber, atTwo, atThree) => {
		const caller = await newCaller({ test: true });
		const beneficiary = { name: 'A Beneficiary', accountNumber, bank: 'fnb' };
		const body = disbursementBody({ amount: { currency: 'ZAR', quantity }, beneficiary });
		const made = await caller.post('/disbursements', body);
		// Spec 3.2: 201, and pending at first.
		expect([made.status, made.body.status]).toEqual([201, 'pending']);
		await simulator.control.advance(2 * minute + 1000);
		expect(await statusOf(caller, String(made.body.id))).toEqual([...atTwo, undefined].slice(0, 2));
		await simulator.control.advance(minute);
		expect(await statusOf(caller, String(made.body.id))).toEqual(
			[...atThree, undefined].slice(0, 2),
		);
	});

	it('are answered with the fields of spec 2.5', async () => {
		const caller = await newCaller();
		const sent = disbursementBody();
		const { body } = await caller.post('/disbursements', sent);
		const { beneficiary, ...rest } = body as { beneficiary: object };
		expect(Object.keys(rest).sort()).toEqual(
			['amount', 'beneficiaryReference', 'createdAt', 'externalReference', 'id'].concat([
				'nonce',
				'status',
				'type',
			]),
		);
		expect(Object.keys(beneficiary).sort()).toEqual(['accountNumber', 'bankId', 'name']);
		expect(rest).toMatchObject({ nonce: sent.nonce, amount: sent.amount });
	});

	it('are refused with 409 under a nonce that was used (spec 4.3)', async () => {
		const caller = await newCaller();
		const body = disbursementBody();
		await caller.post('/disbursements', body);
		expect((await caller.post('/disbursements', body)).status).toBe(409);
	});

	it.each(['currency', 'quantity'])('need their amount.%s (spec 2.5)', async (name) => {
		const caller = await newCaller();
		const amount = { currency: 'ZAR', quantity: '1', [name]: undefined };
		const { status, body } = await caller.post('/disbursements', disbursementBody({ amount }));
		expect([status, body.code, body.title]).toEqual([400, 'BAD_USER_INPUT', 'Invalid Input']);
	});

	it.each(['nonce', 'beneficiaryReference', 'beneficiary'])('need %s (spec 2.5)', async (name) => {
		const caller = await newCaller();
		const { status } = await caller.post('/disbursements', disbursementBody({ [name]: undefined }));
		expect(status).toBe(400);
	});
});

describe('disbursements that the float account cannot pay (spec 3.2)', () => {
	const day = 24 * 60 * minute;
	const held = ['paused', 'insufficient_funds'];

	/** A live client whose float account has R100 for payouts of these amounts, in this order. */
	async function payouts(...amounts: string[]) {
		const caller = await newCaller({ test: false, float: 100 });
		const ids: string[] = [];
		for (const quantity of amounts) {
			const body = disbursementBody({ amount: { currency: 'ZAR', quantity } });
			ids.push(String((await caller.post('/disbursements', body)).body.id));
		}
		await simulator.control.advance(5 * minute);
		const statuses = async () => await Promise.all(ids.map((id) => statusOf(caller, id)));
		return { caller, ids, statuses };
	}

	it('wait, and with them all later ones', async () => {
		const { statuses } = await payouts('60', '50', '10');
		expect(await statuses()).toEqual([['completed', undefined], held, held]);
	});

	it('continue after a top-up, first in, first out', async () => {
		const { caller, statuses } = await payouts('200', '50', '300');
		await caller.client.change({ float: 199 });
		await simulator.control.advance(5 * minute);
		expect(await statuses()).toEqual([held, held, held]);
		await caller.client.change({ float: 250 });
		await simulator.control.advance(5 * minute);
		expect(await statuses()).toEqual([['completed', undefined], ['completed', undefined], held]);
	});

	it('fail if no top-up comes within seven days, and are not paid by a later one', async () => {
		const { caller, statuses } = await payouts('200');
		await simulator.control.advance(7 * day);
		await caller.client.change({ float: 1000 });
		await simulator.control.advance(5 * minute);
		expect(await statuses()).toEqual([['error', 'insufficient_funds']]);
		expect((await caller.client.summary()).moneyOut).toBe(0);
	});

	it('let later ones continue when they are cancelled', async () => {
		const { caller, ids, statuses } = await payouts('200', '50');
		await caller.post('/disbursements/cancel', { id: ids[0], reason: 'Not needed' });
		await simulator.control.advance(5 * minute);
		const [cancelled, later] = await statuses();
		expect([cancelled?.[0], later]).toEqual(['cancelled', ['completed', undefined]]);
	});
});

describe('the outcome of a verification (spec 2.7)', () => {
	const account = (exists: Verdict, typeMatch: Verdict, isOpen: boolean | null) => ({
		...{ exists, typeMatch, isOpen, isOpenForMoreThanThreeMonths: isOpen },
		...{ acceptsCredits: isOpen, acceptsDebits: isOpen },
	});

	it.each<[Verdict, Verdict, boolean | null, Verdict, Verdict]>([
		['verified', 'verified', true, 'verified', 'verified'],
		['verified', 'verified', null, 'verified', 'verified'],
		['verified', 'verified', false, 'verified', 'refuted'],
		['refuted', 'verified', true, 'verified', 'refuted'],
		['verified', 'refuted', true, 'verified', 'refuted'],
		['verified', 'verified', true, 'refuted', 'refuted'],
		['indeterminate', 'verified', true, 'refuted', 'refuted'],
		['indeterminate', 'verified', false, 'verified', 'refuted'],
		['verified', 'indeterminate', true, 'verified', 'indeterminate'],
		['verified', 'verified', true, 'indeterminate', 'indeterminate'],
		['indeterminate', 'indeterminate', null, 'indeterminate', 'indeterminate'],
	])(
		'of an account %s, type %s, open %j and a holder %s is %s',
		(exists, typeMatch, isOpen, holder, outcome) => {
			const verdicts = { identifyingDocument: 'verified' as const, familyName: holder };
			expect(outcomeOf(account(exists, typeMatch, isOpen), verdicts)).toBe(outcome);
		},
	);
});

describe('the limits of lists (companion spec 4.1 to 4.5, 8)', () => {
	it.each([
		['/cards?payerId=p', 1, 50, 20],
		['/terminal-sessions', 0, 50, undefined],
		['/refunds', 1, 50, undefined],
		['/fingerprint/events?deviceId=d', 1, 500, undefined],
	])('%s takes a limit of %d to %d', async (path, least, most, standard) => {
		const caller = await newCaller();
		const sign = path.includes('?') ? '&' : '?';
		const of = async (limit: number) => (await caller.get(`${path}${sign}limit=${limit}`)).status;
		expect([await of(least), await of(most), await of(most + 1)]).toEqual([200, 200, 400]);
		if (least > 0) expect(await of(least - 1)).toBe(400);
		const { body } = await caller.get(path);
		const page = body.page as { limit: number; offset: number; hasNext: boolean };
		expect(Object.keys(body).sort()).toEqual(['data', 'page']);
		expect(Object.keys(page).sort()).toEqual(['hasNext', 'limit', 'offset']);
		if (standard !== undefined) expect(page.limit).toBe(standard);
	});
});

describe('in-person refunds (companion spec 2.2, 4.3)', () => {
	/** A session whose customer has paid R100. */
	async function paid(caller: Caller): Promise<string> {
		const { body } = await caller.post('/terminal-sessions', {
			intent: { charge: { amount: 100, currency: 'ZAR' } },
			terminal: 'terminal-1',
			nonce: randomUUID(),
		});
		await simulator.control.finishTerminalSession(String(body.id), true);
		return String(body.id);
	}

	const refund = (terminalSession: string, changes: object = {}) => ({
		...{ terminalSession, amount: 40, currency: 'ZAR', reason: 'fraud', nonce: randomUUID() },
		...changes,
	});

	it.each(['fraud', 'requested_by_customer', 'duplicate_charge'])(
		'may be for the reason %s',
		async (reason) => {
			const caller = await newCaller();
			const { status } = await caller.post('/refunds', refund(await paid(caller), { reason }));
			expect(status).toBe(201);
		},
	);

	it.each<[string, unknown]>([
		['amount', undefined],
		['currency', undefined],
		['currency', 'USD'],
		['reason', undefined],
		['reason', 'other'],
		['nonce', undefined],
	])('are refused with %s %j', async (name, value) => {
		const caller = await newCaller();
		const body = refund(await paid(caller), { [name]: value });
		expect((await caller.post('/refunds', body)).status).toBe(400);
	});

	it.each(['nonce', 'charge', 'terminalSession'])('are found by their %s', async (name) => {
		const caller = await newCaller();
		await caller.post('/refunds', refund(await paid(caller)));
		const { body } = await caller.post('/refunds', refund(await paid(caller)));
		const found = await caller.get(`/refunds?${name}=${encodeURIComponent(String(body[name]))}`);
		expect(found.body.data).toMatchObject([{ id: body.id }]);
	});
});
