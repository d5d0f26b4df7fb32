import type { IDataObject } from 'n8n-workflow';

import {
	changeKeyOf,
	isUnreadable,
	readEvent,
	stitchEvent,
	type EventContent,
} from '../../../nodes/Stitch/webhook/event';
import { eventOptions } from '../../../nodes/Stitch/webhook/catalogue';
import { cases } from '../../setup/thorough.mts';
import fc from '../properties.mts';

const date = '2026-11-20T10:00:00.000Z';
const id = 'aWQ6MQ==';
const amount = { quantity: '10.50', currency: 'ZAR' };
const inRand = { quantity: 10.5, currency: 'ZAR' };

/** Envelope A, around an object as GraphQL shows it. */
const nested = (list: string, node: object) => ({
	data: { client: { [list]: { node: { id, amount, ...node } } } },
});

/** Envelope B, around an object as REST shows it. */
const flat = (type: string, data: object) => ({
	type,
	id: 'evt_1',
	data: { id, amount, updatedAt: date, ...data },
});

/** A status as GraphQL shows it. */
const typed = (__typename: string, more: object = {}) => ({ __typename, date, ...more });

const camelCase = (status: string) =>
	status.replace(/(?:^|_)(.)/g, (_, first: string) => first.toUpperCase());

function read(body: object, subscribedTypes?: string[]): EventContent & { changeKey: unknown } {
	const content = readEvent(body as IDataObject, subscribedTypes);
	return { ...content, changeKey: changeKeyOf(content) };
}

interface Family {
	family: string;
	resource: string;
	type: string;
	list: string;
	/** Where GraphQL has the status, and how the names of its types begin. */
	field: string;
	prefix: string;
	more: object;
	statuses: string;
}

const card = { __typename: 'CardTransaction' };
const cardRefund = { __typename: 'CardRefundTransaction' };

describe.each`
	family              | resource            | type                         | list                           | field       | prefix                        | more                | statuses
	${'paymentRequest'} | ${'paymentRequest'} | ${'payment'}                 | ${'paymentInitiationRequests'} | ${'state'}  | ${'PaymentInitiationRequest'} | ${{}}               | ${'cancelled completed expired manually_completed pending'}
	${'disbursement'}   | ${'disbursement'}   | ${'disbursement'}            | ${'disbursements'}             | ${'status'} | ${'Disbursement'}             | ${{}}               | ${'cancelled completed error paused reversed submitted'}
	${'refund'}         | ${'refund'}         | ${'refund'}                  | ${'refunds'}                   | ${'status'} | ${'Refund'}                   | ${{}}               | ${'completed error paused pending submitted'}
	${'paymentConsent'} | ${'paymentConsent'} | ${'payment-consent-request'} | ${'paymentConsentRequests'}    | ${'status'} | ${'PaymentConsent'}           | ${{ type: 'CARD' }} | ${'cancelled expired failed granted paused processing revoked'}
	${'charge'}         | ${'charge'}         | ${'transaction'}             | ${'transactions'}              | ${'state'}  | ${'Transaction'}              | ${card}             | ${'cancelled failure pending success'}
	${'chargeRefund'}   | ${'refund'}         | ${'transaction'}             | ${'transactions'}              | ${'state'}  | ${'Transaction'}              | ${cardRefund}       | ${'cancelled failure pending success'}
`('an event of the family $family', (of: Family) => {
	const { family, resource, type, list, field, prefix, more } = of;
	const statuses = of.statuses.split(' ');

	it.each(statuses)(
		'is read from either envelope, with its status as a word or as a type: %s',
		(status) => {
			const asType = typed(`${prefix}${camelCase(status)}`);
			const bodies = [
				nested(list, { ...more, [field]: asType }),
				flat(type, { ...more, [field]: asType, updatedAt: undefined }),
				flat(type, { ...more, status: asType, updatedAt: undefined }),
				flat(type, { ...more, status: asType.__typename }),
				flat(type, { ...more, status }),
				flat(type, { ...more, status: status.toUpperCase() }),
			];
			const event = `${family}.${status}`;
			const unsaid = { statusReason: null, externalReference: null, nonce: null };
			const said = { event, resource, id, status, amount: inRand, occurredAt: date };
			for (const body of bodies) {
				expect(read(body)).toEqual({ ...unsaid, ...said, changeKey: `${event}/${id}` });
			}
		},
	);

	it('is in the list of the editor, as is no other', () => {
		const offered = eventOptions.filter(({ value }) => String(value).startsWith(`${family}.`));
		expect(offered.map(({ value }) => value).sort()).toEqual(
			statuses.map((status) => `${family}.${status}`),
		);
	});
});

