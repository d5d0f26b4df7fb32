import type { INodeProperties } from 'n8n-workflow';

/** The amount of a payment, in rand. It is text, so that 10.10 arrives as it was written. */
export const amountField: INodeProperties = {
	displayName: 'Amount',
	name: 'amount',
	type: 'string',
	default: '',
	required: true,
	placeholder: 'e.g. 1500.50',
	description: 'In rand (ZAR), more than 0, with at most two decimals',
};

/** The number of a bank account. */
export const accountNumberField: INodeProperties = {
	displayName: 'Account Number',
	name: 'accountNumber',
	type: 'string',
	default: '',
	required: true,
	placeholder: 'e.g. 1234567890',
	description: 'Between 6 and 13 digits. Spaces are ignored.',
};

/** Whose account receives the money. */
export const beneficiaryNameField = (placeholder: string): INodeProperties => ({
	displayName: 'Beneficiary Name',
	name: 'beneficiaryName',
	type: 'string',
	default: '',
	required: true,
	placeholder,
	description: 'Who holds the account that receives the money, at most 20 characters',
});

/** Which merchant receives the money. */
export const merchantField: INodeProperties = {
	displayName: 'Merchant ID',
	name: 'merchantId',
	type: 'string',
	default: '',
	placeholder: 'e.g. bWVyY2hhbnQ6MQ==',
	description:
		'The ID that Stitch gave the merchant that receives the money. It is not the number from an acquirer.',
};

/**
 * The service's own id of the object that an operation works on.
 * @param description where it is found, if not only in what created it
 */
export function idField(
	resource: string,
	placeholder: string,
	description = `The ID that Stitch gave the ${resource.toLowerCase()} when it was created`,
): INodeProperties {
	return {
		displayName: `${resource} ID`,
		name: 'id',
		type: 'string',
		default: '',
		required: true,
		placeholder,
		description,
	};
}

/** The caller's own reference of a payment; required if the nonce comes from it. */
export function externalReferenceFields(placeholder: string): INodeProperties[] {
	const field: INodeProperties = {
		displayName: 'External Reference',
		name: 'externalReference',
		type: 'string',
		default: '',
		placeholder,
		description: 'Your own unique reference for this payment, for tracking and reconciliation',
	};
	return [
		{
			...field,
			required: true,
			description:
				'Your own unique reference for this payment, such as employee number and month. The same reference is paid only once. Take it from the row, never from the clock or the execution.',
			displayOptions: { show: { nonceSource: ['externalReference'] } },
		},
		{ ...field, displayOptions: { hide: { nonceSource: ['externalReference'] } } },
	];
}

/** Fields that are not always needed, to be added one by one. */
export function additionalFields(options: INodeProperties[]): INodeProperties {
	return {
		displayName: 'Additional Fields',
		name: 'additionalFields',
		type: 'collection',
		placeholder: 'Add field',
		default: {},
		options,
	};
}
