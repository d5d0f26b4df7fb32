import type { IDataObject } from 'n8n-workflow';
import { DateTime } from 'luxon';

import { inTurns } from '../../run/concurrency';
import { meaningOf } from '../../run/resource';
import { messageOf } from '../../run/nodeError';
import { accountFound } from '../../idempotency/comparison';
import { asText } from '../../schemas/asText';
import { centsOf, moneyIn } from '../../schemas/money';
import { timeOf } from '../../transport/clock';
import { unreadableList } from '../../transport/failure';
import { readList } from '../../transport/paging';
import { asFields, textOf } from '../../transport/json';
import { reasonInWords } from '../../transport/reasons';
import type { Service } from '../../transport/service';
import { asSentence, joinWithAnd } from '../../transport/wording';
import { readBanks, simplifyBank } from '../../actions/bank/banks';
import { disbursements, disbursementsSince } from '../../actions/disbursement/disbursements';
import { readFloats } from '../../actions/floatAccount/floatAccounts';
import type { ListSettings } from './checkForm';
import { daysIn } from './days';
import { nameKey } from './spelling';
import { sumOf, type Payout } from './transfer';

/** What Stitch knows and the sheet does not say; undefined means not known. */
export interface KnownAtStitch {
	/** The payouts of the last days, whatever became of them, the newest first. */
	payouts?: Payout[];
	/** Why there are none, and what to do. */
	notCompared?: string;
	/** Paid since midnight, in cents, as far as n8n's clock is right: what the daily limit counts. */
	paidToday?: number;
	/** How each bank's payments are today, by its ID. */
	banks?: ReadonlyMap<string, string>;
	/** In cents. */
	float?: number;
	/** The parts that could not be read, and why. */
	gaps: string[];
}

/** Payouts are read page after page, so stretches of this many days are read at the same time. */
const stretchDays = 7;

/** The most payouts that are read of a stretch: each page of a hundred takes a request. */
const mostInStretch = 5000;

/** A part that cannot be read becomes a gap, not a failure. */
export async function readKnownAtStitch(
	service: Service,
	{ timezone, days }: Pick<ListSettings, 'timezone' | 'days'>,
): Promise<KnownAtStitch> {
	/** By the reason, which is mostly the same for all. */
	const unread = new Map<string, string[]>();
	const orGap = async <Found>(what: string, reading: Promise<Found>) =>
		await reading.catch((cause: unknown) => {
			const { message } = messageOf(cause);
			unread.set(message, [...(unread.get(message) ?? []), what]);
			return undefined;
		});
	const today = DateTime.fromMillis(service.clock.now(), { zone: timezone }).startOf('day');
	const [earlier, paid, banks, float] = await Promise.all([
		earlierPayouts(service, today, days),
		// Asked for separately: the list above may be cut, and the order in which Stitch lists is not
		// known.
		orGap("today's payouts", disbursementsSince(service, utcTime(today))),
		orGap('the state of the banks', readBankStates(service)),
		orGap('the balance of the float account', readFloat(service)),
	]);
	const gaps = [...unread].map(
		([why, what]) => `Not known: ${joinWithAnd(what)}. ${asSentence(why)}`,
	);
	return {
		...earlier,
		paidToday: paid && sumOf(paid),
		banks,
		float,
		gaps: [...gaps, ...maskedAccountGap(earlier.payouts ?? [])],
	};
}

const utcTime = (moment: DateTime): string => moment.toUTC().toISO() ?? '';

const findsNothing = 'This page finds no duplicates and no changed accounts';

/** All payouts of the last days: compared with a part of them, a payday would look different. */
async function earlierPayouts(
	service: Service,
	today: DateTime,
	days: number,
): Promise<Pick<KnownAtStitch, 'payouts' | 'notCompared'>> {
	const dayOf = daysIn(today.zoneName ?? 'utc');
	try {
		const stretches = await listStretches(service, today, days);
		if (stretches.some(({ length }) => length >= mostInStretch)) {
			return {
				notCompared: `Earlier payments are not compared: there are more than ${mostInStretch} in one week. ${findsNothing}: ask the person who set this up to lower 'Days to Compare' in the node Check.`,
			};
		}
		// A payout of the moment between two stretches may be in both.
		const each = new Map(stretches.flat().map((one) => [one.id ?? one, one]));
		const payouts: Payout[] = [];
		for await (const one of inTurns(each.values())) payouts.push(asPayout(one, dayOf));
		return { payouts: newestFirst(payouts) };
	} catch (cause) {
		return {
			notCompared: `Earlier payments could not be read: ${messageOf(cause).message}. ${findsNothing}: pay nothing, and check the list again later.`,
		};
	}
}

async function listStretches(
	service: Service,
	today: DateTime,
	days: number,
): Promise<IDataObject[][]> {
	return await Promise.all(
		Array.from({ length: Math.ceil(days / stretchDays) }, async (_, index) => {
			const from = today.minus({ days: Math.min(days, (index + 1) * stretchDays) });
			const until = today.minus({ days: index * stretchDays });
			const created = { gte: utcTime(from), ...(index > 0 && { lt: utcTime(until) }) };
			const list = { ...disbursements.list, variables: { filter: { created } } };
			return await readList(service, list, mostInStretch);
		}),
	);
}

function newestFirst(payouts: readonly Payout[]): Payout[] {
	const times = new Map(payouts.map((one) => [one, timeOf(one.createdAt) ?? 0]));
	return payouts.toSorted((one, other) => (times.get(other) ?? 0) - (times.get(one) ?? 0));
}

function maskedAccountGap(payouts: readonly Payout[]): string[] {
	const some = payouts.filter(({ account }) => account === '').length;
	if (some === 0) return [];
	return [
		`Stitch does not show the whole account number of ${some} of ${payouts.length} earlier payments. They were compared by name, so a changed account may not be noticed.`,
	];
}

function asPayout(disbursement: IDataObject, dayOf: (createdAt: string) => string): Payout {
	const { beneficiary, amount, externalReference, beneficiaryReference, createdAt, status } =
		disbursement;
	const { name, accountNumber, bankId } = asFields(beneficiary);
	const created = textOf(createdAt) ?? '';
	const day = dayOf(created);
	const paid = moneyIn(asFields(amount).quantity);
	// Left out, or counted as nothing, it would make a changed account look new.
	if (day === '' || paid === undefined) throw unreadableList();
	return {
		name: textOf(name) ?? '',
		who: nameKey(textOf(name) ?? ''),
		bank: textOf(bankId) ?? '',
		account: accountFound(accountNumber) ?? '',
		cents: paid.cents,
		reference: textOf(externalReference) ?? '',
		statement: textOf(beneficiaryReference) ?? '',
		createdAt: created,
		day,
		status: textOf(status) ?? '',
		meaning: meaningOf(disbursement, disbursements),
		reason: reasonInWords(disbursement) ?? '',
	};
}

async function readBankStates(service: Service): Promise<ReadonlyMap<string, string>> {
	const banks = (await readBanks(service)).map(simplifyBank);
	return new Map(banks.map(({ bank, payments }) => [String(bank), String(payments)]));
}

/** The balance of the only float account, in cents; it may be 0 or less, which no payment can be. */
async function readFloat(service: Service): Promise<number | undefined> {
	const [only, ...others] = await readFloats(service);
	const balance = Number(asText(asFields(only?.availableBalance).quantity));
	return others.length > 0 || Number.isNaN(balance) ? undefined : centsOf(balance);
}
