import type { CatalogueEntry } from '../../run/operation';
import { execute } from './execute.operation';

export const graphql: CatalogueEntry = {
	value: 'graphql',
	name: 'GraphQL',
	operations: [execute],
};
