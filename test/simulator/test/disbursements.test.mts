import type { RunningSimulator } from '../start.mts';
import { startSimulator } from '../start.mts';
import { newCallers } from './caller.mts';
import { createDisbursement, disbursementAt, disbursementBody, rand } from './orders.mts';

let simulator: RunningSimulator;
beforeAll(async () => {
	// The clock stands still, so that only the tests move it.
	simulator = await startSimulator({ seed: 2, timeScale: 0 });
});
afterAll(() => simulator.stop());

const minute = 60_000;

const newCaller = newCallers(() => simulator, 'client_disbursement');

describe('creating a disbursement (spec 2.5, 4.3)', () => {
	it('answers 201 with the resource, pending', async () => {
		const caller = await newCaller();
		const body = disbursementBody();
		const answer = await caller.post('/disbursements', body);
		expect(answer.status).toBe(201);
		expect(answer.body).toEqual({
			...body,
			id: expect.any(String),
			beneficiary: { name: 'A Beneficiary', accountNumber: '1234567890', bankId: 'fnb' },
			status: 'pending',
			createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
		});
		expect((await caller.get(disbursementAt(answer.body.id))).body).toEqual(answer.body);
	});

	it('takes the amount as a number, too, and needs no external reference or type', async () => {
		const caller = await newCaller();
		const body = disbursementBody({
			amount: rand(12.5),
			externalReference: undefined,
			type: undefined,
		});
		const answer = await caller.post('/disbursements', body);
		expect(answer.body).toMatchObject({ amount: rand(12.5), type: 'default' });
		expect(answer.body).not.toHaveProperty('externalReference');
	});

	it('names the bank as the field table does, when the client is set to', async () => {
		const caller = await newCaller({ bankField: 'bank' });
		const answer = await caller.post('/disbursements', disbursementBody());
		expect(answer.body.beneficiary).toHaveProperty('bank', 'fnb');
	});

	const beneficiary = { name: 'A Beneficiary', accountNumber: '1234567890', bank: 'fnb' };
	it.each([
		['amount', { amount: undefined }],
		['amount.currency', { amount: { currency: 'USD', quantity: '1' } }],
		['amount.quantity', { amount: rand(0) }],
		['amount.quantity', { amount: rand(-1) }],
		['amount.quantity', { amount: rand('ten') }],
		['amount.quantity', { amount: rand('1.001') }],
		['nonce', { nonce: undefined }],
		['nonce', { nonce: '' }],
		['beneficiaryReference', { beneficiaryReference: undefined }],
		['beneficiaryReference', { beneficiaryReference: 'x'.repeat(21) }],
		['beneficiary', { beneficiary: undefined }],
		['beneficiary.name', { beneficiary: { ...beneficiary, name: undefined } }],
		['beneficiary.name', { beneficiary: { ...beneficiary, name: 'x'.repeat(21) } }],
		['beneficiary.accountNumber', { beneficiary: { ...beneficiary, accountNumber: '12a' } }],
		['beneficiary.bank', { beneficiary: { ...beneficiary, bank: 'no_bank' } }],
		['type', { type: 'tomorrow' }],
		['type', { type: 'instant', beneficiary: { ...beneficiary, bank: 'za_citibank' } }],
		['type', { type: 'instant', beneficiary: { ...beneficiary, bank: 'za_olympus_mobile' } }],
		['type', { type: 'instant', beneficiary: { ...beneficiary, bank: 'grindrod_bank' } }],
	])('refuses a wrong %s with 400 and names the field: %j', async (field, changes) => {
		const caller = await newCaller();
		const answer = await caller.post('/disbursements', disbursementBody(changes));
		expect(answer.status).toBe(400);
		expect(answer.body).toMatchObject({ title: 'Invalid Input', code: 'BAD_USER_INPUT' });
		expect(String(answer.body.detail).split(':')[0]).toBe(field);
		expect((await caller.client.summary()).disbursements).toBe(0);
	});

	it('refuses an account number that fails the check digit, and creates nothing', async () => {
		const caller = await newCaller();
		const wrong = disbursementBody({
			beneficiary: { ...beneficiary, accountNumber: '1234567899' },
		});
		const answer = await caller.post('/disbursements', wrong);
		expect(answer.status).toBe(400);
		expect((await caller.client.summary()).disbursements).toBe(0);
		const corrected = { ...wrong, beneficiary };
		expect((await caller.post('/disbursements', corrected)).status).toBe(201);
	});

	it('refuses a nonce that was used before with 409 and creates no second disbursement', async () => {
		const caller = await newCaller();
		const body = disbursementBody();
		expect((await caller.post('/disbursements', body)).status).toBe(201);
		const again = await caller.post('/disbursements', body);
		expect(again.status).toBe(409);
		expect(again.body).not.toHaveProperty('id');
		expect((await caller.client.summary()).disbursements).toBe(1);
	});

	it('keeps clients apart: another client may use the same nonce and sees nothing of it', async () => {
		const [one, other] = [await newCaller(), await newCaller()];
		const body = disbursementBody();
		const created = await one.post('/disbursements', body);
		expect((await other.get(disbursementAt(created.body.id))).status).toBe(404);
		expect((await other.post('/disbursements', body)).status).toBe(201);
	});

	it('answers 404 for an id that does not exist', async () => {
		const caller = await newCaller();
		expect((await caller.get(disbursementAt('none'))).status).toBe(404);
	});
});

