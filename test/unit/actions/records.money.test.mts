import type { IDataObject } from 'n8n-workflow';

import { disbursements } from '../../../nodes/Stitch/actions/disbursement/disbursements';
import { paymentRequests } from '../../../nodes/Stitch/actions/paymentRequest/paymentRequests';
import { refunds } from '../../../nodes/Stitch/actions/refund/refunds';
import { terminalSessions } from '../../../nodes/Stitch/actions/terminalSession/terminalSessions';
import { moneyOf, type Resource } from '../../../nodes/Stitch/run/resource';

const amount = { quantity: '10.00', currency: 'ZAR' };
const manual = { charge: { capture: { method: 'manual' } } };

const cases: Array<[Resource, IDataObject, string]> = [
	[disbursements, { status: 'completed' }, 'moved'],
	[disbursements, { status: 'reversed' }, 'cameBack'],
	[disbursements, { status: 'submitted' }, 'notYet'],
	[disbursements, { status: 'cancelled' }, 'notMoved'],
	[paymentRequests, { status: 'completed', paymentConfirmation: 'received' }, 'moved'],
	[paymentRequests, { status: 'completed', paymentConfirmation: null }, 'moved'],
	[paymentRequests, { status: 'completed', paymentConfirmation: 'unsettled' }, 'neverArrived'],
	[paymentRequests, { status: 'pending', paymentConfirmation: 'unsettled' }, 'notYet'],
	[paymentRequests, { status: 'manually_completed' }, 'notMoved'],
	[terminalSessions, { status: 'success', intent: { charge: {} } }, 'moved'],
	[terminalSessions, { status: 'success', intent: manual }, 'authorised'],
	[terminalSessions, { status: 'failure', intent: manual }, 'notMoved'],
	[refunds, { status: 'completed', amount }, 'moved'],
	[refunds, { status: 'success', amount: 10 }, 'moved'],
	[refunds, { status: 'success' }, 'unknown'],
	[refunds, { status: 'success', amount: null }, 'unknown'],
	[refunds, { status: 'new-word', amount }, 'unknown'],
	[refunds, { status: 'declined' }, 'notMoved'],
	[refunds, { status: 'pending', amount }, 'notYet'],
];

it.each(
	cases.map(([resource, object, money]) => [resource.noun, object, money, resource] as const),
)('of the money of a %s that is %j, it is said: %s', (_noun, object, money, resource) => {
	expect(moneyOf(object, resource)).toBe(money);
});
