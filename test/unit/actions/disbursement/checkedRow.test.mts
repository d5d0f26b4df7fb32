import type { IDataObject } from 'n8n-workflow';

import {
	isNotToBePaid,
	requireAsChecked,
} from '../../../../nodes/Stitch/actions/disbursement/checkedRow';
import { attemptNonces } from '../../../../nodes/Stitch/idempotency/nonce';

const nonce = '5b0b7f0e-3f3b-5c55-9a7f-0d3c4a5e8f10';

const values = { amount: 150.5, bank: 'absa', accountNumber: '0012345678' };
const checked: IDataObject = { pay: true, verdict: 'willBePaid', client: 'test', nonce, ...values };

const body: IDataObject = {
	amount: { currency: 'ZAR', quantity: '150.50' },
	beneficiary: { name: 'T Tester', bank: 'absa', accountNumber: '0012345678' },
};

const requireRow =
	(row: IDataObject, paysAgain = false) =>
	() =>
		requireAsChecked(row, { nonce, body, clientId: 'test-client', paysAgain: () => paysAgain });

describe('a row of Payout List → Check', () => {
	it('is paid as it was checked', () => {
		expect(requireRow(checked)).not.toThrow();
	});

	it('is paid again as its next attempt', () => {
		const next = attemptNonces(nonce)[1] ?? '';
		expect(requireRow({ ...checked, verdict: 'payAgain', nonce: next })).not.toThrow();
	});

	it('is not paid by a client of the other kind', () => {
		expect(requireRow({ ...checked, client: 'live' })).toThrow(
			"'Credential' belongs to a test client, but Payout List → Check read this row with a live client",
		);
	});

	it('is not paid under another nonce, which is that of another client or reference', () => {
		expect(requireRow({ ...checked, nonce: 'another' })).toThrow(
			/^'External Reference' makes this a different payment/,
		);
	});

	it.each([
		['Amount', { amount: 1505 }],
		['Bank', { bank: 'fnb' }],
		['Account Number', { accountNumber: '0012345679' }],
	])('is not paid with another %s than its own, such as that of the first item', (label, other) => {
		expect(requireRow({ ...checked, ...other })).toThrow(
			`'${label}' is not what Payout List → Check read in this row`,
		);
	});

	it.each([{ amount: '150.50' }, { accountNumber: 12345678 }, { bank: 'Absa Bank' }])(
		'is paid where a table writes it in another way: %j',
		(written) => {
			expect(requireRow({ ...checked, ...written })).not.toThrow();
		},
	);

	it.each(['paidElsewhere', 'cannotBePaid', 'confirmFirst', 'heldBack', 'unknown'])(
		'is not paid where Check holds it back: %s',
		(verdict) => {
			expect(requireRow({ ...checked, pay: false, verdict })).toThrow("'pay' is false");
		},
	);

	it.each([
		...['cannotBePaid', 'confirmFirst', 'heldBack', 'holderRefuted'],
		...['paidElsewhere', 'sentWithOtherValues', 'unknown'],
	])('is not paid after a database has left out a box that is not ticked: %s', (verdict) => {
		expect(requireRow({ ...checked, pay: undefined, verdict })).toThrow("'pay' is empty");
	});

	it.each([undefined, '', false, 'FALSE'])(
		'is not paid after a person has unticked its box: %j',
		(pay) => {
			expect(requireRow({ ...checked, pay })).toThrow(
				/^'pay' is (empty|false): Payout List → Check had true here/,
			);
		},
	);

	it.each(['false', 'FALSE', 'no', '0', 0])(
		'is not paid either after a file or a sheet has turned pay into text or a number: %j',
		(pay) => {
			expect(requireRow({ ...checked, pay, verdict: 'paidElsewhere' })).toThrow("'pay' is false");
		},
	);

	it.each(['ONWAAR', 'f'])(
		'is not paid where a table says in another way that it is held back: %s',
		(pay) => {
			expect(requireRow({ ...checked, pay, verdict: 'paidElsewhere' })).toThrow(
				`'pay' is neither true nor false: ${pay}`,
			);
		},
	);

	it('is not paid by a client of the other kind either after a sheet has turned pay into text', () => {
		expect(requireRow({ ...checked, pay: 'TRUE', client: 'live' })).toThrow(
			"'Credential' belongs to",
		);
	});

	describe.each(['alreadyPaid', 'failedBefore', 'cancelledBefore'])(
		'that was sent before (%s)',
		(verdict) => {
			const row = { ...checked, pay: false, verdict };

			it('is returned where Create sends nothing anew', () => {
				expect(requireRow(row)).not.toThrow();
			});

			it('is not paid again by a Create that pays again, because nobody has approved that', () => {
				expect(requireRow(row, true)).toThrow("'pay' is false");
				expect(requireRow({ ...row, pay: '' }, true)).toThrow("'pay' is empty");
				expect(requireRow({ ...row, pay: true }, true)).not.toThrow();
			});
		},
	);
});

it.each([{ client: 'A customer' }, { nonce: 'another' }, { verdict: 'guilty' }, {}])(
	'any other row is left alone: %j',
	(row) => {
		expect(requireRow(row)).not.toThrow();
	},
);

describe('a row is known as one that is not to be paid', () => {
	it.each([
		{ pay: false, verdict: 'alreadyPaid' },
		{ pay: 'no', verdict: 'confirmFirst' },
		{ verdict: 'heldBack' },
		{ pay: false, verdict: 'willBePaid' },
	])('if Check has checked it: %j', (row) => {
		expect(isNotToBePaid(row)).toBe(true);
	});

	it.each([{ pay: true, verdict: 'confirmed' }, { pay: false }, { verdict: 'open' }, {}])(
		'and no other row is: %j',
		(row) => {
			expect(isNotToBePaid(row)).toBe(false);
		},
	);
});
