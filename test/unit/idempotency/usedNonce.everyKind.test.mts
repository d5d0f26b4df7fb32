import type { IDataObject } from 'n8n-workflow';

import { create as createCharge } from '../../../nodes/Stitch/actions/charge/create.operation';
import { create as createPayout } from '../../../nodes/Stitch/actions/disbursement/create.operation';
import { create as createRefund } from '../../../nodes/Stitch/actions/refund/create.operation';
import { create as createSession } from '../../../nodes/Stitch/actions/terminalSession/create.operation';
import { resources } from '../../../nodes/Stitch/catalogue/resources';
import type { Operation } from '../../../nodes/Stitch/run/operation';
import { charged, chargeNode, listed, madeNode, readAll } from '../actions/charge/answers.mts';
import { grantedNode, readAs } from '../actions/paymentConsent/consents.mts';
import { mistakesIn, perform } from '../actions/perform.mts';
import { answer, graphqlPage, itemOf, refused, restPage, type Script } from '../builders.mts';

/** A payment of one kind, and what the service answers about it. */
interface Kind {
	create: Operation;
	parameters: IDataObject;
	/** What is answered before it is sent. */
	before?: Script;
	/** What is answered when it was made with these values. */
	made(changes: object): Script;
	/** That its nonce was used. */
	duplicate: Script[number];
	/** What a look-up of the first one brings, if that has these values. */
	first(changes: object): Script;
	/** An amount that it does not have. */
	otherAmount: object;
}

const byNonce = { nonceSource: 'custom', customNonce: 'nonce-1' };
const conflict = answer(409, { code: 'CONFLICT' });
const used = refused('NONCE_DUPLICATE', 'Used');
const inRand = (quantity: string) => ({ amount: { quantity, currency: 'ZAR' } });

/** When the tests' clock begins, and long before. */
const [now, before] = ['2026-11-20T10:00:00Z', '2026-10-25T10:00:00Z'];
const justNow = { createdAt: now };
const longAgo = { createdAt: before };

const payout = {
	id: 'made-1',
	status: 'pending',
	nonce: 'nonce-1',
	...inRand('10.00'),
	beneficiary: { name: 'N Test', accountNumber: '1234567890', bank: 'fnb' },
};
const session = {
	id: 'made-1',
	status: 'pending',
	nonce: 'nonce-1',
	terminal: { id: 'terminal-1' },
	intent: { charge: { amount: 10, currency: 'ZAR' } },
};
const inPerson = {
	id: 'made-1',
	status: 'pending',
	nonce: 'nonce-1',
	amount: 10,
	charge: 'charge-1',
};
const online = (changes: object) => ({
	id: 'made-1',
	...inRand('10.00'),
	nonce: 'nonce-1',
	paymentInitiationRequest: { id: 'pr-1' },
	status: { __typename: 'RefundPending' },
	...changes,
});
const ofCharge = (changes: object) =>
	chargeNode({
		__typename: 'CardRefundTransaction',
		id: 'made-1',
		...inRand('10.00'),
		originalTransaction: { id: 'charge-1' },
		...changes,
	});
const charge = (changes: object) => ({ id: 'made-1', ...inRand('10.00'), ...changes });
const refund = { ...byNonce, amount: '10', reason: 'fraud' };

const kinds: Record<string, Kind> = {
	'a payout': {
		create: createPayout,
		parameters: {
			...byNonce,
			amount: '10',
			externalReference: 'salary-17',
			beneficiaryName: 'N Test',
			bank: 'fnb',
			accountNumber: '1234567890',
			beneficiaryReference: 'Salary',
		},
		made: (changes) => [answer(201, { ...payout, ...justNow, ...changes })],
		duplicate: conflict,
		first: (changes) => [
			graphqlPage('disbursements', [
				{ ...payout, ...changes, status: { __typename: 'DisbursementPending' } },
			]),
			answer(200, { ...payout, ...longAgo, ...changes }),
		],
		otherAmount: inRand('99.00'),
	},
	'a terminal session': {
		create: createSession,
		parameters: { ...byNonce, intent: 'charge', amount: '10', terminalId: 'terminal-1' },
		before: [restPage()],
		made: (changes) => [answer(201, { ...session, ...justNow, ...changes })],
		duplicate: conflict,
		first: (changes) => [restPage({ ...session, ...longAgo, ...changes })],
		otherAmount: { intent: { charge: { amount: 99 } } },
	},
	'a refund in person': {
		create: createRefund,
		parameters: { ...refund, refundOf: 'charge', chargeId: 'charge-1' },
		before: [restPage()],
		made: (changes) => [answer(201, { ...inPerson, ...justNow, ...changes })],
		duplicate: conflict,
		first: (changes) => [restPage({ ...inPerson, ...longAgo, ...changes })],
		otherAmount: { amount: 99 },
	},
	'a refund of a payment request': {
		create: createRefund,
		parameters: {
			...refund,
			refundOf: 'paymentRequest',
			paymentRequestId: 'pr-1',
			beneficiaryReference: 'Refund',
		},
		made: (changes) => [
			answer(200, {
				data: { clientRefundInitiate: { refund: online({ created: now, ...changes }) } },
			}),
			graphqlPage('refunds', [online({ created: now, ...changes })]),
		],
		duplicate: used,
		first: (changes) => [graphqlPage('refunds', [online({ created: before, ...changes })])],
		otherAmount: inRand('99.00'),
	},
	'a refund of a charge': {
		create: createRefund,
		parameters: {
			...refund,
			refundOf: 'recurringCharge',
			recurringChargeId: 'charge-1',
			externalReference: 'refund-17',
		},
		before: [listed()],
		made: (changes) => [
			answer(200, { data: { refundTransactionInitiate: madeNode(ofCharge(changes)) } }),
			answer(200, { data: { node: ofCharge(changes) } }),
		],
		duplicate: used,
		first: (changes) => [listed(ofCharge(changes))],
		otherAmount: inRand('99.00'),
	},
	'a charge': {
		create: createCharge,
		parameters: {
			...byNonce,
			chargeWith: 'paymentConsent',
			paymentConsentId: 'consent-1',
			amount: '10',
			externalReference: 'subscription-17',
		},
		before: [listed(), readAs(grantedNode())],
		made: (changes) => [charged(charge(changes)), readAll(charge(changes))],
		duplicate: used,
		first: (changes) => [listed(chargeNode(charge(changes)))],
		otherAmount: inRand('99.00'),
	},
};

