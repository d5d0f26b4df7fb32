import type { IDataObject } from 'n8n-workflow';

import type { Mistake } from '../schemas/invalidInput';
import type { Money } from '../schemas/money';
import { shownReference } from '../transport/wording';
import type { Service } from '../transport/service';
import type { Parameters, PaymentKind, PaymentValues, Ready } from './paymentKind';
import type { PaymentToMake } from './paymentToMake';
import { payAgainIfFailed, readOnDuplicate, type OnDuplicate } from './duplicateProtection';
import type { EarlierPayments } from './earlierPayments';
import { attemptNonces, makeNonce, type NonceSource } from './nonce';
import { failureOfPayment } from './onceFailures';
import { sendOnce } from './sendOnce';
import { tryOut } from './trial';
import { repeatRule, usedNonces } from './usedNonce';

/** The source of the nonce, as the panel calls it. */
export type SharedValue = 'External Reference' | 'My Own Key' | 'content';

/**
 * The payment of one item, read and checked, and ready to be made. The guards of a run check it before any
 * payment is sent.
 */
export interface PreparedPayment {
	amount: Money;
	nonce: string;
	/** The nonces of all attempts under which it may have been made, its own first. */
	nonces: readonly string[];
	/** The value that two payments with this nonce share, as people call it. */
	shared: SharedValue;
	/** The body that would be sent, without the nonce; it may contain an account number. */
	body: IDataObject;
	/**
	 * What would happen to it if it were sent now, with the body that would be sent, account numbers
	 * masked.
	 * @throws {ServiceFailure} where it would fail in a run
	 */
	dryRun(service: Service, earlier: EarlierPayments): Promise<IDataObject>;
	/**
	 * The payment under its nonce, looked up together with others; undefined if there is none. Missing where
	 * one request cannot look up many.
	 * @throws {ServiceFailure}
	 */
	lookUp?(earlier: EarlierPayments): Promise<IDataObject | undefined>;
	/**
	 * @param foundAhead the payment under its nonce, where it was looked up in this run already
	 * @throws {ServiceFailure}
	 */
	send(service: Service, foundAhead?: IDataObject): Promise<IDataObject>;
}

/**
 * Reads and checks the payment of one item; nothing is sent.
 * @throws {InvalidInput} with every mistake in the item
 */
export function preparePayment<Checked extends PaymentValues>(
	payment: PaymentKind<Checked>,
	parameters: Parameters,
	clientId: string,
): PreparedPayment {
	const { values, onDuplicate } = readPayment(payment, parameters);
	const { externalReference, protection } = values;
	const { type: source } = protection;
	const custom = protection.type === 'custom' ? protection.customNonce : undefined;
	const { kind, hasFailed, isCancelled, isDone, lookUpAdvice } = payment;
	const rules = usedNonces[kind];
	const identity = payment.identity?.(values);
	const nonce = makeNonce(source, { clientId, kind, identity, externalReference, custom });
	const shared = sharedValue(source);
	const body = payment.body(values);
	// Worked out only where they are needed: that takes time for every row.
	const nonces = () =>
		onDuplicate === 'fail' || hasFailed === undefined ? [nonce] : attemptNonces(nonce);
	const readyWith = async (service: Service, input: IDataObject): Promise<Ready> =>
		(await payment.ready?.(service, input, values)) ?? { input };
	const paymentOf = (service: Service): PaymentToMake => ({
		name: (used) => nameOf(shared, used, externalReference),
		nonce,
		nonces,
		onDuplicate,
		sendingSince: (now) => parameters.sendingSince(now),
		async send(used) {
			const ready = await readyWith(service, { ...body, nonce: used });
			return 'input' in ready ? await payment.send(service, ready.input, repeatRule(rules)) : ready;
		},
		find: async (used) => await payment.find(service, used),
		compare: (found) => payment.compare(values, found),
		hasFailed,
		isCancelled,
		isDone,
		rules,
		lookUpAdvice,
	});
	return {
		amount: payment.total?.(values) ?? values.amount,
		nonce,
		get nonces() {
			return nonces();
		},
		shared,
		body,
		...(payment.listByNonce && {
			lookUp: async (earlier) => await earlier.lookUpsOf(payment).findByNonce(nonce),
		}),
		async send(service, foundAhead) {
			const toMake = paymentOf(service);
			return await sendOnce(service, toMake, foundAhead).catch((cause: unknown) => {
				throw failureOfPayment(toMake, cause);
			});
		},
		async dryRun(service, earlier) {
			const { findByNonce, listByReference } = earlier.lookUpsOf(payment);
			return await tryOut(service, {
				payment: paymentOf(service),
				find: findByNonce,
				preview: { ...(payment.preview?.(values, body) ?? body), nonce },
				async obstacle() {
					const ready = await readyWith(service, body);
					return 'input' in ready ? undefined : ready;
				},
				async elsewhere() {
					const found = externalReference && (await listByReference?.(externalReference));
					const isOver = (one: IDataObject) => hasFailed?.(one) || isCancelled?.(one);
					return found ? madeUnderOtherNonces(found, nonce).filter((one) => !isOver(one)) : [];
				},
			});
		},
	};
}

