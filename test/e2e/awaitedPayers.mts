import { byId } from './operations/tables/row.mts';
import type { Environment } from './support/environment.mts';
import {
	after,
	ask,
	askAndWait,
	inStatus,
	payeeClient,
	returnUrl,
	startWaiting,
	wait,
	type Waiting,
} from './support/waiting.mts';
import { chain, manualTrigger } from './support/workflows.mts';

/**
 * Two payers who are awaited when n8n is killed, of whom one never returns.
 * @param minutes the time limit of that wait
 */
export function awaitedPayers(minutes: number) {
	let environment: Environment;
	let returning: Waiting;
	/** The second of two payments in one workflow; the first was paid before. */
	let forgotten: Waiting;

	return {
		async begin(within: Environment): Promise<void> {
			environment = within;
			const { credential } = await payeeClient(environment);
			returning = await startWaiting(environment, askAndWait(credential));
			const waitFor = (asked: string, more: Record<string, unknown>, name?: string) => {
				const awaitedPaymentRequestId = byId(`={{ $('${asked}').item.json.id }}`);
				const parameters = { awaitedPaymentRequestId, simplify: false, ...more };
				return wait(credential, parameters, name);
			};
			const nodes = [
				manualTrigger(),
				ask(credential),
				ask(credential, {}, 'Ask Again'),
				waitFor('Ask', {}),
				{
					...waitFor('Ask Again', { timeLimit: 'minutes', minutes }, 'Wait Again'),
					onError: 'continueErrorOutput' as const,
				},
				after(),
			];
			const workflow = chain('Two payments asked for at once', nodes, [{ order: 7 }]);
			forgotten = await startWaiting(environment, workflow);
			await environment.control.payer('pay', forgotten.paymentRequestId);
			expect((await fetch(returnUrl(forgotten))).status).toBe(200);
			await inStatus(environment, forgotten.executionId, 'waiting', 'Wait Again');
		},

		/** The one who returns pays, and has not returned yet. */
		async pay(): Promise<void> {
			await environment.control.payer('pay', returning.paymentRequestId);
		},

		/** Resolves when the time limit has ended the other wait. */
		async untilTimedOut(): Promise<void> {
			await inStatus(environment, forgotten.executionId, 'success', 'After');
		},

		get returning() {
			return returning;
		},
		get forgotten() {
			return forgotten;
		},
	};
}
