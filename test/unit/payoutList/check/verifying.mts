import type { IDataObject } from 'n8n-workflow';

import type { ListRow } from '../../../../nodes/Stitch/payoutList/check/listRow';
import type { SheetRow } from '../../../../nodes/Stitch/payoutList/read/rows';
import { verifyAccounts } from '../../../../nodes/Stitch/payoutList/check/verifyAccounts';
import { answer, serviceOf, type Script } from '../../builders.mts';

export const row = (
	number: number,
	cells: SheetRow['cells'] = {},
	verdict: ListRow['verdict'] = 'willBePaid',
): ListRow => {
	const bank = cells.bank ?? 'fnb';
	const beneficiary = { name: 'N Test', accountNumber: `12345678${number}0`, bank };
	return {
		sheet: {
			...{ row: number, item: number, types: {} },
			cells: { idNumber: '9001010000080', ...cells },
		},
		...{ verdict, explanation: '', warnings: [] },
		payment: { body: { beneficiary } } as unknown as ListRow['payment'],
		transfer: {} as ListRow['transfer'],
	};
};

/** What a bank says (spec 2.7); all of it is right where nothing else is said. */
export const says = (
	account: IDataObject = {},
	holder: IDataObject = {},
	outcome = 'indeterminate',
) =>
	answer(200, {
		verificationResult: {
			outcome,
			bankAccount: {
				...{ exists: 'verified', typeMatch: 'indeterminate', isOpen: true, acceptsCredits: true },
				...account,
			},
			accountHolder: { identifyingDocument: 'verified', ...holder },
		},
	});

export async function verify(
	rows: ListRow[],
	script: Script,
	which: 'all' | 'off' = 'all',
	options: Parameters<typeof serviceOf>[1] = {},
) {
	const { service, sent, clock } = serviceOf(script, options);
	const said = await verifyAccounts(rows, service, which);
	const [first] = rows;
	return {
		...{ ...said, sent, first },
		waitedMs: clock.pauses.reduce((sum, pause) => sum + pause, 0),
		bodies: sent.map(({ body }) => JSON.parse(JSON.stringify(body)) as IDataObject),
		said: first?.verified?.says,
		outcome: first?.verified?.outcome,
	};
}
