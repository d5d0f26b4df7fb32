import { clientSettingsSchema } from '../state/clientSettings.mts';
import type { ClientState } from '../state/client.mts';
import { Simulation } from '../state/simulation.mts';

const hour = 60 * 60 * 1000;
const opened = Date.parse('2026-11-22T08:00:00Z');
let simulation: Simulation;
let client: ClientState;

beforeEach(() => {
	jest.useFakeTimers({ now: opened });
	simulation = new Simulation(1, 1, 30);
	client = simulation.createClient({ settings: clientSettingsSchema.parse({}) });
});

afterEach(async () => {
	jest.useRealTimers();
	await simulation.stop();
});

const payOut = () =>
	client.disbursements.create({
		quantity: '150.00',
		cents: 15_000,
		nonce: 'one',
		beneficiaryReference: 'Invoice',
		beneficiary: { name: 'Payee', accountNumber: '1234567890', bank: 'absa' },
		type: 'default',
	});

describe('life cycles that go 30 times as fast on a clock that does not', () => {
	it('end in seconds, dated with the time that everybody else has', () => {
		jest.advanceTimersByTime(10 * hour);
		const disbursement = payOut();
		jest.advanceTimersByTime(2000);
		expect(disbursement.status).toBe('submitted');
		jest.advanceTimersByTime(2000);
		expect(disbursement.status).toBe('completed');
		expect(disbursement.createdAt).toBe('2026-11-22T18:00:00.000Z');
		expect(disbursement.statusAt).toBe('2026-11-22T18:00:04.000Z');
	});

	it('leave a payment request open for the whole day that it was given, hours after the start', () => {
		jest.advanceTimersByTime(10 * hour);
		const request = client.paymentRequests.create({
			quantity: 75,
			cents: 7500,
			expireAt: new Date(Date.now() + 24 * hour).toISOString(),
		});
		jest.advanceTimersByTime(24 * hour - 1);
		expect(request.status).toBe('pending');
		jest.advanceTimersByTime(1);
		expect(request.status).toBe('expired');
	});

	it('are right again after the machine has slept, when no timer has run', () => {
		jest.setSystemTime(opened + 8 * hour);
		expect(client.timestamp()).toBe('2026-11-22T16:00:00.000Z');
	});
});
