import type { IDataObject } from 'n8n-workflow';

import { disbursementPayment } from '../../../nodes/Stitch/actions/disbursement/disbursementPayment';
import { inPersonRefund } from '../../../nodes/Stitch/actions/refund/inPersonRefund';
import { onlineRefund } from '../../../nodes/Stitch/actions/refund/onlineRefund';
import { terminalSessionPayment } from '../../../nodes/Stitch/actions/terminalSession/terminalSessionPayment';
import { EarlierPayments } from '../../../nodes/Stitch/idempotency/earlierPayments';
import {
	preparePayment,
	whyIncomplete,
	type PreparedPayment,
} from '../../../nodes/Stitch/idempotency/payment';
import type { PaymentKind, PaymentValues } from '../../../nodes/Stitch/idempotency/paymentKind';
import { InvalidInput, type Mistake } from '../../../nodes/Stitch/schemas/invalidInput';
import { ServiceFailure, type FailureDetails } from '../../../nodes/Stitch/transport/failure';
import { explain } from '../../../nodes/Stitch/transport/messages';
import { answer, restPage, serviceOf, type Script } from '../builders.mts';

/** The parameters of an item, as the editor would show them. */
function parametersOf(values: IDataObject, isRetriedOnFail = false) {
	return {
		get: (name: string): unknown => values[name],
		collection: (name: string) => (values[name] ?? {}) as IDataObject,
		isRetriedOnFail,
		sendingSince: (now: number) => now,
	};
}

const payout = {
	amount: '150',
	externalReference: 'salary-2026-11-017',
	beneficiaryName: 'Example Supplier',
	bank: 'FNB',
	accountNumber: '1234567890',
	beneficiaryReference: 'Salary Nov',
	nonceSource: 'externalReference',
};

const session = {
	intent: 'charge',
	amount: '99.90',
	terminalId: 'terminal-1',
	externalReference: 'till-3-receipt-1',
	nonceSource: 'externalReference',
};

const refund = {
	refundOf: 'charge',
	chargeId: 'charge-1',
	amount: '100',
	reason: 'requested_by_customer',
	nonceSource: 'itemContent',
};

const ofRequest = {
	refundOf: 'paymentRequest',
	paymentRequestId: 'request-1',
	beneficiaryReference: 'Refund 1017',
};

const prepare = <Values extends PaymentValues>(
	kind: PaymentKind<Values>,
	values: IDataObject,
	isRetriedOnFail = false,
) => preparePayment(kind, parametersOf(values, isRetriedOnFail), 'test-client');

const kinds = {
	payout: (change: IDataObject) => prepare(disbursementPayment, { ...payout, ...change }),
	session: (change: IDataObject) => prepare(terminalSessionPayment, { ...session, ...change }),
	refund: (change: IDataObject) => prepare(inPersonRefund, { ...refund, ...change }),
	'online refund': (change: IDataObject) =>
		prepare(onlineRefund, { ...refund, ...ofRequest, ...change }),
};

type Kind = keyof typeof kinds;

const conflict = answer(409, { title: 'Conflict' });

/** A payout at a service that has these under the nonces of its attempts. */
function payoutAmong(payouts: IDataObject[], change: IDataObject): PreparedPayment {
	const { nonces } = kinds.payout(change);
	const find: typeof disbursementPayment.find = async (_service, nonce) => {
		const at = nonces.indexOf(nonce);
		return payouts[at] && { id: `d-${at}`, ...payouts[at] };
	};
	return prepare(
		{ ...disbursementPayment, find, listByNonce: undefined },
		{ ...payout, ...change },
	);
}

/** The payout as the service returns it. */
function held(status: string): IDataObject {
	const { amount, beneficiary } = kinds.payout({}).body;
	return { status, amount, beneficiary, createdAt: '2026-10-25T10:00:00Z' };
}

