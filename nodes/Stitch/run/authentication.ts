import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import type { TokenOf } from '../transport/connect';
import type { Operation } from './operation';

/**
 * The field that makes the node show the right credential: a choice if both tokens make sense,
 * otherwise a hidden field. The hidden fields have different names, because n8n keeps a value when
 * the user switches to another operation that has a field of the same name.
 */
export const authenticationFields: Record<NonNullable<Operation['token']>, INodeProperties> = {
	client: {
		displayName: 'With Client Token',
		name: 'withClientToken',
		type: 'hidden',
		default: true,
	},
	user: {
		displayName: 'With User Token',
		name: 'withUserToken',
		type: 'hidden',
		default: true,
	},
	chosen: {
		displayName: 'Authentication',
		name: 'authentication',
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
	},
};

/** Whose token an operation uses. */
export function tokenFor({ token = 'client' }: Operation, context: IExecuteFunctions): TokenOf {
	if (token !== 'chosen') return token;
	return context.getNodeParameter('authentication', 0) === 'userToken' ? 'user' : 'client';
}
