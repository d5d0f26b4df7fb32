import { InvalidInput } from '../../../../nodes/Stitch/schemas/invalidInput';
import { readWithReferences } from '../../../../nodes/Stitch/payoutList/read/readWithReferences';
import { asText, sample } from './samples.mts';

const asInFile = (file: string) =>
	readWithReferences(asText(sample(file)), { paymentsFor: undefined });

/** The whole message about a file that is rejected. */
function whyNot(file: string): string {
	try {
		asInFile(file);
	} catch (cause) {
		if (cause instanceof InvalidInput) return JSON.stringify(cause.mistakes);
	}
	return '';
}

describe('a file whose references are to be taken from it', () => {
	it.each(['absa-bio.csv', 'acbeft-maincsv.csv', 'bankserv-acb.txt', 'generic-payroll.csv'])(
		'%s, with one text for everybody, is rejected once, and says what to choose',
		(file) => {
			expect(whyNot(file)).toMatch(/"is the same in each row".*Choose what the list pays/);
		},
	);

	it('nett-pay-list.csv, which has none, says what to choose', () => {
		expect(whyNot('nett-pay-list.csv')).toMatch(
			/“reference” or similar.*choose what the list pays/,
		);
	});

	it.each(['fnb-obe-acb.txt', 'nedbank-netbank.csv', 'netcash-salaries.txt'])(
		'%s is read with them',
		(file) => {
			const references = asInFile(file).rows.map(({ cells }) => cells.externalReference);
			expect(new Set(references).size).toBe(6);
		},
	);
});
