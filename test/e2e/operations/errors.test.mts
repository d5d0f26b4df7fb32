import { resources } from '../../../nodes/Stitch/catalogue/resources';
import { chain, expectSuccess, manualTrigger, outputOf, runToEnd } from '../support/workflows.mts';
import { operationService } from './operationService.mts';
import { errors } from './tables/errors.mts';

const { api, records, ours } = operationService();

it('has a row for every resource whose items are processed one by one', () => {
	const covered = new Set(errors.map(({ operation }) => operation.split('.')[0]));
	const oneByOne = resources.filter(({ operations }) =>
		operations.some(({ sendTogether }) => sendTogether === undefined),
	);
	expect([...covered].sort()).toEqual(oneByOne.map(({ value }) => value).sort());
});

describe('with "On Error: Continue (using error output)"', () => {
	it.each(errors.map((row) => [row.operation, row] as const))(
		'%s puts out the good item first, and the bad one with its fields and what is wrong',
		async (name, { before, good, bad, fault, ...row }) => {
			const goodItem = { ...good, ...(await before?.(records())) };
			const node = { ...(await ours(row)), onError: 'continueErrorOutput' as const };
			const nodes = [manualTrigger(), ...(row.through ?? []), node];
			if (fault) await records().client.addFaults(fault);
			const run = await runToEnd(api(), chain(name, nodes, [goodItem, bad]));

			expectSuccess(run);
			expect(outputOf(run, 'Ours', 0).map(({ json }) => json)).toMatchObject(row.gives);
			expect(outputOf(run, 'Ours', 1)).toMatchObject([
				{
					json: { ...bad, error: expect.stringContaining(row.says) },
					// Of two that are sent at the same moment, either can meet what no input causes.
					pairedItem: { item: fault ? expect.any(Number) : 1 },
				},
			]);
			expect(await records().client.ledger()).toMatchObject(row.leaves ?? {});
		},
	);
});
