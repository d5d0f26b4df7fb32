import { fillTable } from '../support/dataTables.mts';
import { readLastPage, submitForm, type Submitted } from './examples.mts';
import { exampleSuite } from './exampleSuite.mts';

const suite = exampleSuite();
/** Not the name that the example has: other tests note runs at the same time. */
const TABLE = 'answers-of-the-test';

describe('the example who-was-paid-what.json', () => {
	const start = async () =>
		await suite.start('who-was-paid-what.json', {}, (node) => {
			const text = JSON.stringify(node).replaceAll('stitch-payout-runs', TABLE);
			return JSON.parse(text) as typeof node;
		});

	it('answers with the payouts of a person, who approved them, and nothing of others', async () => {
		const { records, environment } = suite;
		const saved = await start();
		const ask = async (question: string): Promise<Submitted> =>
			await submitForm(environment, saved, 'who-was-paid-what', [question]);
		const none = await suite.lastPageAfter(await ask('Nobody'), 'Any Found?');
		expect(none).toMatch(/No payout was found.*with “Nobody”: none/);

		const { id } = await records.disbursement('salary-17', '150.00');
		await records.disbursement('invoice-3', '99.00');
		await fillTable(environment, TABLE, [
			{ stitchIds: `other ${id}`, approver: 'boss@example.com', file: 'november.xlsx' },
		]);
		const submitted = await ask('SALARY-17');
		await suite.pageAfter(submitted, 'Page of the Payouts');
		const page = await readLastPage(submitted.nextPage);
		expect(page).toMatch(/Payouts of the last 12 months with “SALARY-17”/);
		expect(page).toMatch(/Approved by boss@example.com, file november.xlsx\. Stitch ID \S+/);
		expect(page).toMatch(/T Tester.*salary-17.*…7890.*R150\.00/);
		expect(page).not.toMatch(/invoice-3|1234567890|undefined/);
		await fillTable(environment, TABLE, []);
	});
});