const requests = 'paymentInitiationRequests';
const received = typed('PaymentReceived');
const withMoney = (confirmation: object | null, state = 'Completed') =>
	nested(requests, {
		state: typed(`PaymentInitiationRequest${state}`),
		paymentConfirmation: confirmation,
	});
const ofMoney = (data: object) => flat('payment.confirmation', data);

it.each`
	event                              | resource             | from                                         | body
	${'paymentConfirmation.received'}  | ${'paymentRequest'}  | ${'the request that GraphQL shows'}          | ${withMoney(received)}
	${'paymentConfirmation.received'}  | ${'paymentRequest'}  | ${'its own status'}                          | ${ofMoney({ status: 'received' })}
	${'paymentConfirmation.received'}  | ${'paymentRequest'}  | ${'a type beside the status of the request'} | ${ofMoney({ status: 'completed', paymentConfirmation: { __typename: 'PaymentReceived' } })}
	${'paymentConfirmation.received'}  | ${'paymentRequest'}  | ${'a word beside the status of the request'} | ${ofMoney({ status: 'completed', paymentConfirmation: 'received' })}
	${'paymentConfirmation.unsettled'} | ${'paymentRequest'}  | ${'the request that GraphQL shows'}          | ${withMoney(typed('PaymentUnsettled'))}
	${'paymentConfirmation.unsettled'} | ${'paymentRequest'}  | ${'its own status'}                          | ${ofMoney({ status: 'unsettled' })}
	${'paymentConfirmation.unsettled'} | ${'paymentRequest'}  | ${'a type for its own status'}               | ${ofMoney({ status: { __typename: 'PaymentUnsettled' } })}
	${'terminalSession.success'}       | ${'terminalSession'} | ${'its type and its status'}                 | ${flat('terminal-session.success', { status: 'success' })}
	${'terminalSession.success'}       | ${'terminalSession'} | ${'its type alone'}                          | ${flat('terminal-session.success', {})}
	${'terminalSession.failure'}       | ${'terminalSession'} | ${'its type and its status'}                 | ${flat('terminal-session.failure', { status: 'failure' })}
`(
	'$event is read from $from',
	({ event, resource, body }: Record<'event' | 'resource', string> & { body: object }) => {
		const status = event.split('.')[1];
		const said = { event, resource, status, id, amount: inRand, occurredAt: date };
		expect(read(body)).toMatchObject(said);
	},
);

it('knows no other family of events', () => {
	const families = eventOptions.map(({ value }) => String(value).split('.')[0]);
	expect([...new Set(families)].sort()).toEqual([
		...['charge', 'chargeRefund', 'disbursement', 'paymentConfirmation', 'paymentConsent'],
		...['paymentRequest', 'refund', 'terminalSession', 'unknown'],
	]);
});

describe('either envelope', () => {
	it('says why a disbursement failed, and its nonce', () => {
		const nonce = 'nonce-1';
		const reason = 'invalid_account';
		const status = typed('DisbursementError', { disbursementErrorReason: reason });
		const said = { event: 'disbursement.error', statusReason: reason, nonce };
		expect(read(nested('disbursements', { nonce, status }))).toMatchObject(said);
		const inWords = flat('disbursement', { nonce, status: 'error', statusReason: reason });
		expect(read(inWords)).toMatchObject(said);
	});

	it('says the reference of the payment that is refunded, and not why that was asked for', () => {
		const payment = { id: 'cGF5OjE=', externalReference: 'shop-1' };
		const status = typed('RefundCompleted');
		const said = { externalReference: 'shop-1', statusReason: null };
		expect(read(nested('refunds', { status, paymentInitiationRequest: payment }))).toMatchObject(
			said,
		);
		const more = { externalReference: 'shop-1', reason: 'fraudulent' };
		expect(read(flat('refund', { status: 'completed', ...more }))).toMatchObject(said);
	});
});

const charged = (intent: object) => flat('terminal-session.success', { amount: undefined, intent });

