import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { buildSchema, Kind, parse, validate } from 'graphql';

const folder = join(process.cwd(), 'nodes', 'Stitch');
const schema = buildSchema(
	readFileSync(join(process.cwd(), 'test', 'simulator', 'graphql', 'schema.graphql'), 'utf8'),
);

const operationsIn = (text: string) =>
	parse(text).definitions.filter(({ kind }) => kind === Kind.OPERATION_DEFINITION);

const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
	file.endsWith('.graphql.ts'),
);

/** The documents: every text that such a file exports, but for fragments that they share. */
const documents = files.flatMap((file) => {
	const exported = jest.requireActual<Record<string, unknown>>(join(folder, file));
	return Object.entries(exported)
		.filter((entry): entry is [string, string] => typeof entry[1] === 'string')
		.filter(([, text]) => operationsIn(text).length > 0)
		.map(([name, text]): [file: string, name: string, text: string] => [file, name, text]);
});

describe('the GraphQL documents', () => {
	it('are found', () => {
		expect(documents.map(([, name]) => name)).toEqual(
			expect.arrayContaining(['disbursements', 'transactions', 'refundInitiate']),
		);
	});

	it.each(documents)('%s fits the public schema', (_file, _name, text) => {
		expect(validate(schema, parse(text)).map(({ message }) => message)).toEqual([]);
	});

	it.each(documents)('%s holds one operation under one name, in one file', (file, name, text) => {
		expect(operationsIn(text)).toHaveLength(1);
		expect(documents.filter(([other]) => other === file)).toHaveLength(1);
		expect(basename(file)).toBe(`${name}.graphql.ts`);
	});

	it('are told apart from one that does not fit', () => {
		const [error] = validate(schema, parse('{ client { disbursements { total } } }'));
		expect(error?.message).toContain('total');
	});
});
