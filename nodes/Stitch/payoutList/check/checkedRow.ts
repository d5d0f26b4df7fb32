import type { IDataObject } from 'n8n-workflow';

import { pick } from '../../actions/columns';
import { isVerdictToPay } from '../../actions/disbursement/checkedRow';
import { randOf } from '../../schemas/money';
import { asFields } from '../../transport/json';
import { rowFacts, lastTimeColumns, type Days } from './facts';
import { optionalColumns } from '../read/knownColumns';
import type { ListRow } from './listRow';
import { hasMoved } from './transfer';

/** A row in the order in which a person reads it; with the columns that Disbursement → Create takes. */
export function checkedColumns(row: ListRow, days: Days): IDataObject {
	const { cells } = row.sheet;
	const { payment, tried, atStitch, warnings } = row;
	const { beneficiary, externalReference, beneficiaryReference }: IDataObject = payment?.body ?? {
		...cells,
	};
	const { name, bank, accountNumber } = asFields(beneficiary);
	return {
		...{ pay: isVerdictToPay(row.verdict), verdict: row.verdict, explanation: row.explanation },
		...{ warnings: warnings.map(({ text }) => text), severity: severityOf(row) },
		...{ facts: rowFacts(row, days), row: row.sheet.row },
		externalReference: externalReference ?? null,
		beneficiaryName: name ?? cells.beneficiaryName ?? null,
		amount: payment ? randOf(payment.amount.cents) : (cells.amount ?? null),
		bank: bank ?? cells.bank ?? null,
		accountNumber: accountNumber ?? cells.accountNumber ?? null,
		beneficiaryReference: beneficiaryReference ?? null,
		...pick(cells, optionalColumns),
		status: tried?.status ?? tried?.elsewhereStatus ?? atStitch?.status ?? null,
		createdAt: tried?.createdAt ?? tried?.elsewhereCreatedAt ?? atStitch?.createdAt ?? null,
		amountAtStitch: atStitch ? randOf(atStitch.cents) : null,
		...lastTimeColumns(row),
		/** What a later check compares: whether anything else has gone to the payee since. */
		newestPayoutAt: row.payee?.payouts.find(hasMoved)?.createdAt ?? null,
		nonce: tried?.nonce ?? null,
		id: tried?.id ?? tried?.elsewhereId ?? null,
		verification: row.verified?.outcome ?? null,
		confirmedBy: row.confirmedBy ?? null,
	};
}

/** How urgently a person has to look at a row. */
function severityOf({ warnings, verdict }: ListRow): 'danger' | 'check' | null {
	const isDanger = warnings.some(({ severity }) => severity === 'danger');
	if (isDanger || verdict === 'confirmFirst' || verdict === 'confirmed') return 'danger';
	return warnings.length > 0 || verdict === 'payAgain' ? 'check' : null;
}
