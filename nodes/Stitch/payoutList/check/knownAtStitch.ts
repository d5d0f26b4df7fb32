import type { IDataObject } from 'n8n-workflow';
import { DateTime } from 'luxon';

import { meaningOf } from '../../run/resource';
import { inWords } from '../../run/nodeError';
import { accountFound } from '../../idempotency/comparison';
import { moneyIn } from '../../schemas/money';
import { timeOf } from '../../transport/clock';
import { readList } from '../../transport/paging';
import { asFields, textOf } from '../../transport/json';
import type { Service } from '../../transport/service';
import { readBanks, simplifyBank } from '../../actions/bank/banks';
import { disbursements, disbursementsSince } from '../../actions/disbursement/disbursements';
import { readFloats } from '../../actions/floatAccount/floatAccounts';

/** An earlier payout. */
export interface RecentPayout {
	name: string;
	/** Without leading zeros; empty if Stitch does not show the whole number. */
	account: string;
	bank: string;
	cents: number;
	externalReference: string;
	beneficiaryReference: string;
	createdAt: string;
}

/** What Stitch knows and the sheet does not say; undefined means not known. */
export interface KnownAtStitch {
	/** The payouts that the rows are compared with, without failed ones; the newest first. */
	recent?: RecentPayout[];
	/** Those that have failed, the newest one first. */
	failed: RecentPayout[];
	/** How many days back they go. */
	days: number;
	/** Whether these are all payouts of that time, each with its whole account number. */
	isComplete: boolean;
	/** Paid since midnight, in cents: the sum that the daily limit counts. */
	paidToday?: number;
	/** How each bank's payments are today, by its ID. */
	banks?: ReadonlyMap<string, string>;
	/** In cents. */
	float?: number;
	/** The parts that could not be read, and why. */
	gaps: string[];
}

/** For which zone (IANA name) days are counted, and how many of them are compared. */
interface Period {
	zone: string;
	days: number;
}

/** Payouts are read page after page, so stretches of this many days are read at the same time. */
const stretchDays = 35;

/** The most payouts that are read of a stretch: each page of a hundred takes a request. */
const mostInStretch = 2000;

/** Reads the data for the warnings. A part that cannot be read becomes a gap, not a failure. */
export async function readKnownAtStitch(
	service: Service,
	{ zone, days }: Period,
): Promise<KnownAtStitch> {
	const gaps: string[] = [];
	const orGap = async <Found>(what: string, reading: Promise<Found>) =>
		await reading.catch((cause: unknown) => {
			gaps.push(`${what} could not be read: ${inWords(cause).message}.`);
			return undefined;
		});
	const today = DateTime.fromMillis(service.clock.now(), { zone }).startOf('day');
	const [stretches, paid, banks, float] = await Promise.all([
		orGap(`The payouts of the last ${days} days`, listStretches(service, today, days)),
		// Asked for separately: the list above may be cut, and the order in which Stitch lists is not
		// known.
		orGap("Today's payouts", disbursementsSince(service, inUtc(today))),
		orGap('The state of the banks', readBankStates(service)),
		orGap('The balance of your account at Stitch', readFloat(service)),
	]);
	const recent = stretches?.flatMap((stretch) => stretch.recent);
	const notCompared = stretches === undefined ? [] : notComparedIn(stretches, days);
	return {
		recent,
		failed: stretches?.flatMap(({ failed }) => failed) ?? [],
		days,
		isComplete: stretches !== undefined && notCompared.length === 0,
		paidToday: paid?.reduce((sum, { cents }) => sum + cents, 0),
		banks,
		float,
		gaps: [...gaps, ...notCompared],
	};
}

const inUtc = (moment: DateTime): string => moment.toUTC().toISO() ?? '';

/** The payouts of some days, the newest first. */
interface Stretch {
	/** How many were read. */
	length: number;
	recent: RecentPayout[];
	failed: RecentPayout[];
}

/** The newest stretch first. */
async function listStretches(service: Service, today: DateTime, days: number): Promise<Stretch[]> {
	const count = Math.ceil(days / stretchDays);
	return await Promise.all(
		Array.from({ length: count }, async (_, index) => {
			const from = today.minus({ days: Math.min(days, (index + 1) * stretchDays) });
			const until = today.minus({ days: index * stretchDays });
			const created = { gte: inUtc(from), ...(index > 0 && { lt: inUtc(until) }) };
			const variables = { filter: { created } };
			const list = { ...disbursements.list, variables };
			return stretchOf(await readList(service, list, mostInStretch));
		}),
	);
}

/** Sentences about payouts with which the rows could not be compared. */
function notComparedIn(stretches: readonly Stretch[], days: number): string[] {
	const gaps: string[] = [];
	const recent = stretches.flatMap((stretch) => stretch.recent);
	if (stretches.some(({ length }) => length >= mostInStretch)) {
		const read = stretches.reduce((sum, { length }) => sum + length, 0);
		gaps.push(
			`There may be more than ${read} payouts of the last ${days} days. The rows were compared with ${read} of them, so a warning may be missing.`,
		);
	}
	const masked = recent.filter(({ account }) => account === '').length;
	if (masked > 0) {
		gaps.push(
			`Stitch does not show the whole account number of ${masked} of ${recent.length} payouts of the last ${days} days. The rows were not compared with these accounts, so a warning may be missing.`,
		);
	}
	return gaps;
}

function stretchOf(listed: readonly IDataObject[]): Stretch {
	const hasFailed = (one: IDataObject) => meaningOf(one, disbursements) === 'failed';
	const newestFirst = (some: readonly IDataObject[]) =>
		some
			.map(asRecent)
			.sort((one, other) => (timeOf(other.createdAt) ?? 0) - (timeOf(one.createdAt) ?? 0));
	return {
		length: listed.length,
		recent: newestFirst(listed.filter((one) => !hasFailed(one))),
		failed: newestFirst(listed.filter(hasFailed)),
	};
}

function asRecent(disbursement: IDataObject): RecentPayout {
	const { beneficiary, amount, externalReference, beneficiaryReference, createdAt } = disbursement;
	const { name, accountNumber, bankId } = asFields(beneficiary);
	return {
		name: textOf(name) ?? '',
		account: accountFound(accountNumber) ?? '',
		bank: textOf(bankId) ?? '',
		cents: moneyIn(asFields(amount).quantity)?.cents ?? 0,
		externalReference: textOf(externalReference) ?? '',
		beneficiaryReference: textOf(beneficiaryReference) ?? '',
		createdAt: textOf(createdAt) ?? '',
	};
}

async function readBankStates(service: Service): Promise<ReadonlyMap<string, string>> {
	const banks = (await readBanks(service)).map(simplifyBank);
	return new Map(banks.map(({ bank, payments }) => [String(bank), String(payments)]));
}

/** The balance of the only float account, in cents. */
async function readFloat(service: Service): Promise<number | undefined> {
	const [only, ...others] = await readFloats(service);
	return others.length > 0 ? undefined : moneyIn(asFields(only?.availableBalance).quantity)?.cents;
}
