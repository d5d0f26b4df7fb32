import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

/** What n8n calls a trigger with; nothing of it is used but Simplify. */
export const triggerContext = <Of,>(simplify = true) =>
	({ getNodeParameter: () => simplify }) as unknown as Of;

/** What a trigger passes on. */
export const passedOn = (): INodeExecutionData[][] => [
	[
		{
			json: {
				event: 'disbursement.completed',
				amount: { quantity: '10.00', currency: 'ZAR' },
				nonce: 'nonce-1',
			},
		},
	],
];

/** The columns that a trigger makes of `passedOn`, of which Simplify leaves out some. */
export const columns = (simplify: boolean): IDataObject => ({
	amount: '10.00',
	currency: 'ZAR',
	...(!simplify && { nonce: 'nonce-1' }),
});

/** The columns that a trigger gives to the next node, as far as `columns` names them. */
export async function outputOf(
	{ execute }: { execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> },
	simplify: boolean,
): Promise<IDataObject> {
	const [[item] = []] = await execute.call(triggerContext<IExecuteFunctions>(simplify));
	const { amount, currency, nonce } = item?.json ?? {};
	return { amount, currency, ...(nonce !== undefined && { nonce }) };
}
