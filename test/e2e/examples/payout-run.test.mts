import { startSimulator, type RunningSimulator } from '../../simulator/start.mts';
import { openEnvironment, servedBy, type Environment } from '../support/environment.mts';
import { activate, deactivate } from '../support/triggers.mts';
import { until } from '../support/until.mts';
import { outputOf, saveCredential } from '../support/workflows.mts';
import { exampleFile, setUp, submitForm } from './examples.mts';

/** Simulated time after which nothing is pending any more (spec 4.7: about 3 minutes). */
const LONG_ENOUGH = 200_000;

describe('the example "Payout Run from a CSV File"', () => {
	let simulator: RunningSimulator;
	let environment: Environment;

	beforeAll(async () => {
		// A service of its own, because its clock is moved.
		simulator = await startSimulator({ seed: 2 });
		environment = { ...(await openEnvironment()), ...servedBy(simulator) };
	});

	afterAll(async () => {
		await simulator?.stop();
	});

	it('pays the rows of a file that was given to its form, and lists the others with what is wrong', async () => {
		const client = await environment.control.createClient({ seed: 4 });
		const stitch = await saveCredential(environment, client);
		const { api } = environment;
		const saved = await api.createWorkflow(setUp('payout-run.json', { stitch }));
		await activate(environment, saved);

		const file = exampleFile('payouts.csv', 'text/csv');
		const { executionId } = await submitForm(environment, saved, 'payout-run', [file]);
		const paid = async () => (await api.execution(executionId)).data.resultData.runData.Pay;
		await until(paid);
		await environment.control.advance(LONG_ENOUGH);
		const run = await api.finished(executionId);

		expect(run.status).toBe('success');
		const outcomes = outputOf(run, 'Paid or Declined').map(({ json }) => [
			json.externalReference,
			json.status,
			json.statusReason ?? null,
		]);
		expect(outcomes).toEqual([
			['PAY-001', 'completed', null],
			['PAY-002', 'completed', null],
			['PAY-003', 'error', 'bank_processing_error'],
			['PAY-004', 'error', 'inactive_account'],
			['PAY-005', 'error', 'invalid_account'],
			['PAY-006', 'completed', null],
			['PAY-007', 'error', 'insufficient_funds'],
			['PAY-013', 'completed', null],
		]);
		const toLookAt = outputOf(run, 'Rows to Look At').map(({ json }) => json);
		const nothingSent = expect.stringContaining('Nothing was sent');
		expect(toLookAt).toEqual(
			[
				['PAY-008', 'Amount'],
				['PAY-009', 'Amount'],
				['PAY-010', 'Account Number'],
				['PAY-011', 'Beneficiary Name'],
				['PAY-012', 'Bank'],
			].map(([reference, field = '']) => ({
				reference,
				message: expect.stringContaining(field),
				'how to fix': nothingSent,
			})),
		);
		await deactivate(environment, saved);
	});
});