/** Why a payment failed that was sent to a service with these answers. */
async function failureOf(prepared: PreparedPayment, script: Script): Promise<FailureDetails> {
	const failure = await prepared.send(serviceOf(script).service).catch((cause: unknown) => cause);
	if (failure instanceof ServiceFailure) return failure.details;
	throw new Error('The payment did not fail', { cause: failure });
}

describe('a nonce from the item content', () => {
	const withMetadata = {
		additionalFields: { metadata: { entry: [{ key: 'at', value: '12:00:01' }] } },
	};

	it.each<[Kind, string, IDataObject]>([
		['refund', 'metadata', withMetadata],
		['refund', 'the reason', { reason: 'fraud' }],
		['online refund', 'the reason', { reason: 'fraud' }],
		['online refund', 'the beneficiary reference', { beneficiaryReference: 'Other' }],
	])('of a %s does not depend on %s', (kind, _what, change) => {
		expect(kinds[kind](change).nonce).toBe(kinds[kind]({}).nonce);
	});

	it.each<[Kind, string, IDataObject]>([
		['refund', 'the charge', { chargeId: 'charge-2' }],
		['refund', 'the amount', { amount: '100.01' }],
		['online refund', 'the payment request', { paymentRequestId: 'pr-2' }],
		['online refund', 'the amount', { amount: '100.01' }],
	])('of a %s depends on %s', (kind, _what, change) => {
		expect(kinds[kind](change).nonce).not.toBe(kinds[kind]({}).nonce);
	});
});

function mistakesOf(work: () => unknown): Mistake[] {
	try {
		work();
	} catch (cause) {
		if (cause instanceof InvalidInput) return cause.mistakes;
		throw cause;
	}
	return [];
}

describe('the source of the nonce', () => {
	it('is another one for another client, so that its payment is a new one', () => {
		const parameters = parametersOf({ ...payout, nonceSource: 'externalReference' });
		const nonceFor = (client: string) =>
			preparePayment(disbursementPayment, parameters, client).nonce;
		expect(nonceFor('test-1')).not.toBe(nonceFor('test-2'));
		expect(nonceFor('test-1')).toBe(nonceFor('test-1'));
	});

	it.each<[string, IDataObject, Mistake]>([
		[
			'is one of those that are offered',
			{ nonceSource: 'executionId' },
			{
				field: 'Duplicate Protection',
				what: 'cannot be executionId',
				fix: 'Choose By External Reference (Recommended) or By My Own Key.',
			},
		],
		[
			'cannot be an empty reference',
			{ nonceSource: 'externalReference', externalReference: ' ' },
			{
				field: 'External Reference',
				what: 'is empty',
				fix: 'Enter a reference that only this payment has. A second run finds the payment by it.',
			},
		],
		[
			'cannot be an empty key',
			{ nonceSource: 'custom', customNonce: '' },
			{ field: 'My Own Key', what: 'is empty', fix: 'Enter a text that only this payment has.' },
		],
	])(
		'%s, which is reported with everything else that is wrong with the item',
		(_what, change, mistake) => {
			const mistakes = mistakesOf(() => kinds.session({ ...change, amount: '$100' }));
			expect(mistakes).toHaveLength(2);
			expect(mistakes[0]?.what).toBe('is not an amount: $100');
			expect(mistakes[1]).toEqual(mistake);
		},
	);

	it('needs no reference where the nonce comes from elsewhere', () => {
		expect(kinds.refund({ nonceSource: 'custom', customNonce: 'n-17' }).nonce).toBe('n-17');
	});

	it('decides whether My Own Key is read, whose expression may not work for this item', () => {
		const parameters = parametersOf(payout);
		const get = (name: string) => {
			if (name === 'customNonce') throw new Error('The expression cannot be evaluated');
			return parameters.get(name);
		};
		const prepared = preparePayment(disbursementPayment, { ...parameters, get }, 'test-client');
		expect(prepared.nonce).toBe(kinds.payout({}).nonce);
	});
});

