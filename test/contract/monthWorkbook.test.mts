import { readExample, type Json } from '../setup/examples.mts';
import { NOVEMBER, run } from './monthForTheBooks.mts';

const { nodes, connections } = readExample('month-for-the-books.json');
const row = (day: string, cents: number) => ({
	...{ kind: 'payout', day, cents, amount: cents / 100, description: 'Payout' },
	...{ payee: 'T Tester', reference: 'SAL-1' },
});

describe('the Excel files of a month for the books', () => {
	it('are written by n8n, each of what its node has put together', () => {
		const files = nodes.filter(({ parameters }) => parameters.operation === 'xlsx');
		const before = (file: string) =>
			Object.keys(connections).find((name) => connections[name]?.main?.[0]?.[0]?.node === file);
		expect(files.map(({ type, name }) => [type, name, before(name)])).toEqual([
			['n8n-nodes-base.convertToFile', 'Excel: By Day', 'By Day'],
			['n8n-nodes-base.convertToFile', 'Excel: Runs', 'Run Columns'],
			['n8n-nodes-base.convertToFile', 'Excel: Rows', 'Row Columns'],
		]);
	});

	it('have amounts as numbers, and the total of all rows in the last, exact to the cent', () => {
		const rows = [row('2026-11-05', -10), row('2026-11-06', -20)];
		const columns: Json[] = run('Row Columns', { Rows: rows }, NOVEMBER);
		expect(columns[0]).toEqual({
			...{ Day: '2026-11-05', Description: 'Payout', 'Paid by or to': 'T Tester' },
			...{ Reference: 'SAL-1', Amount: -0.1 },
		});
		expect(columns.at(-1)).toMatchObject({ Day: 'Month', Amount: -0.3 });
		expect(columns).toHaveLength(3);
	});
});
