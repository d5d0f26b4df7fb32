import { defineOperation } from '../../run/operation';
import { form } from '../../schemas/form';
import { textField } from '../../schemas/formFields';
import { filtersField, listFields, nonceFilter } from '../fields/list';
import { optionalVisibleText } from '../../schemas/visibleText';
import { withMoney } from '../../run/resource';
import { readList } from '../../transport/paging';
import { terminalSessions } from './terminalSessions';

const list = form({
	...listFields,
	filters: filtersField({
		externalReference: textField(
			{
				displayName: 'External Reference',
				placeholder: 'e.g. till-3-receipt-1234',
				description: 'Only terminal sessions with this external reference',
			},
			optionalVisibleText,
		),
		nonce: nonceFilter('terminal session'),
	}),
});

/** Lists the terminal sessions of the client (companion spec 4.2). */
export const getAll = defineOperation({
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many terminal sessions',
	description: 'Retrieve terminal sessions, all or by your own reference',
	form: list,

	simplify: terminalSessions.simplify,

	async send({ filters, limit }, service) {
		const asked = { ...terminalSessions.list, filters };
		return await readList(service, withMoney(asked, terminalSessions), limit);
	},
});
