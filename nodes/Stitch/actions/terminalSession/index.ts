import type { CatalogueEntry } from '../../run/operation';
import { cancel } from './cancel.operation';
import { create } from './create.operation';
import { get } from './get.operation';
import { getAll } from './getAll.operation';

export const terminalSession: CatalogueEntry = {
	value: 'terminalSession',
	name: 'Terminal Session',
	operations: [cancel, create, get, getAll],
};
