import type { IDataObject } from 'n8n-workflow';

import { disbursements } from '../../nodes/Stitch/actions/disbursement/disbursements';
import { paymentRequests } from '../../nodes/Stitch/actions/paymentRequest/paymentRequests';
import { refunds } from '../../nodes/Stitch/actions/refund/refunds';
import { terminalSessions } from '../../nodes/Stitch/actions/terminalSession/terminalSessions';
import { moneyOf, type Resource } from '../../nodes/Stitch/run/resource';
import { readExample, runCode, type Item, type Json } from '../setup/examples.mts';

const example = readExample('month-for-the-books.json');

/** What the example knows of a month. */
export const NOVEMBER = {
	start: '2026-11-01T00:00:00.000+02:00',
	end: '2026-12-01T00:00:00.000+02:00',
	feePerPayment: 2,
	feePercentOfPayment: 1.5,
	feePerPayout: 0,
	feePercentOfCardPayment: 0,
};

/** What the node lists for the example. */
const listed: Record<string, Resource> = {
	...{ Payments: paymentRequests, Refunds: refunds, Payouts: disbursements },
	...{ 'Card Payments': terminalSessions, 'Card Refunds': refunds },
};

/** The records of a list as the node puts them out: they say what became of their money. */
const asPutOut = ([name, records]: [string, Json[]]): [string, Json[]] => {
	const resource = listed[name];
	const withMoney = (one: Json) =>
		resource && one.id ? { ...one, money: moneyOf(one as IDataObject, resource) } : one;
	return [name, records.map(withMoney)];
};

/** What a code node makes of its input and of the lists of a month, with its files. */
export const runWithFiles = (
	node: string,
	lists: Record<string, Json[]>,
	month: Json,
	input?: Json[],
): Item[] => {
	const putOut = Object.fromEntries(Object.entries(lists).map(asPutOut));
	return runCode(example, node, { Month: [month], ...putOut }, input);
};

/** What a code node makes of its input and of the lists of a month. */
export function run(...given: Parameters<typeof runWithFiles>): Json[] {
	return runWithFiles(...given).map(({ json }) => json);
}

/** The rows that the code makes of the lists of a month. */
export const rowsMade = (lists: Record<string, Json[]>, month: Json = NOVEMBER): Json[] =>
	run('Rows', lists, month);

/** A payment, refund or payout that was completed. */
export const record = (externalReference: string, statusDate: string, more: Json = {}) => ({
	id: externalReference,
	externalReference,
	statusDate,
	status: 'completed',
	amount: { quantity: '100.10', currency: 'ZAR' },
	...more,
});
