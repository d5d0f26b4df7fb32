import { DateTime } from 'luxon';
import type { IDataObject } from 'n8n-workflow';

import { checkPayouts } from '../../../nodes/Stitch/payoutList/check.operation';
import { answer, itemOf, serviceOf, type SentRequest } from '../builders.mts';

/** Someone on the payroll, and what they get each month, in rand. */
export interface Person {
	name: string;
	account: string;
	amount: number;
}

/** A payment as a file or Stitch has it; the bank is FNB. */
export interface Paid extends Person {
	reference: string;
	statement: string;
	/** The day of an earlier payout. */
	day: string;
	bank: string;
	/** Stitch's name for what became of an earlier payout. */
	status: string;
	reason: string;
}

/** What is different for a person; nothing is there for `null`. */
export type Change = (person: Person, index: number) => Partial<Paid> | null;

const firstNames =
	'Thandi Johan Sipho Lerato Anele Pieter Fatima Naledi Chris Zanele Themba Maria Kabelo Bongani Ayanda Riaan Precious Nomsa Deon Yusuf';

/** Twenty people with salaries from R9 000.00 to R22 889.00, R318 890.00 together. */
export const people: readonly Person[] = firstNames.split(' ').map((name, index) => ({
	name: `${name} ${'BCDFGHJKLMNPRSTVWXYZ'[index]}orgen`,
	account: String(1_000_000_010 + index * 1110),
	amount: 9000 + index * 731,
}));

const same: Change = () => ({});

/** Payments to people, under references such as `oct-3`. */
function payments(of: readonly Person[], tag: string, change: Change): Paid[] {
	return of.flatMap((person, index) => {
		const changed = change(person, index);
		const usual = { statement: 'Salary', bank: 'FNB', day: '', status: 'Completed', reason: '' };
		return changed === null
			? []
			: [{ ...person, ...usual, reference: `${tag}-${index}`, ...changed }];
	});
}

/** What people got on a day. */
export const paid = (day: string, tag: string, change = same, of = people): Paid[] =>
	payments(of, tag, (person, index) => {
		const changed = change(person, index);
		return changed && { day, ...changed };
	});

/** Rows of a file. */
export const rows = (tag: string, change = same, of = people): Paid[] => payments(of, tag, change);

/** One earlier payout. */
export const payout = (
	person: Person | undefined,
	day: string,
	change: Partial<Paid> = {},
): Paid[] => (person ? payments([person], `on-${day}`, () => ({ day, ...change })) : []);

/** What everybody got in October. */
export const lastMonth = paid('2026-10-25', 'oct');

/** The file of November with something changed in its first row. */
export const firstIs = (change: Partial<Paid>): Paid[] =>
	rows('nov', (_, index) => (index === 0 ? change : {}));

const headings = ['Reference', 'Name', 'Bank', 'Account number', 'Amount', 'Statement reference'];

/** The circumstances of a check. */
export interface Month {
	file: readonly Paid[];
	before: readonly Paid[];
	today?: string;
	options?: IDataObject;
	clientId?: string;
	/** The payouts that Stitch does not list: those of the last days, or those of today. */
	unreadable?: 'earlier' | 'today';
	/** How payments of the bank are today, in Stitch's word. */
	bank?: 'Operational' | 'Degraded' | 'Unavailable';
	/** The balances of float accounts, in rand. */
	floats?: string[];
}

/** A filter of a list of disbursements. */
interface Filter {
	created?: { gte: string; lt?: string };
	nonce?: { in?: string[]; eq?: string };
	externalReference?: { in: string[] };
}

function listedBy({ created, nonce, externalReference }: Filter) {
	return (node: ReturnType<typeof asNode>): boolean => {
		if (nonce) return nonce.eq === node.nonce || (nonce.in ?? []).includes(node.nonce);
		if (externalReference) return externalReference.in.includes(node.externalReference);
		if (created === undefined) return false;
		return node.created >= created.gte && (created.lt === undefined || node.created < created.lt);
	};
}

