import type { ListRow } from '../../../../nodes/Stitch/payoutList/check/listRow';
import { judgeAll } from '../../../../nodes/Stitch/payoutList/check/verdicts';
import type { SheetRow } from '../../../../nodes/Stitch/payoutList/read/rows';
import { answer, serviceOf, type Script, type SentRequest } from '../../builders.mts';

/** What Stitch has of a payment: its status, when it was made, and its nonce. */
interface Earlier {
	status: string;
	/** That of the row where it is missing. */
	nonce?: string;
	reason?: string;
}

const row = (cells: SheetRow['cells'] = {}): SheetRow => ({
	...{ row: 2, item: 0, types: {} },
	cells: {
		...{ externalReference: 'salary-2', beneficiaryName: 'N Test', bank: 'FNB' },
		...{ accountNumber: '1234567890', amount: '10.50', beneficiaryReference: 'Salary' },
		...cells,
	},
});

/** Answers look-ups by nonces or by references, for as long as there are any, with this one payment. */
function having(earlier?: Earlier): Script {
	let own: string | undefined;
	const served = ({ body }: SentRequest) => {
		const { variables } = body as { variables: { filter: Record<string, { in?: string[] }> } };
		const { nonce, externalReference } = variables.filter;
		own ??= nonce?.in?.[0];
		const isAsked = earlier?.nonce === undefined ? nonce?.in?.includes(own ?? '') : !nonce;
		const node = {
			...{ id: 'd-1', nonce: earlier?.nonce ?? own, amount: { quantity: '10.50' } },
			...{ externalReference: externalReference?.in?.[0], created: '2026-11-03T10:00:00Z' },
			bankBeneficiary: { accountHolder: 'N Test', accountNumber: '1234567890', bankId: 'fnb' },
			status: { __typename: earlier?.status, disbursementErrorReason: earlier?.reason },
		};
		const edges = earlier && isAsked ? [{ node }] : [];
		const disbursements = { edges, pageInfo: { hasNextPage: false } };
		return answer(200, { data: { client: { disbursements } } });
	};
	return Array.from({ length: 20 }, () => served);
}

async function judge(
	rows: SheetRow[],
	script: Script = having(),
	options = {},
): Promise<ListRow[]> {
	const found = { beneficiaryName: { place: 1, heading: 'Employee' } };
	const file = { rows, columns: { top: 0, found } };
	const settings = { options, timezone: 'Africa/Johannesburg' };
	return await judgeAll(file, serviceOf(script).service, settings);
}

const judgeOne = async (earlier?: Earlier, options = {}) =>
	(await judge([row()], having(earlier), options))[0];

