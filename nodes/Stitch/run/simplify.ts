import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { yesNo } from '../schemas/field';

/** "Simplify", in n8n's own words. */
export const simplifyField: INodeProperties = {
	displayName: 'Simplify',
	name: 'simplify',
	type: 'boolean',
	// One choice for all items: a table has one set of columns.
	noDataExpression: true,
	default: true,
	description: 'Whether to return a simplified version of the response instead of the raw data',
};

/**
 * Whether a node is to return columns, by the value of its field.
 * @param value undefined or null where the node does not have the field
 * @throws {InvalidInput}
 */
export function isSimplified(value: unknown): boolean {
	return yesNo('Simplify', value, false);
}

/** An output as the user wants it: as columns, or as the service sent it. */
export function asWanted(
	output: IDataObject,
	{ simplify }: { simplify?(output: IDataObject): IDataObject },
	isWanted: boolean,
): IDataObject {
	if (!isWanted || simplify === undefined) return output;
	const { dryRun, warnings, notRead, ...object } = output;
	return {
		...(dryRun !== undefined && { dryRun }),
		...simplify(object),
		...(warnings !== undefined && { warnings }),
		...(notRead !== undefined && { notRead }),
	};
}