/** The payments that were not made under a nonce, nor under one of its repeats. */
function madeUnderOtherNonces(found: readonly IDataObject[], nonce: string): IDataObject[] {
	// For most rows none is found, and the nonces of all repeats take time to derive.
	if (found.length === 0) return [];
	const own: unknown[] = attemptNonces(nonce);
	return found.filter((one) => !own.includes(one.nonce));
}

/** @throws {InvalidInput} with every mistake in the item */
function readPayment<Checked extends PaymentValues>(
	payment: PaymentKind<Checked>,
	parameters: Parameters,
) {
	const onDuplicate = readOnDuplicate(payment, parameters);
	const mistakes = [
		...(parameters.isRetriedOnFail ? whyRetriesPay(payment, onDuplicate) : []),
		...whyIncomplete(parameters),
	];
	const values = payment.read(parameters, mistakes);
	return { values, onDuplicate };
}

function whyRetriesPay({ kind }: Pick<PaymentKind, 'kind'>, onDuplicate: OnDuplicate): Mistake[] {
	const { notRetried } = usedNonces[kind];
	if (notRetried === 'all') return [twiceOnRetry];
	return notRetried === 'payAgain' && onDuplicate === 'payAgainIfFailed' ? [againOnRetry] : [];
}

/** With a hole in it, the references of different rows are the same. */
export function whyIncomplete(parameters: Pick<Parameters, 'emptyColumns'>): Mistake[] {
	const identifying = {
		externalReference: 'External Reference',
		customNonce: 'My Own Key',
		firstChargeReference: 'First Charge Reference',
	};
	return Object.entries(identifying).flatMap(([name, field]) =>
		(parameters.emptyColumns?.(name) ?? []).map((column) => ({
			field,
			what: `is made with the column ${column}, which is empty or missing in this item`,
			fix: 'Correct the name of the column, or fill it in: without it, different rows have the same reference.',
		})),
	);
}

function sharedValue(source: NonceSource): SharedValue {
	if (source === 'externalReference') return 'External Reference';
	return source === 'custom' ? 'My Own Key' : 'content';
}

function nameOf(shared: SharedValue, nonce: string, reference = ''): string {
	if (shared === 'External Reference') return `the reference ${shownReference(reference)}`;
	return shared === 'My Own Key' ? `the key ${shownReference(nonce)}` : `the nonce ${nonce}`;
}

/** The fix for Retry On Fail where it could send something twice. */
export const retryOff =
	"Turn it off in the node's Settings. Requests that are safe to repeat are repeated anyway.";

const twiceOnRetry: Mistake = {
	field: 'Retry On Fail',
	what: 'could pay twice: Stitch does not say that it rejects a second one of this kind',
	fix: retryOff,
};

const againOnRetry: Mistake = {
	field: 'On Duplicate',
	what: `is ${payAgainIfFailed.name}: together with 'Retry On Fail', that would charge a payer again and again`,
	fix: "Turn 'Retry On Fail' off in the node's Settings. Requests that are safe to repeat are repeated anyway.",
};
