import { listsFor, pollableEvents } from '../../../nodes/Stitch/polling/lists';
import { eventOptions } from '../../../nodes/Stitch/webhook/catalogue';

const keysFor = (...events: string[]) => listsFor(events).map(({ key }) => key);

it('offers every event that the service can be asked for', () => {
	const offered = pollableEvents.map(({ value }) => value);
	const missing = eventOptions.map(({ value }) => value).filter((each) => !offered.includes(each));
	const recurring = missing.filter((event) =>
		/^(charge|chargeRefund|paymentConsent)\./.test(String(event)),
	);
	expect(recurring).toHaveLength(15);
	expect(missing.filter((event) => !recurring.includes(event))).toEqual([
		'paymentConfirmation.unsettled',
		'unknown',
	]);
});

it('needs only the lists that show the chosen events', () => {
	const lists = listsFor(['paymentRequest.expired', 'refund.completed', 'unknown']);
	expect(lists.map(({ events }) => events)).toEqual([
		['paymentRequest.expired'],
		['refund.completed'],
	]);
	expect(listsFor([])).toEqual([]);
});

it('asks for disbursements by status, and for all statuses of payment requests at once', () => {
	expect(keysFor('disbursement.completed', 'disbursement.paused')).toEqual([
		'disbursement_completed',
		'disbursement_paused',
	]);
	expect(keysFor('paymentRequest.completed', 'paymentRequest.expired')).toHaveLength(1);
});

it('looks for money that has arrived by its own time and by that of its payment request', () => {
	const lists = listsFor(['paymentConfirmation.received']);
	const window = { gte: 'x' };
	expect(lists.map((list) => 'within' in list && list.within(window))).toEqual([
		{ paymentConfirmation: { PaymentReceived: { received: window } } },
		{ updated: window },
	]);
});

it('reads terminal sessions, which cannot be asked for by time', () => {
	const [list] = listsFor(['terminalSession.success']);
	expect(list).toMatchObject({ paged: { path: '/terminal-sessions' } });
});