describe('a row', () => {
	it('of which Stitch knows nothing is paid', async () => {
		expect(await judgeOne()).toMatchObject({ verdict: 'willBePaid', explanation: '' });
	});

	it.each(['Completed', 'Pending', 'Paused', 'New'])(
		'that was sent before is not paid again, however far it is: %s',
		async (status) => {
			expect(await judgeOne({ status: `Disbursement${status}` })).toMatchObject({
				verdict: 'alreadyPaid',
				explanation: '',
			});
		},
	);

	it('that was sent with another amount is not called wrong', async () => {
		const [judged] = await judge(
			[row({ amount: '11.00' })],
			having({ status: 'DisbursementPending' }),
		);
		expect(judged).toMatchObject({ verdict: 'sentWithOtherValues' });
	});

	it('that has failed is paid again only where On Duplicate says so', async () => {
		const failed = { status: 'DisbursementError', reason: 'inactive_account' };
		expect(await judgeOne(failed)).toMatchObject({ verdict: 'failedBefore' });
		const again = await judgeOne(failed, { onDuplicate: 'payAgainIfFailed' });
		expect(again).toMatchObject({ verdict: 'payAgain' });
	});

	it('that was paid in another way is not paid', async () => {
		const inDashboard = { status: 'DisbursementCompleted', nonce: 'of-the-dashboard' };
		expect(await judgeOne(inDashboard)).toMatchObject({ verdict: 'paidElsewhere' });
	});

	it('that could not be looked up is not paid', async () => {
		const down = answer(503, {});
		expect((await judge([row()], [down, down]))[0]).toMatchObject({
			verdict: 'unknown',
			explanation: expect.stringMatching(/could not check whether/),
		});
	});

	it('that has failed as often as it is sent again is not paid, and says so', async () => {
		const every = ({ body }: SentRequest) => {
			const { variables } = body as { variables: { filter: { nonce?: { in?: string[] } } } };
			const edges = variables.filter.nonce?.in?.map((nonce, place) => ({
				node: {
					...{ id: `d-${place}`, nonce, amount: { quantity: '10.50' } },
					...{ externalReference: 'salary-2', created: '2026-11-03T10:00:00Z' },
					bankBeneficiary: { accountNumber: '1234567890', bankId: 'fnb' },
					status: { __typename: 'DisbursementError' },
				},
			}));
			const disbursements = { edges: edges ?? [], pageInfo: { hasNextPage: false } };
			return answer(200, { data: { client: { disbursements } } });
		};
		const script = Array.from({ length: 20 }, () => every);
		const [judged] = await judge([row()], script, { onDuplicate: 'payAgainIfFailed' });
		expect(judged).toMatchObject({ verdict: 'cannotBePaid' });
		expect(judged?.explanation).toMatch(/^All 10 attempts to make this payment have failed\./);
	});

	it.each`
		cells                                       | says
		${{ beneficiaryName: 'x'.repeat(21) }}      | ${/^'Employee' can have at most 20 characters/}
		${{ beneficiaryName: '' }}                  | ${/^'Employee' is empty\. Fill in this cell\.$/}
		${{ beneficiaryName: '', bank: '' }}        | ${/^'Employee' and 'bank' are empty\. Fill in these cells, or delete the row/}
		${{ accountNumber: '12345\n67890' }}        | ${/^'account number' goes over several lines\. Write it on one line/}
		${{ amount: '-500.00' }}                    | ${/^'amount' must be more than 0: -500\.00\. A payout cannot take money back\. Subtract .* not paid yet, and leave this one out\.$/}
		${{ amount: '0.00' }}                       | ${/^'amount' must be more than 0: 0\.00\. Enter an amount of at least 0\.01, or leave this one out\.$/}
		${{ bank: 'Bank of Nowhere', amount: '-' }} | ${/^'amount' .* 'bank' is not recognised by Stitch: Bank of Nowhere\./}
	`('is rejected in the words of its sheet: $says', async ({ cells, says }) => {
		const [judged] = await judge([row(cells)]);
		expect(judged).toMatchObject({ verdict: 'cannotBePaid' });
		expect(judged?.explanation).toMatch(says);
	});
});

it('of two rows with one reference, the second one is not paid', async () => {
	const [first, second] = await judge([row(), { ...row(), row: 3 }]);
	expect([first?.verdict, second?.verdict]).toEqual(['willBePaid', 'cannotBePaid']);
	expect(second?.explanation).toMatch(
		/^'reference' is the same as in row 2\..* leave its 'reference' as it is/,
	);
});

it.each([{ amount: '-10.00' }, { accountNumber: '1234' }])(
	'a row is not paid if another one with its reference cannot be read, as nobody knows which is meant: %j',
	async (wrong) => {
		const other = { ...row({ amount: '', ...wrong }), row: 3 };
		for (const rows of [
			[row(), other],
			[other, row()],
		]) {
			const judged = await judge(rows);
			const [first, second] = judged.toSorted((a, b) => a.sheet.row - b.sheet.row);
			expect(first).toMatchObject({ verdict: 'cannotBePaid' });
			expect(first?.explanation).toMatch(/^'reference' is the same as in row 3\./);
			expect(second?.explanation).not.toMatch(/is the same as/);
		}
	},
);