describe('a column that is empty, and of which a reference is made', () => {
	it.each([
		['externalReference', 'External Reference'],
		['customNonce', 'My Own Key'],
		['firstChargeReference', 'First Charge Reference'],
	])('is named where it is in %s', (name, field) => {
		const emptyColumns = (asked: string) => (asked === name ? ['Staff No'] : []);
		expect(whyIncomplete({ emptyColumns })).toEqual([
			{
				field,
				what: 'is made with the column Staff No, which is empty or missing in this item',
				fix: 'Correct the name of the column, or fill it in: without it, different rows have the same reference.',
			},
		]);
	});

	it('keeps a payment from being prepared', () => {
		const emptyColumns = () => ['Staff No'];
		const parameters = { ...parametersOf(payout), emptyColumns };
		const mistakes = mistakesOf(() => preparePayment(disbursementPayment, parameters, 'client'));
		expect(mistakes).toContainEqual(expect.objectContaining({ field: 'External Reference' }));
	});
});

describe('Pay Again If It Failed', () => {
	const options = { onDuplicate: 'payAgainIfFailed' };

	it('has ten nonces, all different, of which the first is the one without it', () => {
		const { nonce, nonces } = kinds.payout({ options });
		expect(nonce).toBe(kinds.payout({}).nonce);
		expect(nonces[0]).toBe(nonce);
		expect(new Set(nonces).size).toBe(10);
		// Another run may have paid again, so that is looked for without it, too.
		expect(kinds.payout({}).nonces).toEqual(nonces);
		expect(kinds.payout({ options: { onDuplicate: 'fail' } }).nonces).toEqual([nonce]);
	});

	it('makes the same nonces in every run', () => {
		expect(kinds.payout({ options }).nonces).toEqual(kinds.payout({ options }).nonces);
		expect(kinds.payout({ options }).nonces[1]).toBe('6c06b571-7987-5213-ac3d-75f27270ff05');
	});

	it('sends the next attempt where the first has failed', async () => {
		const { nonces, send } = payoutAmong([held('error')], { options });
		const made = answer(201, { id: 'd-2', status: 'pending', createdAt: '2026-11-20T10:00:00Z' });
		const { service, sent } = serviceOf([conflict, made]);
		expect(await send(service)).toMatchObject({
			id: 'd-2',
			nonce: nonces[1],
			attempt: 2,
			earlierAttempts: [{ id: 'd-0', status: 'error' }],
		});
		expect(sent.map(({ body }) => (body as IDataObject).nonce)).toEqual(nonces.slice(0, 2));
	});

	it('may be chosen for a payout that n8n sends again by itself', () => {
		const prepared = prepare(disbursementPayment, { ...payout, options }, true);
		expect(prepared.nonces).toEqual(kinds.payout({ options }).nonces);
	});

	it('may not be chosen for a charge that n8n sends again by itself', () => {
		const charge = { ...disbursementPayment, kind: 'charge.create' as const };
		expect(mistakesOf(() => prepare(charge, { ...payout, options }, true))).toEqual([
			{
				field: 'On Duplicate',
				what: "is Pay Again If It Failed: together with 'Retry On Fail', that would charge a payer again and again",
				fix: "Turn 'Retry On Fail' off in the node's Settings. Requests that are safe to repeat are repeated anyway.",
			},
		]);
		expect(mistakesOf(() => prepare(charge, { ...payout, options }))).toEqual([]);
		expect(mistakesOf(() => prepare(charge, payout, true))).toEqual([]);
	});

	it('is there only for payments that can be seen to have failed', () => {
		expect(kinds.refund({}).nonces).toEqual([kinds.refund({}).nonce]);
		expect(mistakesOf(() => kinds.refund({ options }))).toEqual([
			{
				field: 'On Duplicate',
				what: 'cannot be payAgainIfFailed',
				fix: 'Choose Fail or Return Existing. An expression must return fail or returnExisting.',
			},
		]);
		expect(mistakesOf(() => kinds.payout({ options: { onDuplicate: 'retry' } }))).toEqual([
			{
				field: 'On Duplicate',
				what: 'cannot be retry',
				fix: 'Choose Fail, Pay Again If It Failed or Return Existing. An expression must return fail, payAgainIfFailed or returnExisting.',
			},
		]);
	});
});

