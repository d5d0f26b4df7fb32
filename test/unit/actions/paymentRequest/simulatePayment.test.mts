import { simulatePayment } from '../../../../nodes/Stitch/actions/paymentRequest/simulatePayment.operation';
import { answer, itemOf, serviceOf } from '../../builders.mts';
import { complaints, perform } from '../perform.mts';

const parameters = { paymentRequestId: 'request-1', paidBy: 'eft', moneyArrives: true };
const done = answer(200, { data: {} });
const completed = answer(200, { id: 'request-1', status: 'completed' });

const sentTo = (body: unknown) => {
	const { query, variables } = body as { query: string; variables: { input: object } };
	return [/mutation (\w+)/.exec(query)?.[1], variables.input];
};

it('pays, lets the money arrive, and gives back the payment request as it is then', async () => {
	const { output, sent } = await perform(simulatePayment, parameters, [done, done, completed]);
	expect(sent.slice(0, 2).map(({ body }) => sentTo(body))).toEqual([
		['SimulateComplete', { paymentRequestId: 'request-1', paymentMethod: 'eft' }],
		['SimulateConfirmation', { paymentRequestId: 'request-1' }],
	]);
	expect(sent[2]).toMatchObject({ url: 'https://rest.test/v2/payment-requests/request-1' });
	expect(output).toEqual({ id: 'request-1', status: 'completed' });
});

it('leaves the money on its way if that is wanted', async () => {
	const { sent } = await perform(simulatePayment, { ...parameters, moneyArrives: false }, [
		done,
		completed,
	]);
	expect(sent).toHaveLength(2);
});

it.each([
	[{ ...parameters, paymentRequestId: ' ' }, ["'Payment Request' is empty"]],
	[{ ...parameters, paidBy: 'cheque' }, ["'Paid By' cannot be cheque"]],
])('names what is wrong: %j', (given, mistakes) => {
	expect(complaints(simulatePayment, given)).toEqual(mistakes);
});

it('rejects a live client before anything is sent', () => {
	const { service, sent } = serviceOf([], {}, 'live-client');
	expect(() => simulatePayment.prepare(itemOf(parameters), service)).toThrow(
		"'Credential' belongs to a live client, and Simulate Payment is for test clients only",
	);
	expect(sent).toEqual([]);
});
