import { returnUrl } from '../support/waiting.mts';
import { expectSuccess, outputOf } from '../support/workflows.mts';
import { resultsIn, waitingPayer } from './waitingPayer.mts';

describe('waiting for a payment in a real n8n', () => {
	const suite = waitingPayer();
	const { act, finished, follow, heading, open, press, start, stillWaits } = suite;

	it('continues with the paid request when the payer has paid and returns', async () => {
		const waiting = await start();
		await act(waiting, 'pay');
		expect(await heading()).toBe('Thank you');
		const run = await finished(waiting);
		expectSuccess(run);
		expect(resultsIn(run)).toEqual([
			{
				outcome: 'paid',
				final: true,
				paymentRequest: expect.objectContaining({
					id: waiting.paymentRequestId,
					status: 'completed',
				}),
			},
		]);
		expect(outputOf(run, 'After')[0]?.pairedItem).toEqual({ item: 0 });
	});

	it('stays parked when the payer closes the page, and continues when they pay after that', async () => {
		const waiting = await start();
		await act(waiting, 'close');
		expect(await heading()).toBe('Your payment is not complete yet');
		await stillWaits(waiting);

		await follow('Check again');
		expect(await heading()).toBe('Your payment is not complete yet');
		await follow('Back to payment');
		await press('pay');
		expect(await heading()).toBe('Thank you');
		expect(resultsIn(await finished(waiting))).toMatchObject([{ outcome: 'paid' }]);
	});

	it('continues when the payment was cancelled since then', async () => {
		await suite.client.change({ closeToCancel: true });
		const waiting = await start();
		await act(waiting, 'close');
		await suite.client.change({ closeToCancel: false });
		expect(await heading()).toBe('This payment is no longer open');
		expect(resultsIn(await finished(waiting))).toMatchObject([
			{ outcome: 'notPaid', final: true, paymentRequest: { status: 'cancelled' } },
		]);
	});

	it('stays parked and says so while the service cannot be asked', async () => {
		const waiting = await start();
		await suite.environment.control.payer('pay', waiting.paymentRequestId);
		await suite.client.addFaults({ kind: 'status', status: 404, match: { method: 'GET' } });
		const answer = await open(returnUrl(waiting));
		await suite.client.clearFaults();
		expect(answer?.status()).toBe(503);
		expect(await heading()).toBe('We could not check your payment just now');
		await stillWaits(waiting);

		await follow('Check again');
		expect(await heading()).toBe('Thank you');
		expect(resultsIn(await finished(waiting))).toMatchObject([{ outcome: 'paid' }]);
	});

	it('continues once when the payer returns several times at once, and once more later', async () => {
		const waiting = await start();
		await suite.environment.control.payer('pay', waiting.paymentRequestId);
		const url = returnUrl(waiting);
		const answers = await Promise.all(Array.from({ length: 6 }, async () => await fetch(url)));
		expect(answers.map(({ status }) => status)).toContain(200);
		// Of many at the same moment, some are asked to come back.
		const others = answers.map(({ status }) => status).filter((status) => status !== 200);
		expect(others.filter((status) => status !== 409 && status !== 503)).toEqual([]);
		await finished(waiting);
		expect((await fetch(url)).status).toBe(409);
		const run = await suite.environment.api.execution(waiting.executionId);
		expectSuccess(run);
		expect(run.data.resultData.runData.After).toHaveLength(1);
		expect(resultsIn(run)).toMatchObject([{ outcome: 'paid' }]);
	});
});