it.each`
	form                            | body                                                                | found
	${'in an object'}               | ${flat('payment', { amount: { quantity: 10.5, currency: 'ZAR' } })} | ${inRand}
	${'next to its currency'}       | ${flat('refund', { amount: 10.5, currency: 'ZAR' })}                | ${inRand}
	${'that a terminal charges'}    | ${charged({ charge: { amount: 10.5, currency: 'ZAR' } })}           | ${inRand}
	${'that a terminal pays out'}   | ${charged({ disbursement: { amount: '10.50', currency: 'ZAR' } })}  | ${inRand}
	${'that is ambiguous, as null'} | ${flat('payment', { amount: { quantity: '1,000' } })}               | ${null}
	${'that is null, as null'}      | ${flat('payment', { amount: null })}                                | ${null}
`('reads an amount $form', ({ body, found }: { body: object; found: object | null }) => {
	expect(read(body).amount).toEqual(found);
});

const unsettled = typed('PaymentUnsettled');
const pending = typed('PaymentPending');
const somethingNew = typed('PaymentSomethingNew');

interface Shown {
	state: string;
	money: object | null;
	subscribed: string;
	event: string;
}

it.each`
	state                  | money           | subscribed                        | event
	${'Completed'}         | ${received}     | ${'payment'}                      | ${'paymentRequest.completed'}
	${'Completed'}         | ${received}     | ${'disbursement payment'}         | ${'paymentRequest.completed'}
	${'Completed'}         | ${received}     | ${'payment.confirmation'}         | ${'paymentConfirmation.received'}
	${'Completed'}         | ${received}     | ${'payment payment.confirmation'} | ${'paymentConfirmation.received'}
	${'Completed'}         | ${received}     | ${'disbursement refund'}          | ${'paymentConfirmation.received'}
	${'Completed'}         | ${received}     | ${''}                             | ${'paymentConfirmation.received'}
	${'Completed'}         | ${unsettled}    | ${'payment payment.confirmation'} | ${'paymentConfirmation.unsettled'}
	${'Completed'}         | ${pending}      | ${'payment'}                      | ${'paymentRequest.completed'}
	${'Completed'}         | ${pending}      | ${'payment payment.confirmation'} | ${'paymentRequest.completed'}
	${'Completed'}         | ${pending}      | ${''}                             | ${'paymentRequest.completed'}
	${'Completed'}         | ${pending}      | ${'payment.confirmation'}         | ${'unknown'}
	${'Completed'}         | ${somethingNew} | ${'payment'}                      | ${'paymentRequest.completed'}
	${'Completed'}         | ${somethingNew} | ${'payment payment.confirmation'} | ${'paymentRequest.completed'}
	${'Completed'}         | ${somethingNew} | ${'payment.confirmation'}         | ${'unknown'}
	${'Completed'}         | ${null}         | ${''}                             | ${'paymentRequest.completed'}
	${'ManuallyCompleted'} | ${received}     | ${'payment'}                      | ${'paymentRequest.manually_completed'}
	${'ManuallyCompleted'} | ${received}     | ${'disbursement'}                 | ${'paymentRequest.manually_completed'}
	${'ManuallyCompleted'} | ${received}     | ${'payment.confirmation'}         | ${'unknown'}
	${'ManuallyCompleted'} | ${null}         | ${''}                             | ${'paymentRequest.manually_completed'}
`(
	'GraphQL shows a request ($state) with its money ($money.__typename): taken for $event when subscribed to "$subscribed"',
	({ state, money, subscribed, event }: Shown) => {
		expect(read(withMoney(money, state), subscribed.split(' ')).event).toBe(event);
	},
);

describe('a flat event of a confirmation', () => {
	it('is about the money, whatever was subscribed to', () => {
		expect(read(ofMoney({ status: 'received' }), ['payment']).event).toBe(
			'paymentConfirmation.received',
		);
	});

	it.each([{ status: 'manually_completed', paymentConfirmation: received }, { status: 'pending' }])(
		'is unknown, and not undecided, where no money can have arrived: $status',
		(data) => {
			for (const type of ['payment', 'payment.confirmation', 'disbursement']) {
				expect(read(ofMoney(data), [type])).toMatchObject({ event: 'unknown' });
				expect(read(ofMoney(data), [type])).not.toHaveProperty('mayBe');
			}
		},
	);
});

