import type { Resource } from '../../run/operation';
import { execute } from './execute.operation';

export const graphql: Resource = {
	value: 'graphql',
	name: 'GraphQL',
	operations: [execute],
};
