import type { IDataObject } from 'n8n-workflow';

import { attemptNonces } from '../../idempotency/nonce';
import { asText, InvalidInput, yesNo } from '../../schemas/field';
import { clientKind } from '../../transport/clientToken';

/** The verdicts of Payout List → Check for which Create sends nothing again. */
const harmless = ['alreadyPaid', 'failedBefore'];

/** The forms that true and false take in a file, a sheet or a database. */
const eitherWay = /^(true|false|1|0)$/i;

/**
 * A row from Payout List → Check is paid only as it was checked. A different client must not pay a row
 * that people have seen and approved for one client, and a row that Check holds back is never paid.
 * @param row of the item; any other row is left alone
 * @param nonce of the payment that would be made
 * @throws {InvalidInput}
 */
export function requireAsChecked(row: IDataObject, nonce: string, clientId: string): void {
	const { pay, verdict, client, nonce: checkedNonce, explanation } = row;
	if (!eitherWay.test(asText(pay) ?? '') || typeof verdict !== 'string') return;
	if (!yesNo('pay', pay) && !harmless.includes(verdict)) {
		throw notAsChecked(
			'pay',
			'is false: Payout List → Check holds this row back',
			`${String(explanation ?? '')} Put a Filter on the column pay between the two nodes.`.trim(),
		);
	}
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
}

function notAsChecked(field: string, what: string, fix: string): InvalidInput {
	return new InvalidInput([{ field, what, fix }]);
}
