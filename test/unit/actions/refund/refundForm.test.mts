import { create } from '../../../../nodes/Stitch/actions/refund/create.operation';
import { complaints } from '../perform.mts';
import { ofSession } from './inPerson.mts';

it.each([
	[{ refundOf: 'invoice' }, ["'Refund Of' cannot be invoice"]],
	[{ amount: '0' }, ["'Amount in Rand' must be more than 0: 0"]],
	[{ reason: 'boredom' }, ["'Reason' cannot be boredom"]],
	[{ options: { onFailure: 'Return' } }, ["'On Failure' cannot be Return"]],
	[
		{ additionalFields: { metadata: { entry: [{ key: '', value: '1' }] } } },
		["'Metadata' has a value without a key"],
	],
	[
		{ amount: '', reason: '', terminalSessionId: '' },
		["'Terminal Session' is empty", "'Amount in Rand' is empty", "'Reason' is empty"],
	],
])('rejects %j before anything is sent', (wrong, expected) => {
	expect(complaints(create, { ...ofSession, ...wrong })).toEqual(expected);
});
