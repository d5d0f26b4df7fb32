import type { IDataObject } from 'n8n-workflow';
import { DateTime } from 'luxon';

import { meaningOf } from '../../run/lifecycle';
import { inWords } from '../../run/nodeError';
import { moneyIn } from '../../schemas/money';
import { queryGraphql } from '../../transport/graphql';
import { listedIn, readConnection } from '../../transport/graphqlPaging';
import { asFields, textOf } from '../../transport/json';
import type { Service } from '../../transport/service';
import { simplifyBank } from '../bank/banks';
import { bankStates } from '../bank/bank.graphql';
import { disbursementConnection } from '../disbursement/disbursementChoices';
import { disbursements } from '../disbursement/disbursements';
import { clientBankAccounts } from '../floatAccount/floatAccount.graphql';

/** A payout of the last weeks that has not failed. */
export interface RecentPayout {
	name: string;
	/** Without leading zeros; empty where Stitch does not tell all of it. */
	account: string;
	bank: string;
	cents: number;
	externalReference: string;
	createdAt: string;
	/** Whether it was made since midnight. */
	isOfToday: boolean;
}

/** What is known beside the rows; undefined is not known. */
export interface Knowledge {
	/** The newest ones. */
	recent?: RecentPayout[];
	/** Whether there are more of the last weeks than were read. */
	isCut: boolean;
	/** How each bank's payments are today, by its ID. */
	banks?: ReadonlyMap<string, string>;
	/** In cents. */
	float?: number;
	/** Why something is not known. */
	gaps: string[];
}

/** So many days are looked back, as payments are often made every month. */
export const daysBack = 35;

/** So many payouts are read at most: a page of a hundred takes a request. */
const mostRecent = 2_000;

/** Reads what the warnings need; what cannot be read becomes a gap, not a failure. */
export async function readKnowledge(service: Service, zone: string): Promise<Knowledge> {
	const gaps: string[] = [];
	const orGap = async <Found>(what: string, reading: Promise<Found>) =>
		await reading.catch((cause: unknown) => {
			gaps.push(`${what} could not be read: ${inWords(cause).message}.`);
			return undefined;
		});
	const [recent, banks, float] = await Promise.all([
		orGap('The payouts of the last weeks', readRecent(service, zone)),
		orGap('The state of the banks', readBanks(service)),
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
		.map((one) => asRecent(one, today.toMillis()));
	return { payouts, listed: listed.length };
}

function asRecent(payout: IDataObject, midnight: number): RecentPayout {
	const { name, accountNumber, bankId } = asFields(payout.beneficiary);
	const createdAt = textOf(payout.createdAt) ?? '';
	return {
		name: textOf(name) ?? '',
		account: wholeAccount(accountNumber),
		bank: textOf(bankId) ?? '',
		cents: moneyIn(asFields(payout.amount).quantity)?.cents ?? 0,
		externalReference: textOf(payout.externalReference) ?? '',
		createdAt,
		isOfToday: Date.parse(createdAt) >= midnight,
	};
}

/** An account number without leading zeros, which spreadsheets lose; empty if it is masked. */
export function wholeAccount(value: unknown): string {
	return /^0*([1-9]\d{5,12})$/.exec(String(value).trim())?.[1] ?? '';
}

async function readBanks(service: Service): Promise<ReadonlyMap<string, string>> {
	const data = await queryGraphql(service, { query: bankStates, repeat: 'always' });
	const banks = listedIn(data, 'banks').map(simplifyBank);
	return new Map(banks.map(({ bank, payments }) => [String(bank), String(payments)]));
}

async function readFloat(service: Service): Promise<number | undefined> {
	const { client } = await queryGraphql(service, { query: clientBankAccounts, repeat: 'always' });
	const floats = listedIn(client, 'bankAccounts').filter(
		({ accountFunction }) => accountFunction === 'float',
	);
	const [only, ...others] = floats;
	return others.length > 0 ? undefined : moneyIn(asFields(only?.availableBalance).quantity)?.cents;
}
