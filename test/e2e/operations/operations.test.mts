import { chain, expectSuccess, manualTrigger, outputOf, runToEnd } from '../support/workflows.mts';
import { operationService } from './operationService.mts';
import { operationRows } from './tables/rows.mts';

const named = operationRows.map(
	(row) => [[row.operation, row.when].filter(Boolean).join(' '), row] as const,
);

const { api, records, ours } = operationService();

describe('in a saved workflow', () => {
	it.each(named)(
		'%s gives what it should, and leaves the service as it should',
		async (name, row) => {
			const item = (await row.before?.(records())) ?? {};
			const nodes = [manualTrigger(), ...(row.through ?? []), await ours(row)];
			const run = await runToEnd(api(), chain(name, nodes, [item]));

			expectSuccess(run);
			const output = outputOf(run, 'Ours');
			expect(output.map(({ json }) => json)).toMatchObject(row.gives);
			expect(output.map(({ pairedItem }) => pairedItem)).toEqual(output.map(() => ({ item: 0 })));
			const found = await (row.look?.(records()) ?? records().client.ledger());
			expect(found).toMatchObject(row.leaves ?? {});
		},
	);
});