function asNode({ day, status, reason, ...one }: Paid, nonce: string) {
	const typed = { __typename: `Disbursement${status}` };
	const why = {
		Cancelled: { disbursementCancelledReason: reason },
		Error: { disbursementErrorReason: reason },
		Reversed: { disbursementReversedReason: reason },
	}[status];
	return {
		...{ id: one.reference, nonce, created: `${day}T09:00:00.000Z` },
		...{ externalReference: one.reference, beneficiaryReference: one.statement },
		amount: { quantity: one.amount.toFixed(2), currency: 'ZAR' },
		status: { ...typed, date: `${day}T09:00:00.000Z`, ...why },
		bankBeneficiary: { accountHolder: one.name, accountNumber: one.account, bankId: 'fnb' },
	};
}

/** Checks rows again as they were put out, for what Stitch lists now. */
export async function recheckMonth(checked: readonly IDataObject[], month: Month) {
	return await checkLines(checked, month, new Map());
}

/** Checks a file against what Stitch lists. What is listed under its references was sent by this node. */
export async function checkMonth(month: Month) {
	const { rows: unsent } = await checkAgainst({ ...month, before: [] }, new Map());
	const nonces = new Map(
		unsent.map(({ externalReference, nonce }) => [String(externalReference), String(nonce)]),
	);
	return await checkAgainst(month, nonces);
}

/** The first row of a list, by default that of November, as Check returns it. */
export const rowOf = async (month: Partial<Month>): Promise<IDataObject | undefined> =>
	(await checkMonth({ file: rows('nov'), before: lastMonth, ...month })).rows[0];

async function checkAgainst(month: Month, nonces: ReadonlyMap<string, string>) {
	const lines = month.file.map((one) => [
		...[one.reference, one.name, one.bank, one.account],
		...[Number.isNaN(one.amount) ? 'see note' : one.amount, one.statement],
	]);
	const { rows: checked } = await checkLines(
		[headings, ...lines].map((row) => ({ row })),
		month,
		nonces,
	);
	return { rows: checked, summary: checked[0]?.summary as IDataObject };
}

async function checkLines(
	lines: readonly IDataObject[],
	month: Month,
	nonces: ReadonlyMap<string, string>,
) {
	const { before, today = '2026-11-25', options = {}, clientId = 'live-client' } = month;
	const { unreadable, bank = 'Operational', floats = [] } = month;
	const midnight = `${DateTime.fromISO(today).minus({ days: 1 }).toISODate()}T22:00:00.000Z`;
	const payments = { __typename: `BankFeature${bank}Status` };
	const state = { __typename: 'BankSupportedState', featureStatus: { payments } };
	const bankAccounts = floats.map((quantity) => ({
		...{ accountFunction: 'float', availableBalance: { quantity, currency: 'ZAR' } },
	}));
	const served = ({ body }: SentRequest) => {
		const filter = (body as { variables?: { filter?: Filter } }).variables?.filter ?? {};
		const isOfToday = filter.created?.gte === midnight;
		if (filter.created && unreadable === (isOfToday ? 'today' : 'earlier')) return answer(403, {});
		const nodes = before.map((one) => asNode(one, nonces.get(one.reference) ?? one.reference));
		const edges = nodes.filter(listedBy(filter)).map((node) => ({ node }));
		const disbursements = { edges, pageInfo: { hasNextPage: false } };
		return answer(200, {
			data: { banks: [{ bankId: 'fnb', state }], client: { bankAccounts, disbursements } },
		});
	};
	const script = Array.from({ length: 2000 }, () => served);
	const { service } = serviceOf(script, {}, clientId);
	service.clock.now = () => Date.parse(`${today}T08:00:00Z`);
	const first = checkPayouts.prepare(itemOf({ options, columns: {} }), service) as IDataObject;
	const plans = lines.map((line, at) => ({ ...(at === 0 && first), line }));
	const outputs = (await checkPayouts.sendTogether?.(plans, service)) ?? [];
	const checked = outputs.flat() as IDataObject[];
	return { rows: checked, summary: checked[0]?.summary as IDataObject };
}