describe('what two payments with one nonce have in common', () => {
	it.each([
		['externalReference', 'External Reference', 'the reference salary-2026-11-017'],
		['custom', 'My Own Key', 'the key …10'],
	])('from %s is called %s, and names the payment', async (nonceSource, shared, name) => {
		const prepared = payoutAmong([{ ...held('completed'), amount: { quantity: '99.00' } }], {
			nonceSource,
			// Which nothing keeps from being an account number.
			customNonce: '62000000010',
		});
		expect(prepared.shared).toBe(shared);
		const { sentence } = await failureOf(prepared, [conflict]);
		expect(sentence).toContain(`Already sent under ${name}, but with different values`);
	});

	it('is the content of a refund without either, which is named by its nonce', async () => {
		const find = async () => ({ id: 'r-1', amount: '99.00', createdAt: '2026-10-25T10:00:00Z' });
		const prepared = prepare({ ...inPersonRefund, find }, refund);
		expect(prepared.shared).toBe('content');
		const { sentence } = await failureOf(prepared, [conflict]);
		expect(sentence).toContain(`under the nonce ${prepared.nonce}`);
	});
});

describe('a payment that is looked up before its turn', () => {
	it('is looked up where one request can look up many, and only there', async () => {
		const listByNonce = async () => [
			{ id: 'd-1', status: 'pending', nonce: kinds.payout({}).nonce },
		];
		const { lookUp } = prepare({ ...disbursementPayment, listByNonce }, payout);
		const earlier = new EarlierPayments(serviceOf([]).service);
		expect(await lookUp?.(earlier)).toMatchObject({ id: 'd-1' });
		expect(payoutAmong([], {})).not.toHaveProperty('lookUp');
	});

	it.each([
		['new', 'one of its repeats', kinds.payout({}).nonces[1]],
		['paidElsewhere', 'the nonce of another', 'other'],
	])('is %s in a dry run where its reference was paid under %s', async (why, _, nonce) => {
		const { externalReference } = payout;
		const prepared = prepare(
			{
				...disbursementPayment,
				find: async () => undefined,
				listByNonce: undefined,
				listByReference: async () => [
					{ ...held('completed'), id: 'd-1', nonce, externalReference },
				],
			},
			payout,
		);
		const { service } = serviceOf([]);
		expect(await prepared.dryRun(service, new EarlierPayments(service))).toMatchObject({ why });
	});
});

it('sends what it shows, with the nonce', async () => {
	const prepared = kinds.payout({});
	const { service, sent } = serviceOf([answer(201, { id: 'd-1', status: 'pending' })]);
	await prepared.send(service);
	expect(sent[0]?.body).toEqual({ ...prepared.body, nonce: prepared.nonce });
});

it.each([
	['payout', 'Run it again unchanged: it cannot be paid twice.'],
	['session', 'Check in Stitch before you run it again.'],
])('a %s may have been made where its answer breaks what reads it', async (name, advice) => {
	const createdAt = { toString: null };
	const made = answer(201, { id: '1', status: 'pending', createdAt });
	const before = name === 'session' ? [restPage()] : [];
	const { service } = serviceOf([...before, made]);
	const failure = await kinds[name as Kind]({})
		.send(service)
		.catch((cause: unknown) => cause);
	expect(failure).toMatchObject({ details: { kind: 'unreadable', happened: 'maybe' } });
	expect(explain((failure as ServiceFailure).details).description).toContain(advice);
});

it('moves its amount, and the cash that a till hands out with it', () => {
	expect(kinds.payout({}).amount).toEqual({ cents: 15_000 });
	const additionalFields = { cashbackAmount: '100' };
	expect(kinds.session({ additionalFields }).amount).toEqual({ cents: 19_990 });
});
