import type { INodeProperties } from 'n8n-workflow';

/** A filter of a list by the nonce of what is listed. */
export function nonceFilter(noun: string, placeholder: string): INodeProperties {
	return {
		displayName: 'Nonce',
		name: 'nonce',
		type: 'string',
		default: '',
		placeholder,
		description: `Only the ${noun} that was created with this unique key (nonce)`,
	};
}