it('every operation that pays is here', () => {
	const paying = resources.flatMap(({ operations }) => operations.filter(({ payment }) => payment));
	expect(new Set(Object.values(kinds).map(({ create }) => create))).toEqual(new Set(paying));
});

describe.each(Object.entries(kinds))('%s', (name, kind) => {
	const { create, parameters, before = [], made, duplicate, first, otherAmount } = kind;
	const mayPayTwice = name === 'a terminal session' || name === 'a refund in person';
	const options = { maxTries: 2 };

	/** Sends it where the nonce was used; the first one has these values. */
	const again = async (changes: object, more: IDataObject = {}) =>
		await perform(create, { ...parameters, ...more }, [...before, duplicate, ...first(changes)]);

	it('is sent again under its nonce when the answer is lost, unless that may pay twice', async () => {
		const noAnswer = { kind: 'answerLost', happened: 'maybe' } as const;
		const script = [...before, noAnswer, ...made({})];
		const inPerson = [...before, noAnswer, ...first(justNow)];
		const { output, sent } = await perform(
			create,
			parameters,
			mayPayTwice ? inPerson : script,
			options,
		);
		const [lost, next] = sent.slice(before.length);
		expect(JSON.stringify(lost?.body)).toContain('"nonce":"nonce-1"');
		if (mayPayTwice) expect(next).toMatchObject({ method: 'GET', qs: { nonce: 'nonce-1' } });
		else expect(next).toEqual(lost);
		expect(output).toMatchObject({ id: 'made-1', nonce: 'nonce-1' });
	});

	it('is not prepared with Retry On Fail where that may pay twice', () => {
		const item = itemOf(parameters, 0, undefined, { retryOnFail: true });
		const fields = mistakesIn(create, item).map(({ field }) => field);
		expect(fields).toEqual(mayPayTwice ? ['Retry On Fail'] : []);
	});

	it('is not made by an answer under another nonce, and may have been', async () => {
		const script = [...before, ...made({ nonce: 'nonce-2' }), ...first({ nonce: 'nonce-2' })];
		const { failure } = await perform(create, parameters, script);
		expect(failure).toMatchObject({ details: { kind: 'unreadable', happened: 'maybe' } });
	});

	it('is the first one where its nonce was used for the same', async () => {
		expect((await again({})).output).toMatchObject({ id: 'made-1', alreadyExisted: true });
	});

	it('is rejected where the first one has another amount', async () => {
		expect((await again(otherAmount)).failure).toMatchObject({
			details: {
				kind: 'otherValues',
				id: 'made-1',
				sentence: expect.stringContaining("'Amount' was R99.00 and is now R10.00"),
			},
		});
	});

	it('takes nothing under another nonce for the first one', async () => {
		expect((await again({ nonce: 'nonce-2' })).failure).toMatchObject({
			details: { happened: 'maybe', sentence: expect.stringContaining('could not check whether') },
		});
	});

	it('fails with the ID of the first one where that was chosen', async () => {
		const fail = { options: { onDuplicate: 'fail' } };
		expect((await again({}, fail)).failure).toMatchObject({
			details: { kind: 'duplicate', happened: 'no', id: 'made-1' },
		});
	});
});

const refunds = Object.entries(kinds).filter(([, { create }]) => create === createRefund);

it.each(refunds)(
	'%s is the first one where that has left nothing to give back',
	async (_, kind) => {
		const { create, parameters, before = [], first } = kind;
		const errors = [{ message: 'Too much', extensions: { code: 'BAD_USER_INPUT' } }];
		const script = [...before, answer(400, { errors }), ...first({})];
		const { output } = await perform(create, parameters, script);
		expect(output).toMatchObject({ id: 'made-1', alreadyExisted: true });
	},
);
