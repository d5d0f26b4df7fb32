import { globSync, readdirSync } from 'node:fs';

import { resources } from '../../nodes/Stitch/catalogue/resources';
import { Stitch } from '../../nodes/Stitch/Stitch.node';
import { operationRows } from '../e2e/operations/tables/rows.mts';
import { listedOperations, listedScopes, operationNames } from './operationTables.mts';

// What a new operation needs: each of these names what is missing, and what there is no more.
const values = resources.flatMap(({ value: resource, operations }) =>
	operations.map(({ value }) => `${resource}/${value}`),
);

it('is in the table of operations, which is under the headings Resource and Operations', () => {
	expect(listedOperations().sort()).toEqual([...operationNames].sort());
});

it('is in the table of scopes, also if it needs none', () => {
	const listed = listedScopes().map(([operation]) => operation);
	expect(listed.sort()).toEqual([...operationNames].sort());
});

it('has a row in test/e2e/operations/tables, which the simulator answers', () => {
	const used = operationRows.map(({ operation }) => operation.replace('.', '/'));
	expect([...new Set(used)].sort()).toEqual([...values].sort());
});

it('has a preview in nodes/Stitch/__schema__, under the version of the node', () => {
	const version = `v${String(new Stitch().description.version)}.0.0`;
	expect(readdirSync('nodes/Stitch/__schema__')).toEqual([version]);
	const previews = globSync('**/*.json', { cwd: `nodes/Stitch/__schema__/${version}` });
	expect(previews.sort()).toEqual(values.map((operation) => `${operation}.json`).sort());
});