describe('an event of a confirmation that shows the request without its money', () => {
	const either = {
		event: 'unknown',
		resource: 'paymentRequest',
		changeKey: null,
		mayBe: ['paymentConfirmation.received', 'paymentConfirmation.unsettled'],
	};

	it.each`
		form                                        | body
		${'flat, with the status of the request'}   | ${ofMoney({ status: 'completed' })}
		${'flat, with a null beside it'}            | ${ofMoney({ status: 'completed', paymentConfirmation: null })}
		${'flat, with its status as a type'}        | ${ofMoney({ status: typed('PaymentInitiationRequestCompleted') })}
		${'flat, without any status'}               | ${ofMoney({})}
		${'nested, with a null'}                    | ${withMoney(null)}
		${'nested, without a word about the money'} | ${nested(requests, { state: typed('PaymentInitiationRequestCompleted') })}
	`('may be either, so that the request is read: $form', ({ body }: { body: object }) => {
		expect(read(body, ['payment.confirmation'])).toMatchObject(either);
	});

	it('is about the request where events of requests are subscribed to as well', () => {
		const body = nested(requests, { state: typed('PaymentInitiationRequestCompleted') });
		const event = read(body, ['payment', 'payment.confirmation']);
		expect(event.event).toBe('paymentRequest.completed');
		expect(event).not.toHaveProperty('mayBe');
	});
});

const ofTerminalGuide = {
	...{ webhookId: 'w-1', webhookType: 'transaction', webhookTime: '2026-11-20T10:00:00Z' },
	terminal: { terminalId: 't-1' },
	transaction: { transactionId: 'x-1', transactionResult: 'approved' },
};
const node = { id, status: typed('DisbursementCompleted') };
const two = { data: { client: { disbursements: { node }, refunds: { node: { id: 'b' } } } } };

it.each`
	what                                   | body
	${'a type that nobody documented'}     | ${flat('settlement', { status: 'done' })}
	${'a status that nobody documented'}   | ${nested('disbursements', { status: typed('DisbursementTeleported') })}
	${'a status that is missing'}          | ${nested('disbursements', { status: null })}
	${'a list that nobody documented'}     | ${nested('mandates', { status: typed('DisbursementCompleted') })}
	${'a client without content'}          | ${{ data: { client: {} } }}
	${'an empty body'}                     | ${{}}
	${'data that is a text'}               | ${{ type: 'payment', data: 'x' }}
	${'two objects in one message'}        | ${two}
	${'what the guides of terminals show'} | ${ofTerminalGuide}
`('takes $what for unknown', ({ body }: { body: object }) => {
	expect(read(body).event).toBe('unknown');
});

it.each`
	envelope    | body                                                                                          | resource            | status
	${'flat'}   | ${flat('settlement', { status: 'Done', externalReference: 'x' })}                             | ${null}             | ${'done'}
	${'nested'} | ${nested(requests, { state: typed('PaymentInitiationRequestGone'), externalReference: 'x' })} | ${'paymentRequest'} | ${'gone'}
`(
	'keeps what can be read of an unknown event: $envelope',
	({ body, resource, status }: Pick<EventContent, 'resource' | 'status'> & { body: object }) => {
		const said = { event: 'unknown', resource, id, status, externalReference: 'x' };
		expect(read(body)).toMatchObject(said);
	},
);

it('knows an object whose ID is a number', () => {
	const body = flat('disbursement', { id: 17, status: 'completed' });
	expect(read(body)).toMatchObject({ id: '17', changeKey: 'disbursement.completed/17' });
});

it('knows an event whose object has no ID by its message alone', () => {
	const body = nested('disbursements', { id: null, status: typed('DisbursementCompleted') });
	expect(read(body)).toMatchObject({ event: 'disbursement.completed', changeKey: null });
});

it.each`
	status       | type              | unreadable
	${'pending'} | ${'settlement'}   | ${true}
	${'pending'} | ${'disbursement'} | ${false}
	${'gone'}    | ${'disbursement'} | ${true}
`(
	'an event of type $type that says $status cannot be read: $unreadable',
	({ status, type, unreadable }: { status: string; type: string; unreadable: boolean }) => {
		const raw = flat(type, { status });
		const delivery = { eventId: 'msg_1', receivedAt: date, raw };
		expect(isUnreadable(stitchEvent(readEvent(raw), delivery))).toBe(unreadable);
	},
);

