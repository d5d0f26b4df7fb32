import type { INodeProperties } from 'n8n-workflow';

/** How fast a payout is paid (spec 2.5: its type). */
export const payoutSpeedField: INodeProperties = {
	displayName: 'Payout Speed',
	name: 'payoutSpeed',
	type: 'options',
	options: [
		{
			name: 'Instant',
			value: 'instant',
			description: 'Clears at once, can cost more, and is not supported by every bank',
		},
		{ name: 'Same Day', value: 'default', description: 'Clears on the same day' },
	],
	default: 'default',
	description:
		"How fast the payment clears. After the bank's cut-off time, it moves to the next business day.",
};
