import type { IDataObject } from 'n8n-workflow';

import { differencesOf } from '../../idempotency/comparison';
import { attemptNonces } from '../../idempotency/nonce';
import { disbursementBanks, optionalBank } from '../../schemas/bank';
import { asText } from '../../schemas/asText';
import { InvalidInput } from '../../schemas/invalidInput';
import { truthOf, yesNo } from '../../schemas/yesNo';
import { clientKind } from '../../transport/client';
import { asFields } from '../../transport/json';
import { comparisonsOf } from './disbursementPayment';

/** Every verdict of Payout List → Check: whether its row is to be paid, was sent before, or neither. */
const verdicts = {
	willBePaid: 'pay',
	payAgain: 'pay',
	/** Someone has confirmed that they called the payee. */
	confirmed: 'pay',
	alreadyPaid: 'sent',
	failedBefore: 'sent',
	cancelledBefore: 'sent',
	/** The reference was sent before, with a different amount or account. */
	sentWithOtherValues: 'no',
	paidElsewhere: 'no',
	/** The reference could not be looked up. */
	unknown: 'no',
	cannotBePaid: 'no',
	holderRefuted: 'no',
	/** Someone has to call the payee first. */
	confirmFirst: 'no',
	/** The row is fine, but its list is above a limit, or the row has changed since it was approved. */
	heldBack: 'no',
} as const;

export type Verdict = keyof typeof verdicts;

export const isVerdictToPay = (verdict: Verdict): boolean => verdicts[verdict] === 'pay';

/** A row that a workflow built may contain the name of a bank. */
const bankOfRow = optionalBank('Bank', disbursementBanks, { open: true });

interface Paying {
	nonce: string;
	/** As it would be sent. */
	body: IDataObject;
	clientId: string;
	/** Whether On Duplicate pays again after a failed payment. */
	paysAgain(): boolean;
}

/**
 * A row from Payout List → Check is paid only as it was checked. A different client must not pay a row
 * that people have seen and approved for one client, and a row that Check holds back is never paid. One
 * that was sent before may pass, but only where nothing is sent again.
 * @param row of the item; any other row is left alone
 * @throws {InvalidInput}
 */
export function requireAsChecked(
	row: IDataObject,
	{ nonce, body, clientId, paysAgain }: Paying,
): void {
	const { verdict, client, nonce: checkedNonce } = row;
	if (typeof verdict !== 'string' || !isOfCheck(row, verdict)) return;
	requireToBePaid(row, verdict, paysAgain);
	const kind = clientKind(clientId);
	if (client !== undefined && client !== kind) {
		throw notAsChecked(
			'Credential',
			`belongs to a ${kind} client, but Payout List → Check read this row with a ${String(client)} client`,
			'Choose the same credential in both nodes, and check the list again.',
		);
	}
	const isChecked = nonce === checkedNonce || attemptNonces(nonce).includes(String(checkedNonce));
	if (typeof checkedNonce === 'string' && !isChecked) {
		throw notAsChecked(
			'External Reference',
			'makes this a different payment from the one that Payout List → Check looked up',
			"Choose the same credential in both nodes, take 'External Reference' from the column externalReference, and leave 'Duplicate Protection' at its default.",
		);
	}
	const [different] = differencesFrom(row, body);
	if (different !== undefined) {
		throw notAsChecked(
			different,
			'is not what Payout List → Check read in this row',
			'Take it from the column of the same name, of this item and not of another node.',
		);
	}
}

export function isNotToBePaid(row: IDataObject): boolean {
	const { verdict, pay } = row;
	return typeof verdict === 'string' && isOfCheck(row, verdict) && !yesNo('pay', pay, false);
}

/**
 * The verdict also identifies it: some databases leave out an unticked box, and a sheet in Afrikaans says
 * ONWAAR.
 */
function isOfCheck({ pay }: IDataObject, verdict: string): boolean {
	return truthOf(pay) !== undefined || Object.hasOwn(verdicts, verdict);
}

/** @throws {InvalidInput} for a row that is not to be paid, unless its first payment is only returned */
function requireToBePaid(
	{ pay, explanation }: IDataObject,
	verdict: string,
	paysAgain: () => boolean,
): void {
	const means: string | undefined = verdicts[verdict as Verdict];
	const wasSent = means === 'sent';
	if (yesNo('pay', pay, false) || (wasSent && !paysAgain())) return;
	const why =
		means === 'pay'
			? 'Payout List → Check had true here'
			: 'Payout List → Check holds this row back';
	throw notAsChecked(
		'pay',
		`is ${asText(pay) === undefined ? 'empty' : 'false'}: ${why}`,
		`${String(explanation ?? '')} ${wasSent ? returnOrCheckAgain : returnThem}`.trim(),
	);
}

function differencesFrom(row: IDataObject, { amount, beneficiary }: IDataObject): string[] {
	const { bank, accountNumber } = asFields(beneficiary);
	const asked = {
		amount: String(asFields(amount).quantity),
		bank: String(bank),
		accountNumber: String(accountNumber),
	};
	const checked = {
		amount: row.amount,
		bank: bankOfRow.safeParse(row.bank).data,
		accountNumber: row.accountNumber,
	};
	return differencesOf(comparisonsOf(asked, checked)).map(({ label }) => label);
}

const returnThem = "Set 'Rows Not to Pay' to Return as They Are: the other rows are then paid.";
const returnOrCheckAgain = `${returnThem} To pay again what has failed, set 'On Duplicate' in Check as in this node, and check the list again.`;

function notAsChecked(field: string, what: string, fix: string): InvalidInput {
	return new InvalidInput([{ field, what, fix }]);
}
