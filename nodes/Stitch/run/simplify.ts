import type { IDataObject } from 'n8n-workflow';

import { dryRunColumns } from '../idempotency/trial';
import { yesNo } from '../schemas/yesNo';
import { switchField } from '../schemas/formFields';
import { maskAccount } from '../transport/wording';

/** "Simplify", in n8n's own words. */
export const simplifyField = switchField({
	displayName: 'Simplify',
	// One choice for all items: a table has one set of columns.
	noDataExpression: true,
	default: true,
	description: 'Whether to return a simplified version of the response instead of the raw data',
});

/**
 * Whether a node is to return columns, by the value of its field; null where it does not have the field.
 * @throws {InvalidInput}
 */
export function isSimplified(value: unknown): boolean {
	return yesNo('Simplify', value, false);
}

/** The columns that a dry run adds, in the order of the output. */
const addedByDryRun = [...dryRunColumns, 'client', 'runTotal', 'sendTotal', 'dryRun'];

/** What the node has to say about an output: the columns after its own. */
const said = [
	...['client', 'notAsAsked', 'notCompared', 'notPaidAgain', 'madeTwice'],
	...['warnings', 'notRead'],
];

/** An output as the user wants it: as columns, or as the service sent it. */
export function shapeOutput(
	output: IDataObject,
	{ simplify }: { simplify?(output: IDataObject): IDataObject },
	isWanted: boolean,
): IDataObject {
	if (!isWanted || simplify === undefined) return output;
	const isFirst = (name: string) => output.dryRun !== undefined && addedByDryRun.includes(name);
	const isLast = (name: string) => said.includes(name);
	return {
		...pickFields(output, isFirst),
		...simplify(pickFields(output, (name) => !isFirst(name) && !isLast(name))),
		...pickFields(output, isLast),
	};
}

function pickFields(object: IDataObject, isWanted: (name: string) => boolean): IDataObject {
	return Object.fromEntries(Object.entries(object).filter(([name]) => isWanted(name)));
}

/**
 * Columns as an AI agent gets them. Everything that it reads goes to the provider of its model, which
 * need not know account numbers: their last two digits are enough to tell accounts apart.
 */
export function maskForAgent(columns: IDataObject): IDataObject {
	const { accountNumber } = columns;
	if (!accountNumber) return columns;
	return { ...columns, accountNumber: maskAccount(String(accountNumber)) };
}
