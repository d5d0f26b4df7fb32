import type { IDataObject } from 'n8n-workflow';

import {
	changeItem,
	isAskedByTime,
	listsFor,
	pollableEvents,
	shownBy,
	shownByRest,
} from '../../../nodes/Stitch/polling/changes';
import { eventOptions } from '../../../nodes/Stitch/webhook/catalogue';
import { changeKeyOf, readEvent } from '../../../nodes/Stitch/webhook/event';

const asked = (event: string) => {
	const [list] = listsFor([event]).filter(isAskedByTime);
	if (list === undefined) throw new Error(`${event} cannot be asked for`);
	return list;
};

/** What a list says of an object: when it changed, and the first change that it shows. */
function read(list: ReturnType<typeof asked>, node: IDataObject, otherwise = 0) {
	const { at, changes } = shownBy(list, node, otherwise);
	return changes[0] && { at, ...changes[0] };
}

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
	const change = read(asked('disbursement.completed'), node);
	expect(change).toMatchObject({ at: ms, since: ms, id: 'disbursement.completed/ZGlzOjE=' });
	const sent = readEvent({ data: { client: { disbursements: { node } } } });
	expect(change?.content).toEqual(sent);
	expect(changeKeyOf(sent)).toBe('disbursement.completed/ZGlzOjE=');
});

it('reads the same payment request as two changes: that it was paid, and that the money arrived', () => {
	const paid = read(asked('paymentRequest.completed'), request);
	expect(paid).toMatchObject({ at: Date.parse(request.updated), since: ms });
	expect(paid?.content).toMatchObject({ event: 'paymentRequest.completed', occurredAt: at });
	const received = read(asked('paymentConfirmation.received'), request);
	expect(received?.at).toBe(Date.parse('2026-11-20T10:04:00.000Z'));
	expect(received?.content.event).toBe('paymentConfirmation.received');
	expect(received && changeKeyOf(received.content)).toBe('paymentConfirmation.received/cmVxOjE=');
});

it('reads the money of a payment request even where it is asked by when that changed', () => {
	const [, byUpdate] = listsFor(['paymentConfirmation.received']).filter(isAskedByTime);
	const { changes } = shownBy(byUpdate as ReturnType<typeof asked>, request, 0);
	const undecided = { ...request, paymentConfirmation: null };
	const before = shownBy(byUpdate as ReturnType<typeof asked>, undecided, 0).changes;
	expect([changes, before].map((each) => each.map(({ id }) => id))).toEqual([
		['paymentRequest.completed/cmVxOjE=', 'paymentConfirmation.received/cmVxOjE='],
		['paymentRequest.completed/cmVxOjE='],
	]);
});

it('dates a pending request, whose state has no date, by when it was made and not by its last change', () => {
	const list = asked('paymentRequest.pending');
	const node = { ...request, state: { __typename: 'PaymentInitiationRequestPending' } };
	expect(read(list, node)).toMatchObject({
		at: Date.parse(request.updated),
		since: Date.parse(request.created),
	});
	const undated = { ...request, state: { __typename: 'PaymentInitiationRequestExpired' } };
	expect(read(list, undated)?.since).toBe(Date.parse(request.updated));
});

it('never takes a request that was completed by hand for money', () => {
	const state = { __typename: 'PaymentInitiationRequestManuallyCompleted', date: at };
	const node = { ...request, state };
	expect(read(asked('paymentRequest.completed'), node)?.content.event).toBe(
		'paymentRequest.manually_completed',
	);
	expect(read(asked('paymentConfirmation.received'), node)).toBeUndefined();
});

it('reads a terminal session, which says itself when it changed', () => {
	const [list] = listsFor(['terminalSession.success']);
	if (list === undefined || isAskedByTime(list)) throw new Error('it is read from its newest end');
	expect(shownByRest(list, { status: 'success', updatedAt: at }, 0).changes).toHaveLength(0);
	const session = {
		id: 'c2VzOjE=',
		status: 'success',
		intent: { charge: { amount: 100, currency: 'ZAR' } },
		createdAt: '2026-11-20T09:59:00Z',
		updatedAt: at,
	};
	const shown = shownByRest(list, session, 0);
	const [change] = shown.changes;
	expect(shown.at).toBe(ms);
	expect(change?.content).toMatchObject({
		event: 'terminalSession.success',
		amount: { quantity: 100, currency: 'ZAR' },
		id: 'c2VzOjE=',
	});
});

it('leaves out an object without an id or a status, and dates one without a date by its window', () => {
	const list = asked('disbursement.completed');
	const status = { __typename: 'DisbursementCompleted' };
	expect(read(list, { status })).toBeUndefined();
	expect(read(list, { id: 'x' })).toBeUndefined();
	expect(read(list, { id: 'x', status }, 7)).toMatchObject({ at: 7, since: 7 });
	expect(read(list, { id: 'x', status: { ...status, date: 'soon' } }, 7)?.at).toBe(7);
});

it('gives a status that came back a new event ID, and the same change key', () => {
	const paused = (date: string) => {
		const node = { id: 'x', status: { __typename: 'DisbursementPaused', date } };
		const change = read(asked('disbursement.paused'), node);
		if (change === undefined) throw new Error('not read');
		return changeItem(change, ms).json;
	};
	const [one, other] = [paused(at), paused('2026-11-21T10:00:00Z')];
	expect(one.changeKey).toBe(other.changeKey);
	expect(one.eventId).not.toBe(other.eventId);
	expect(one.eventId).toBe(`disbursement.paused/x@${at}`);
	expect(one.receivedAt).toBe(at);
});

describe('the lists of Stitch', () => {
	const keysFor = (...events: string[]) => listsFor(events).map(({ key }) => key);

	it('offers every event that the service can be asked for', () => {
		const offered = pollableEvents.map(({ value }) => value);
		const missing = eventOptions
			.map(({ value }) => value)
			.filter((each) => !offered.includes(each));
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

	it('searches arrived money by its own time and by that of its payment request', () => {
		const lists = listsFor(['paymentConfirmation.received']);
		const window = { gte: 'x' };
		expect(lists.map((list) => isAskedByTime(list) && list.source.windowFilter(window))).toEqual([
			{ paymentConfirmation: { PaymentReceived: { received: window } } },
			{ updated: window },
		]);
	});
});
