import type { IDataObject } from 'n8n-workflow';

import { disbursementPayment } from '../../../nodes/Stitch/actions/disbursement/disbursementPayment';
import { inPersonRefund } from '../../../nodes/Stitch/actions/refund/inPersonRefund';
import { terminalSessionPayment } from '../../../nodes/Stitch/actions/terminalSession/terminalSessionPayment';
import { preparePayment, type PaymentKind } from '../../../nodes/Stitch/idempotency/payment';
import { InvalidInput } from '../../../nodes/Stitch/schemas/field';
import { ServiceFailure } from '../../../nodes/Stitch/transport/failure';
import { answer, serviceOf } from '../builders.mts';

/** The parameters of an item, as the editor would show them. */
function parametersOf(values: IDataObject, isRetriedOnFail = false) {
	return {
		get: (name: string): unknown => values[name],
		collection: (name: string) => (values[name] ?? {}) as IDataObject,
		isRetriedOnFail,
	};
}

const payout = {
	amount: '150',
	externalReference: 'salary-2026-11-017',
	beneficiaryName: 'Example Supplier',
	bank: 'FNB',
	accountNumber: '1234567890',
	beneficiaryReference: 'Salary Nov',
	nonceSource: 'itemContent',
};

const session = {
	intent: 'charge',
	amount: '99.90',
	terminalId: 'terminal-1',
	externalReference: 'till-3-receipt-1',
	nonceSource: 'itemContent',
};

const refund = {
	chargeId: 'charge-1',
	amount: '100',
	reason: 'requested_by_customer',
	nonceSource: 'itemContent',
};

const prepare = <Values extends { amount: { cents: number } }>(
	kind: PaymentKind<Values>,
	values: IDataObject,
	isRetriedOnFail = false,
) => preparePayment(kind, parametersOf(values, isRetriedOnFail), 'test-client');

const kinds = {
	payout: (change: IDataObject) => prepare(disbursementPayment, { ...payout, ...change }),
	session: (change: IDataObject) => prepare(terminalSessionPayment, { ...session, ...change }),
	refund: (change: IDataObject) => prepare(inPersonRefund('charge'), { ...refund, ...change }),
};

type Kind = keyof typeof kinds;

describe('a nonce from the item content', () => {
	it.each<[Kind, string, IDataObject]>([
		['payout', 'the name of the beneficiary', { beneficiaryName: 'Example Supplier Ltd' }],
		['payout', 'the type', { options: { type: 'default' } }],
		['payout', 'how the bank is spelled', { bank: 'fnb' }],
		['payout', 'how the amount is spelled', { amount: '150.00' }],
		['session', 'metadata', { additionalFields: { metadataJson: '{"at": "12:00:01"}' } }],
		['session', 'the capture method', { additionalFields: { captureMethod: 'automatic' } }],
		['refund', 'metadata', { additionalFields: { metadataJson: '{"at": "12:00:01"}' } }],
		['refund', 'the reason', { reason: 'fraud' }],
	])('of a %s does not depend on %s', (kind, _what, change) => {
		expect(kinds[kind](change).nonce).toBe(kinds[kind]({}).nonce);
	});

	it.each<[Kind, string, IDataObject]>([
		['payout', 'the amount', { amount: '150.01' }],
		['payout', 'the bank', { bank: 'absa' }],
		['payout', 'the account', { accountNumber: '1234567899' }],
		['payout', 'the beneficiary reference', { beneficiaryReference: 'Bonus Nov' }],
		['payout', 'the external reference', { externalReference: 'salary-2026-11-018' }],
		['session', 'the reference', { externalReference: 'till-3-receipt-2' }],
		['session', 'the terminal', { terminalId: 'terminal-2' }],
		['session', 'the amount', { amount: '99.91' }],
		['refund', 'the charge', { chargeId: 'charge-2' }],
		['refund', 'the amount', { amount: '100.01' }],
	])('of a %s depends on %s', (kind, _what, change) => {
		expect(kinds[kind](change).nonce).not.toBe(kinds[kind]({}).nonce);
	});
});

function mistakesOf(work: () => unknown): string[] {
	try {
		work();
	} catch (cause) {
		if (cause instanceof InvalidInput) return cause.mistakes.map(({ what }) => what);
		throw cause;
	}
	return [];
}

describe('a random nonce', () => {
	const random = { ...payout, nonceSource: 'random' };

	it('is refused with Retry On Fail, which would pay again', () => {
		expect(mistakesOf(() => prepare(disbursementPayment, random, true))).toEqual([
			'Retry On Fail would pay again: a random nonce is new in every try',
		]);
		expect(mistakesOf(() => prepare(disbursementPayment, payout, true))).toEqual([]);
	});

	it('is refused where failed payments shall be made again', () => {
		const options = { onDuplicate: 'payAgainIfFailed' };
		expect(mistakesOf(() => prepare(disbursementPayment, { ...random, options }))).toEqual([
			'On Duplicate cannot be Pay Again If It Failed where Nonce is Random',
		]);
	});

	it('is told with the advice to use it again when nobody knows what became of the payment', async () => {
		const prepared = prepare(disbursementPayment, random);
		const { service } = serviceOf([{ kind: 'answerLost' }]);
		const failure = await prepared.send(service).catch((cause: unknown) => cause);
		expect((failure as ServiceFailure).details.advice).toContain(
			`set Nonce to Custom and give it the nonce of this item: ${prepared.nonce}`,
		);
	});
});

describe('Pay Again If It Failed', () => {
	const options = { onDuplicate: 'payAgainIfFailed' };

	it('has ten nonces, all different, of which the first is the one without it', () => {
		const { nonce, nonces } = kinds.payout({ options });
		expect(nonce).toBe(kinds.payout({}).nonce);
		expect(nonces[0]).toBe(nonce);
		expect(new Set(nonces).size).toBe(10);
		expect(kinds.payout({}).nonces).toEqual([nonce]);
	});

	it('makes the same nonces in every run', () => {
		expect(kinds.payout({ options }).nonces).toEqual(kinds.payout({ options }).nonces);
		expect(kinds.payout({ options }).nonces[1]).toBe('7c5eccb0-93b9-5ab9-9c0f-89bdd7fc9f7e');
	});

	it('is there for payouts alone', () => {
		expect(mistakesOf(() => kinds.refund({ options }))).toEqual([
			'On Duplicate cannot be payAgainIfFailed',
		]);
	});
});

it('shows what would be sent with the account masked, and compares it whole', () => {
	const { preview, body } = kinds.payout({});
	expect(preview.beneficiary).toMatchObject({ accountNumber: '…90' });
	expect(body.beneficiary).toMatchObject({ accountNumber: '1234567890' });
});

it('sends what it shows, with the nonce', async () => {
	const prepared = kinds.payout({});
	const { service, sent } = serviceOf([answer(201, { id: 'd-1', status: 'pending' })]);
	await prepared.send(service);
	expect(sent[0]?.body).toEqual({ ...prepared.body, nonce: prepared.nonce });
});
