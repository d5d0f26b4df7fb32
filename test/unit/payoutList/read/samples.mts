import { readFileSync } from 'node:fs';
import type { IDataObject } from 'n8n-workflow';

import { linesOf } from '../../../../nodes/Stitch/payoutList/read/lines';
import { readFile } from '../../../../nodes/Stitch/payoutList/read/readFile';

/** The people of the sample files, in the order of all files. */
export const people = [
	['E001', 'T Tester', 'fnb', '62000000010', '12500.00'],
	['E002', 'A Sample', 'absa', '4000000020', '9875.50'],
	['E003', 'M Example', 'standard_bank', '1000000030', '15000.05'],
	['E004', 'S Specimen', 'nedbank', '1100000040', '8450.00'],
	['E005', 'P Proof', 'capitec', '1400000050', '7100.10'],
	['E006', 'J Model', 'tymebank', '51000000060', '6200.00'],
	['E007', 'B Pattern', 'discovery_bank', '17000000070', '23100.99'],
	['E008', 'K Draft', 'investec', '10010000080', '30000.00'],
] as const;

export const sample = (file: string): string => readFileSync(`test/payrollFiles/${file}`, 'latin1');

/** A file as n8n's Extract from Text File returns it, if it decodes each byte as one letter. */
export const asText = (data: string): IDataObject[] => [{ data }];

/** The cells of a .csv file. */
export const cellsOf = (text: string): string[][] =>
	linesOf([{ data: text }]).map(({ cells }) => cells.map(String));

/** The readable rows of a file: who gets how much on which account. */
export function read(items: IDataObject[]) {
	// References of the kind and the period make up for those that a payroll does not have.
	const { rows, ...file } = readFile(items, {
		mayLack: ['externalReference', 'beneficiaryReference'],
	});
	return {
		...file,
		rows,
		payees: rows.flatMap(({ cells, wrong }) => (wrong ? [] : [cells])),
		wrong: rows.flatMap(({ row, wrong }) => (wrong ? [{ row, ...wrong }] : [])),
	};
}
