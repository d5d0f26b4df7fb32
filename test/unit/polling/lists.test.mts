import { keysOf, listsFor, only, pollableEvents } from '../../../nodes/Stitch/polling/lists';
import { eventOptions } from '../../../nodes/Stitch/webhook/kinds';

it('offers every event that the service can be asked for', () => {
	const offered = pollableEvents.map(({ value }) => value);
	const missing = eventOptions.map(({ value }) => value).filter((each) => !offered.includes(each));
	const recurring = missing.filter((event) => /^(charge|paymentConsent)\./.test(String(event)));
	expect(recurring).toHaveLength(11);
	expect(missing.filter((event) => !recurring.includes(event))).toEqual([
		'paymentConfirmation.unsettled',
		'unknown',
	]);
});

it('needs only the lists that show the chosen events', () => {
	const { asked, read } = listsFor(['paymentRequest.expired', 'refund.completed']);
	expect(asked.map(({ list }) => list)).toEqual(['paymentInitiationRequests', 'refunds']);
	expect(read).toEqual([]);
	expect(keysOf(listsFor([]))).toEqual([]);
});

it('asks for disbursements by status, and for all statuses of payment requests at once', () => {
	const disbursements = listsFor(['disbursement.completed', 'disbursement.paused']);
	expect(keysOf(disbursements)).toEqual(['disbursement_completed', 'disbursement_paused']);
	const requests = listsFor(['paymentRequest.completed', 'paymentRequest.expired']);
	expect(keysOf(requests)).toHaveLength(1);
});

it('reads terminal sessions, which cannot be asked for by time', () => {
	const lists = listsFor(['terminalSession.success', 'refund.error']);
	expect(lists.read.map(({ list }) => list.path)).toEqual(['/terminal-sessions']);
	expect(keysOf(only(lists, ['refund_error']))).toEqual(['refund_error']);
});
