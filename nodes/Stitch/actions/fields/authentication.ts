import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import type { TokenOf } from '../../transport/connect';

/** The parameter that decides which credential an operation uses; the node shows them by it. */
const name = 'authentication';

/** For operations of a person's own accounts: the user token, without a choice. */
export const userTokenField: INodeProperties = {
	displayName: 'Authentication',
	name,
	type: 'hidden',
	default: 'userToken',
};

/** For operations that make sense with either token. */
export const authenticationField: INodeProperties = {
	displayName: 'Authentication',
	name,
	type: 'options',
	noDataExpression: true,
	options: [
		{
			name: 'Client Token',
			value: 'clientToken',
			description: 'For what belongs to your client: payments, disbursements, the float account',
		},
		{
			name: 'User Token',
			value: 'userToken',
			description: 'For the bank accounts of a person who has given their consent',
		},
	],
	default: 'clientToken',
};

/** Whose token the chosen operation needs; the client's where it does not say. */
export function readTokenOf(context: IExecuteFunctions): TokenOf {
	return context.getNodeParameter(name, 0, '') === 'userToken' ? 'user' : 'client';
}
