import { asChange, asItem, asReadChange, timeOf } from '../../../nodes/Stitch/polling/change';
import { listsFor } from '../../../nodes/Stitch/polling/lists';
import { readEvent } from '../../../nodes/Stitch/webhook/event';

const asked = (event: string) => {
	const [list] = listsFor([event]).asked;
	if (list === undefined) throw new Error(`${event} cannot be asked for`);
	return list;
};

const money = { quantity: '150.00', currency: 'ZAR' };
const at = '2026-11-20T10:00:00.000Z';
const ms = Date.parse(at);

const request = {
	id: 'cmVxOjE=',
	amount: money,
	externalReference: 'order-1',
	created: '2026-11-20T09:00:00.000Z',
	updated: '2026-11-20T10:05:00.000Z',
	state: { __typename: 'PaymentInitiationRequestCompleted', date: at },
	paymentConfirmation: { __typename: 'PaymentReceived', received: '2026-11-20T10:04:00.000Z' },
};

it('reads a disbursement as the event that the other trigger would get', () => {
	const node = {
		id: 'ZGlzOjE=',
		amount: money,
		nonce: 'n-1',
		externalReference: 'salary-1',
		status: { __typename: 'DisbursementCompleted', date: at },
	};
	const change = asChange(asked('disbursement.completed'), node, 0);
	expect(change).toMatchObject({ at: ms, since: ms, status: 'completed' });
	const sent = readEvent({ data: { client: { disbursements: { node } } } });
	expect(change?.event).toEqual(sent);
	expect(sent.changeKey).toBe('disbursement.completed/ZGlzOjE=');
});

it('reads the same payment request as two changes: that it was paid, and that the money arrived', () => {
	const paid = asChange(asked('paymentRequest.completed'), request, 0);
	expect(paid).toMatchObject({ at: Date.parse(request.updated), since: ms });
	expect(paid?.event).toMatchObject({ event: 'paymentRequest.completed', occurredAt: at });
	const received = asChange(asked('paymentConfirmation.received'), request, 0);
	expect(received?.at).toBe(Date.parse('2026-11-20T10:04:00.000Z'));
	expect(received?.event.event).toBe('paymentConfirmation.received');
	expect(received?.object).not.toBe(paid?.object);
	expect(received?.event.changeKey).toBe('paymentConfirmation.received/cmVxOjE=');
});

it('dates a pending request, whose state has no date, by when it was made and not by its last change', () => {
	const list = asked('paymentRequest.pending');
	const node = { ...request, state: { __typename: 'PaymentInitiationRequestPending' } };
	expect(asChange(list, node, 0)).toMatchObject({
		at: Date.parse(request.updated),
		since: Date.parse(request.created),
	});
	const undated = { ...request, state: { __typename: 'PaymentInitiationRequestExpired' } };
	expect(asChange(list, undated, 0)?.since).toBe(Date.parse(request.updated));
});

it('never takes a request that was completed by hand for money', () => {
	const state = { __typename: 'PaymentInitiationRequestManuallyCompleted', date: at };
	const node = { ...request, state };
	expect(asChange(asked('paymentRequest.completed'), node, 0)?.event.event).toBe(
		'paymentRequest.manually_completed',
	);
	expect(asChange(asked('paymentConfirmation.received'), node, 0)).toBeUndefined();
});

it('reads a terminal session, which says itself when it changed', () => {
	const [list] = listsFor(['terminalSession.success']).read;
	const session = {
		id: 'c2VzOjE=',
		status: 'success',
		intent: { charge: { amount: 100, currency: 'ZAR' } },
		createdAt: '2026-11-20T09:59:00Z',
		updatedAt: at,
	};
	const change = list && asReadChange(list, session, 0);
	expect(change).toMatchObject({ at: ms, status: 'success' });
	expect(change?.event).toMatchObject({
		event: 'terminalSession.success',
		amount: { quantity: 100, currency: 'ZAR' },
		changeKey: 'terminalSession.success/c2VzOjE=',
	});
});

it('leaves out an object without an id or a status, and dates one without a date by its window', () => {
	const list = asked('disbursement.completed');
	const status = { __typename: 'DisbursementCompleted' };
	expect(asChange(list, { status }, 0)).toBeUndefined();
	expect(asChange(list, { id: 'x' }, 0)).toBeUndefined();
	expect(asChange(list, { id: 'x', status }, 7)).toMatchObject({ at: 7, since: 7 });
	expect(asChange(list, { id: 'x', status: { ...status, date: 'soon' } }, 7)?.at).toBe(7);
});

it('reads a time without an offset as UTC, wherever n8n runs', () => {
	expect(timeOf('2026-11-20T10:00:00')).toBe(ms);
	expect(timeOf('2026-11-20T12:00:00.000+02:00')).toBe(ms);
	expect(timeOf('2026-11-20T10:00:00.000999Z')).toBe(ms);
	for (const odd of [20261120, '2026-11-20', '2026-13-41T10:00:00Z', 'soon', null]) {
		expect(timeOf(odd)).toBeUndefined();
	}
});

it('gives a status that came back an event id of its own, and the same change key', () => {
	const paused = (date: string) => {
		const node = { id: 'x', status: { __typename: 'DisbursementPaused', date } };
		const change = asChange(asked('disbursement.paused'), node, 0);
		if (change === undefined) throw new Error('not read');
		return asItem(change, ms).json;
	};
	const [one, other] = [paused(at), paused('2026-11-21T10:00:00Z')];
	expect(one.changeKey).toBe(other.changeKey);
	expect(one.eventId).not.toBe(other.eventId);
	expect(one.receivedAt).toBe(at);
});
