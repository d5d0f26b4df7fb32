import type { IDataObject } from 'n8n-workflow';

import { disbursements } from '../../../nodes/Stitch/actions/disbursement/disbursements';
import { showOnHold } from '../../../nodes/Stitch/run/onHold';
import { carryOut, movesMoney } from './madeUp.mts';

function saidOf(payments: IDataObject[]): unknown {
	const hints: unknown[] = [];
	const context = { addExecutionHints: (hint: unknown) => void hints.push(hint) };
	const entries = payments.map((json) => ({ output: [{ json }] }));
	showOnHold(context as never, entries, disbursements);
	return hints[0];
}

const held = { status: 'paused', statusReason: 'insufficient_funds' };
const topUp =
	'There is too little money in the float account, so later payouts also wait. Top it up within 7 days: the payment then continues automatically. Do not pay in another way.';

describe('a run whose payouts the float cannot pay', () => {
	it.each([
		['one row', [held], `The row is on hold, not paid yet. ${topUp}`],
		['some rows', [held, { status: 'pending' }], `1 of 2 rows is on hold, not paid yet. ${topUp}`],
		['all rows', [held, held], `2 of 2 rows are on hold, not paid yet. ${topUp}`],
		[
			'a row as columns',
			[{ status: 'paused', reasonText: 'Why' }],
			'The row is on hold, not paid yet. Why. Do not pay in another way.',
		],
		[
			'a row without a reason',
			[{ status: 'paused' }],
			'The row is on hold, not paid yet. Do not pay in another way.',
		],
	])('says on the node that they wait, and what to do: %s', (_, payments, message) => {
		expect(saidOf(payments)).toEqual({ type: 'warning', message });
	});

	it('says nothing where none waits', () => {
		expect(saidOf([{ status: 'completed' }, { status: 'unheard of' }, {}])).toBeUndefined();
	});

	it('says so after it has paid, and not after a dry run', async () => {
		const operation = { ...movesMoney, lifecycle: disbursements };
		const rows = [{ gives: { id: 'd-1', ...held } }];
		expect((await carryOut(rows, { operation })).hints).toMatchObject([{ type: 'warning' }]);
		expect((await carryOut(rows, { operation, options: { dryRun: true } })).hints).toEqual([]);
	});
});
