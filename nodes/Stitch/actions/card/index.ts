import type { CatalogueEntry } from '../../run/operation';
import { deleteCard } from './delete.operation';
import { getAll } from './getAll.operation';

export const card: CatalogueEntry = {
	value: 'card',
	name: 'Card',
	operations: [deleteCard, getAll],
};
