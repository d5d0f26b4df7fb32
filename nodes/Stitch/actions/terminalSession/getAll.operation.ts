import { z } from 'zod/v4';

import { defineOperation } from '../../run/operation';
import { filtersField, limit, listFields, nonceFilter, readFilters } from '../fields/list';
import { optionalVisibleText } from '../../schemas/visibleText';
import { readList } from '../../transport/paging';
import { terminalSessions } from './terminalSessions';

/** Which terminal sessions are listed (companion spec 4.2). */
const terminalSessionListSchema = z.object({
	externalReference: optionalVisibleText('External Reference'),
	nonce: optionalVisibleText('Nonce'),
	limit,
});

type TerminalSessionList = z.output<typeof terminalSessionListSchema>;

const filters = filtersField([
	{
		displayName: 'External Reference',
		name: 'externalReference',
		type: 'string',
		default: '',
		placeholder: 'e.g. till-3-receipt-1234',
		description: 'Only terminal sessions with this external reference',
	},
	nonceFilter('terminal session'),
]);

/** Lists the terminal sessions of the client (companion spec 4.2). */
export const getAll = defineOperation<TerminalSessionList>({
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many terminal sessions',
	description: 'Retrieve terminal sessions, also by your own reference',
	fields: [...listFields, filters],

	simplify: terminalSessions.simplify,

	prepare: (item) => readFilters(item, filters, terminalSessionListSchema),

	send: async ({ limit, ...filters }, service) =>
		await readList(service, { ...terminalSessions.list, filters }, limit),
});
