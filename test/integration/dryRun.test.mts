import type { IDataObject } from 'n8n-workflow';

import { runStitch } from './harness.mts';
import { payoutParameters, payoutRow } from './payout.mts';
import { simulatedService } from './service.mts';

const service = simulatedService();

/** Pays rows whose column "dry" says whether it is a dry run, as n8n evaluates the option. */
async function pay(
	column: Array<IDataObject[string]>,
	dryRun = '={{ $json.dry }}',
): Promise<{ outputs: IDataObject[]; message: string | undefined; payouts: number }> {
	const rows = column.map((dry, index) => payoutRow(`row-${index}`, { dry }));
	const { outputs, error } = await runStitch({
		parameters: payoutParameters({ dryRun }),
		credential: service.credential(),
		rows,
	});
	const { disbursements, requests } = await service.client.summary();
	// A token is a request, too.
	if (error !== undefined) expect(requests).toBe(0);
	return {
		outputs: (outputs[0] ?? []).map(({ json }) => json),
		message: error?.message,
		payouts: disbursements,
	};
}

it.each([true, 'TRUE', 'true', ' Yes', 1])('a column with %j pays nobody', async (dry) => {
	const { outputs, payouts } = await pay([dry, dry]);
	expect(outputs).toMatchObject([{ dryRun: true }, { dryRun: true }]);
	expect(payouts).toBe(0);
});

it.each([false, 'FALSE', 'no', 0])('a column with %j pays', async (dry) => {
	const { outputs, payouts } = await pay([dry, dry]);
	expect(outputs).toMatchObject([{ status: 'pending' }, { status: 'pending' }]);
	expect(payouts).toBe(2);
});

it.each([
	['an empty cell', [''], undefined, 'Dry Run is empty'],
	['null', [null], undefined, 'Dry Run is empty'],
	['a column that does not exist', [true], '={{ $json.dryrun }}', 'Dry Run is empty'],
	['a text left empty', [true], '', 'Dry Run is empty'],
	['another word', ['test'], undefined, 'Dry Run is neither true nor false: test'],
	[
		'rows that differ',
		['FALSE', 'FALSE', 'TRUE'],
		undefined,
		'Dry Run is not the same for all items',
	],
])('%s is refused before anything is sent', async (_, column, dryRun, expected) => {
	const { message, payouts } = await pay(column, dryRun);
	expect(message).toBe(expected);
	expect(payouts).toBe(0);
});

it.each(['maxAmountPerItem', 'maxTotalPerRun'])(
	'refuses a limit (%s) whose expression finds nothing, instead of paying without one',
	async (limit) => {
		const { error } = await runStitch({
			parameters: payoutParameters({ [limit]: '={{ $json.limit }}' }),
			credential: service.credential(),
			rows: [payoutRow('row-1')],
		});
		expect(error?.message).toMatch(/^Maximum .* is empty$/);
		expect((await service.client.summary()).requests).toBe(0);
	},
);
