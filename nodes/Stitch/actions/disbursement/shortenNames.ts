import type { INodeProperties } from 'n8n-workflow';

/** Cuts names that banks do not take. */
export const shortenNamesOption: INodeProperties = {
	displayName: 'Shorten Names',
	name: 'shortenNames',
	type: 'boolean',
	// Whoever adds the option wants it; without it, nothing is shortened.
	default: true,
	description:
		'Whether to cut a Beneficiary Name of more than 20 characters to its first 20, instead of refusing the item. The output shows the name that was sent. Duplicate Protection does not depend on the name.',
};