it('also reads a flat event that names its client', () => {
	const event = read(flat('disbursement', { status: 'completed', client: { id: 'c' } }));
	expect(event.event).toBe('disbursement.completed');
});

describe('an event about a transaction', () => {
	const transaction = (data: object) => flat('transaction', data);
	const inGraphql = (data: object) => nested('transactions', data);
	const success = { state: typed('TransactionSuccess') };
	const original = { originalTransaction: { id: 'a' } };

	it.each`
		what                         | body
		${'that only names it'}      | ${transaction({})}
		${'in an undocumented word'} | ${transaction({ status: 'SETTLED' })}
	`('$what is unknown, and can still be read again', ({ body }: { body: object }) => {
		const event = read(body);
		expect(event).toMatchObject({ event: 'unknown', resource: 'charge', id });
		expect(event.mayBe).toBeUndefined();
	});

	const aCharge = {
		event: 'charge.success',
		resource: 'charge',
		changeKey: `charge.success/${id}`,
	};
	const aRefund = {
		event: 'chargeRefund.success',
		resource: 'refund',
		changeKey: `chargeRefund.success/${id}`,
	};
	const either = {
		event: 'unknown',
		changeKey: null,
		mayBe: ['charge.success', 'chargeRefund.success'],
	};

	it.each`
		says                                            | body                                                                                | said
		${'a charge, by its type'}                      | ${transaction({ status: 'SUCCESS', ...card })}                                      | ${aCharge}
		${'a charge, by its type in GraphQL'}           | ${inGraphql({ ...card, ...success })}                                               | ${aCharge}
		${'a refund, by its type'}                      | ${transaction({ status: 'SUCCESS', ...cardRefund })}                                | ${aRefund}
		${'a refund, by "type"'}                        | ${transaction({ status: 'SUCCESS', type: 'REFUND' })}                               | ${aRefund}
		${'a refund, by "transactionType"'}             | ${transaction({ status: 'SUCCESS', transactionType: 'REFUND' })}                    | ${aRefund}
		${'a refund, by what it gives back'}            | ${transaction({ status: 'SUCCESS', ...original })}                                  | ${aRefund}
		${'a refund, by the ID of what it gives back'}  | ${transaction({ status: 'SUCCESS', originalTransactionId: 'a', ...card })}          | ${aRefund}
		${'a refund, by what it gives back in GraphQL'} | ${inGraphql({ ...card, ...original, ...success })}                                  | ${aRefund}
		${'either, by nothing'}                         | ${transaction({ status: 'SUCCESS' })}                                               | ${either}
		${'either, by what fits both'}                  | ${transaction({ status: 'SUCCESS', type: 'PAYMENT', originalTransactionId: null })} | ${either}
		${'either, by nothing in GraphQL'}              | ${inGraphql(success)}                                                               | ${either}
	`('is taken for $says', ({ body, said }: { body: object; said: object }) => {
		expect(read(body)).toMatchObject(said);
	});

	it.each`
		form                    | body
		${'"FAILED"'}           | ${transaction({ ...card, status: 'FAILED' })}
		${'"failure"'}          | ${transaction({ ...card, status: 'failure' })}
		${'TransactionFailed'}  | ${transaction({ ...card, state: typed('TransactionFailed') })}
		${'TransactionFailure'} | ${inGraphql({ ...card, state: typed('TransactionFailure') })}
	`('says by $form that a charge failed', ({ body }: { body: object }) => {
		expect(read(body)).toMatchObject({ event: 'charge.failure', status: 'failure' });
	});
});

it('reads any JSON object without throwing, always into the same fields', () => {
	const names = Object.keys(read({})).sort();
	const value = fc.jsonValue({ maxDepth: 3 });
	const known = fc.constantFrom('id', 'status', 'state', 'amount', 'intent', 'nonce', '__proto__');
	const type = fc.constantFrom('payment', 'payment.confirmation', 'refund', 'x');
	const body = fc.oneof(
		fc.dictionary(fc.string(), value),
		fc.record({ type, data: value }),
		value.map((disbursement) => ({ data: { client: { disbursements: { node: disbursement } } } })),
		fc.dictionary(known, value).map((request) => nested(requests, request)),
	);
	fc.assert(
		fc.property(body, (content) => {
			const { mayBe: _, ...always } = read(content);
			expect(Object.keys(always).sort()).toEqual(names);
		}),
		{ seed: 6, numRuns: cases(2000) },
	);
});
