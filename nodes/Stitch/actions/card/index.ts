import type { Resource } from '../../run/operation';
import { deleteCard } from './delete.operation';
import { getAll } from './getAll.operation';

export const card: Resource = {
	value: 'card',
	name: 'Card',
	operations: [deleteCard, getAll],
};
