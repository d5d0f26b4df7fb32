import { globSync, readFileSync } from 'node:fs';

import { resources } from '../../nodes/Stitch/catalogue/resources';
import { clientScopes } from '../../nodes/Stitch/transport/scopes';

/** Every operation, as the documents name it: `Card: Get Many`. */
export const operationNames = resources.flatMap(({ name, operations }) =>
	operations.map((operation) => `${name}: ${operation.name}`),
);

/** The rows of the one table with these headings, in whichever document it is. */
function tableHeaded(headings: RegExp): string[][] {
	const found = ['README.md', ...globSync('docs/*.md')].flatMap((file) => {
		const lines = readFileSync(file, 'utf8').split('\n');
		const start = lines.findIndex((line) => headings.test(line));
		if (start === -1) return [];
		const below = lines.slice(start + ['headings', 'rule'].length);
		return [below.slice(0, below.indexOf(''))];
	});
	const [rows] = found;
	if (rows === undefined || found.length > 1)
		throw new Error(`Not one table of the documents has the headings ${headings.source}`);
	return rows.map((row) => row.split('|').slice(1, -1).map(plain));
}

/** Without links, and without what is explained in brackets. */
const plain = (cell: string) =>
	cell
		.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
		.replace(/\([^)]*\)/g, '')
		.replace(/ +(?=,|$)/g, '')
		.trim();

/** What a cell like `Card: Get Many, Delete; Charge: Create` names. */
const operationsIn = (cell: string): string[] =>
	cell.split('; ').flatMap((part) => {
		const [resource = '', operations = ''] = part.replace('All others: ', '').split(': ');
		return operations.split(', ').map((operation) => `${resource}: ${operation}`);
	});

/** What the table of operations names. */
export const listedOperations = (): string[] =>
	tableHeaded(/^\| Resource \| Operations \|$/).flatMap(([names = '', operations = '']) =>
		names.split(', ').flatMap((name) => operationsIn(`${name}: ${operations}`)),
	);

/** What the table of scopes says of each operation that it names. */
export const listedScopes = (): Array<[string, string]> =>
	tableHeaded(/^\| Operations \| [^|]*Scopes[^|]*\|$/).flatMap(([operations = '', scopes = '']) =>
		operationsIn(operations).map((operation): [string, string] => [operation, scopes]),
	);

/** The scopes that the documents ask for, by the names that Stitch has for them. */
export function documentedScopes(operation: string): string[] {
	const text = new Map(listedScopes()).get(operation) ?? '';
	return clientScopes.filter(({ name }) => text.includes(name)).map(({ value }) => value);
}
