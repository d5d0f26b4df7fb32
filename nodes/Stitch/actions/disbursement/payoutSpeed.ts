import type { INodeProperties } from 'n8n-workflow';

import { inNewNodes, inOldNodes } from '../fields/versions';

const description =
	"How fast the payment clears. After the bank's cut-off time, it moves to the next business day.";
const instantly = 'Clears at once, can cost more, and is not supported by every bank';

/** How fast a payout is paid (spec 2.5: its type). */
export const payoutSpeedField: INodeProperties = {
	displayName: 'Payout Speed',
	name: 'payoutSpeed',
	type: 'options',
	options: [
		{ name: 'Instant', value: 'instant', description: instantly },
		{ name: 'Same Day', value: 'default', description: 'Clears on the same day' },
	],
	default: 'default',
	description,
	displayOptions: inNewNodes,
};

/** The same in nodes of version 1, which have it among the options. */
export const payoutTypeOption: INodeProperties = {
	displayName: 'Type',
	name: 'type',
	type: 'options',
	options: [
		{ name: 'Default', value: 'default', description: 'Clears on the same day' },
		{ name: 'Instant', value: 'instant', description: instantly },
	],
	default: 'default',
	description,
	displayOptions: inOldNodes,
};
