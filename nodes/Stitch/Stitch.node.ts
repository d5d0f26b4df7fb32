import {
	NodeConnectionTypes,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
} from 'n8n-workflow';

import { listSearch } from './actions/listSearch';
import { properties } from './actions/resources';
import { run } from './actions/run';

export class Stitch implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Stitch Payments',
		name: 'stitch',
		icon: { light: 'file:../../icons/stitch.svg', dark: 'file:../../icons/stitch.dark.svg' },
		group: ['transform'],
		version: 1,
		subtitle: '={{ $parameter["operation"] + ": " + $parameter["resource"] }}',
		description:
			'Pay out, take payments, verify bank accounts and refund with Stitch in South Africa',
		defaults: { name: 'Stitch Payments' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [
			{
				name: 'stitchApi',
				required: true,
				displayOptions: { hide: { authentication: ['userToken'] } },
			},
			{
				name: 'stitchUserOAuth2Api',
				required: true,
				displayOptions: { show: { authentication: ['userToken'] } },
			},
		],
		properties,
	};

	methods = { listSearch };

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await run(this);
	}
}
