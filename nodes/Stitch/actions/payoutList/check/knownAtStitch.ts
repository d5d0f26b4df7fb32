import type { IDataObject } from 'n8n-workflow';
import { DateTime } from 'luxon';

import { meaningOf } from '../../../run/lifecycle';
import { inWords } from '../../../run/nodeError';
import { accountFound } from '../../../idempotency/comparison';
import { moneyIn } from '../../../schemas/money';
import { timeOf } from '../../../transport/clock';
import { readConnection } from '../../../transport/graphqlPaging';
import { asFields, textOf } from '../../../transport/json';
import type { Service } from '../../../transport/service';
import { readBanks, simplifyBank } from '../../bank/banks';
import { disbursementConnection, disbursements } from '../../disbursement/disbursements';
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
	/** Whether it was made since midnight. */
	isOfToday: boolean;
}

/** What Stitch knows that the sheet does not say; undefined is not known. */
export interface KnownAtStitch {
	/** The newest one first. */
	recent?: RecentPayout[];
	/** Whether there are more of the last weeks than were read. */
	isCut: boolean;
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
const mostRecent = 2_000;

/** Reads what the warnings need; what cannot be read becomes a gap, not a failure. */
export async function readKnownAtStitch(service: Service, zone: string): Promise<KnownAtStitch> {
	const gaps: string[] = [];
	const orGap = async <Found>(what: string, reading: Promise<Found>) =>
		await reading.catch((cause: unknown) => {
			gaps.push(`${what} could not be read: ${inWords(cause).message}.`);
			return undefined;
		});
	const [recent, banks, float] = await Promise.all([
		orGap('The payouts of the last weeks', readRecent(service, zone)),
		orGap('The state of the banks', readBankStates(service)),
		orGap('The float account', readFloat(service)),
	]);
	const isCut = recent !== undefined && recent.listed >= mostRecent;
	return { recent: recent?.payouts, isCut, banks, float, gaps };
}

async function readRecent(service: Service, zone: string) {
	const now = DateTime.fromMillis(service.clock.now(), { zone });
	const today = now.startOf('day');
	const since = today.minus({ days: daysBack }).toUTC().toISO();
	const connection = {
		...disbursementConnection,
		variables: { filter: { created: { gte: since } } },
	};
	const listed = await readConnection(service, connection, mostRecent);
	const payouts = listed
		.filter((one) => meaningOf(one, disbursements) !== 'failed')
		.map((one) => asRecent(one, today.toMillis()))
		// In which order Stitch lists them is not known.
		.sort((one, other) => (timeOf(other.createdAt) ?? 0) - (timeOf(one.createdAt) ?? 0));
	return { payouts, listed: listed.length };
}

function asRecent(payout: IDataObject, midnight: number): RecentPayout {
	const { name, accountNumber, bankId } = asFields(payout.beneficiary);
	const createdAt = textOf(payout.createdAt) ?? '';
	return {
		name: textOf(name) ?? '',
		account: accountFound(accountNumber) ?? '',
		bank: textOf(bankId) ?? '',
		cents: moneyIn(asFields(payout.amount).quantity)?.cents ?? 0,
		externalReference: textOf(payout.externalReference) ?? '',
		createdAt,
		isOfToday: (timeOf(createdAt) ?? midnight) >= midnight,
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
