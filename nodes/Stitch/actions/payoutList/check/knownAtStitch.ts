import type { IDataObject } from 'n8n-workflow';
import { DateTime } from 'luxon';

import { meaningOf } from '../../../run/lifecycle';
import { inWords } from '../../../run/nodeError';
import { accountFound } from '../../../idempotency/comparison';
import { moneyIn } from '../../../schemas/money';
import { timeOf } from '../../../transport/clock';
import { readList } from '../../../transport/paging';
import { asFields, textOf } from '../../../transport/json';
import type { Service } from '../../../transport/service';
import { readBanks, simplifyBank } from '../../bank/banks';
import {
	disbursementConnection,
	disbursements,
	disbursementsSince,
} from '../../disbursement/disbursements';
import { readFloats } from '../../floatAccount/floatAccounts';

/** A payout of the last weeks that has not failed. */
export interface RecentPayout {
	name: string;
	/** Without leading zeros; empty where Stitch does not show all of it. */
	account: string;
	bank: string;
	cents: number;
	externalReference: string;
	createdAt: string;
}

/** What Stitch knows that the sheet does not say; undefined is not known. */
export interface KnownAtStitch {
	/** The newest one first. */
	recent?: RecentPayout[];
	/** Whether there may be more of the last weeks than were read. */
	isCut: boolean;
	/** Since midnight, in cents: what the limit of a day counts. */
	paidToday?: number;
	/** How each bank's payments are today, by its ID. */
	banks?: ReadonlyMap<string, string>;
	/** In cents. */
	float?: number;
	/** What could not be read, and why. */
	gaps: string[];
}

/** Payouts of so many days are compared: more than a month, as many payments are monthly. */
export const daysBack = 35;

/** So many payouts are read at most: a page of a hundred takes a request. */
const mostRecent = 2000;

/** Reads what the warnings need; what cannot be read becomes a gap, not a failure. */
export async function readKnownAtStitch(service: Service, zone: string): Promise<KnownAtStitch> {
	const gaps: string[] = [];
	const orGap = async <Found>(what: string, reading: Promise<Found>) =>
		await reading.catch((cause: unknown) => {
			gaps.push(`${what} could not be read: ${inWords(cause).message}.`);
			return undefined;
		});
	const today = DateTime.fromMillis(service.clock.now(), { zone }).startOf('day');
	const [listed, paid, banks, float] = await Promise.all([
		orGap('The payouts of the last weeks', listSince(service, today.minus({ days: daysBack }))),
		// Asked for alone: the list above may be cut, and in which order Stitch lists is not known.
		orGap("Today's payouts", disbursementsSince(service, inUtc(today))),
		orGap('The state of the banks', readBankStates(service)),
		orGap('The float account', readFloat(service)),
	]);
	const isCut = listed !== undefined && listed.length >= mostRecent;
	if (isCut) {
		gaps.push(
			`There may be more than ${mostRecent} payouts of the last ${daysBack} days. The rows were compared with ${mostRecent} of them, so a warning may be missing.`,
		);
	}
	return {
		recent: listed && recentIn(listed),
		isCut,
		paidToday: paid?.reduce((sum, { cents }) => sum + cents, 0),
		banks,
		float,
		gaps,
	};
}

const inUtc = (moment: DateTime): string => moment.toUTC().toISO() ?? '';

async function listSince(service: Service, since: DateTime): Promise<IDataObject[]> {
	const variables = { filter: { created: { gte: inUtc(since) } } };
	return await readList(service, { ...disbursementConnection, variables }, mostRecent);
}

function recentIn(listed: readonly IDataObject[]): RecentPayout[] {
	return listed
		.filter((one) => meaningOf(one, disbursements) !== 'failed')
		.map(asRecent)
		.sort((one, other) => (timeOf(other.createdAt) ?? 0) - (timeOf(one.createdAt) ?? 0));
}

function asRecent({ beneficiary, amount, externalReference, createdAt }: IDataObject) {
	const { name, accountNumber, bankId } = asFields(beneficiary);
	return {
		name: textOf(name) ?? '',
		account: accountFound(accountNumber) ?? '',
		bank: textOf(bankId) ?? '',
		cents: moneyIn(asFields(amount).quantity)?.cents ?? 0,
		externalReference: textOf(externalReference) ?? '',
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