describe('the test scenarios (spec 4.7)', () => {
	const account = (accountNumber: string) => ({
		beneficiary: { name: 'A Beneficiary', accountNumber, bank: 'fnb' },
	});

	it.each([
		['completes below 400', { amount: rand(399.99) }, 2, 'completed', undefined],
		[
			'ends in bank_processing_error at 400',
			{ amount: rand(400) },
			2,
			'error',
			'bank_processing_error',
		],
		['ends in inactive_account at 401', { amount: rand('401') }, 2, 'error', 'inactive_account'],
		['ends in invalid_account at 402', { amount: rand('402.00') }, 2, 'error', 'invalid_account'],
		[
			'ends in insufficient_funds above 404',
			{ amount: rand(404.01) },
			3,
			'error',
			'insufficient_funds',
		],
		['completes at 404 after a top-up', { amount: rand(404) }, 3, 'completed', undefined],
		[
			'ends in error when the account does not end in 0',
			account('1234567891'),
			2,
			'error',
			'invalid_account',
		],
	])('%s', async (_name, changes, minutes, status, statusReason) => {
		const caller = await newCaller();
		const id = await createDisbursement(caller, changes);
		await simulator.control.advance(minutes * minute - 1);
		expect((await caller.get(disbursementAt(id))).body.status).not.toBe(status);
		await simulator.control.advance(1);
		const { body } = await caller.get(disbursementAt(id));
		expect(body.status).toBe(status);
		expect(body.statusReason).toBe(statusReason);
	});

	it.each([404, 405, 1000])('pauses %d for insufficient_funds first', async (quantity) => {
		const caller = await newCaller();
		const id = await createDisbursement(caller, { amount: rand(quantity) });
		await simulator.control.advance(1000);
		expect((await caller.get(disbursementAt(id))).body).toMatchObject({
			status: 'paused',
			statusReason: 'insufficient_funds',
		});
	});

	it('passes through submitted on the way to completed', async () => {
		const caller = await newCaller();
		const id = await createDisbursement(caller);
		await simulator.control.advance(minute);
		expect((await caller.get(disbursementAt(id))).body.status).toBe('submitted');
	});
});

describe('cancelling (spec 3.2, 4.3)', () => {
	it('cancels a paused disbursement for good and answers with id and reason', async () => {
		const caller = await newCaller();
		const id = await createDisbursement(caller, { amount: rand(500) });
		await simulator.control.advance(1000);
		const answer = await caller.post('/disbursements/cancel', { id, reason: 'Not needed' });
		expect(answer).toMatchObject({ status: 200, body: { id, reason: 'Not needed' } });
		await simulator.control.advance(10 * minute);
		expect((await caller.get(disbursementAt(id))).body.status).toBe('cancelled');
		expect((await caller.client.summary()).moneyOut).toBe(0);
	});

	it('refuses to cancel what is not paused', async () => {
		const caller = await newCaller();
		const id = await createDisbursement(caller);
		const answer = await caller.post('/disbursements/cancel', { id, reason: 'Not needed' });
		expect(answer.status).toBe(409);
		expect((await caller.get(disbursementAt(id))).body.status).toBe('pending');
	});

	it.each([[{ id: 'x' }], [{ reason: 'x' }], [{ id: '', reason: 'x' }], [[]], ['x']])(
		'refuses the body %j with 400',
		async (body) => {
			const caller = await newCaller();
			expect((await caller.post('/disbursements/cancel', body)).status).toBe(400);
		},
	);

	it('answers 404 for an id that does not exist', async () => {
		const caller = await newCaller();
		const answer = await caller.post('/disbursements/cancel', { id: 'none', reason: 'x' });
		expect(answer.status).toBe(404);
	});
});
