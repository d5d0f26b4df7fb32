import {
	NodeConnectionTypes,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	type IPollFunctions,
} from 'n8n-workflow';

import { deliver } from './polling/deliver';
import { pollingPanel } from './polling/settings';
import { poller } from './polling/poll';
import { isSimplified } from './run/simplify';
import { eventColumns } from './webhook/eventColumns';
import { eventsSubtitle } from './webhook/catalogue';

export class StitchPollingTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Stitch Payments Polling Trigger',
		name: 'stitchPollingTrigger',
		icon: { light: 'file:../../icons/stitch.svg', dark: 'file:../../icons/stitch.dark.svg' },
		group: ['trigger'],
		version: 1,
		subtitle: eventsSubtitle,
		description:
			'Starts the workflow when something changes in Stitch, once for each change, without a public address',
		defaults: { name: 'Stitch Payments Polling Trigger' },
		polling: true,
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'stitchApi', required: true }],
		properties: pollingPanel.properties,
	};

	/** n8n calls it at the Poll Times. It starts executions itself with the changes that it finds. */
	async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
		return await poller.poll(this);
	}

	/** Runs in the execution that `poll` started, and in tests in the editor. */
	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const short = isSimplified(this.getNodeParameter('simplify', 0, null));
		return eventColumns(await deliver(this), short);
	}
}
