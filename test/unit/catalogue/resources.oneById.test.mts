import { deleteCard } from '../../../nodes/Stitch/actions/card/delete.operation';
import { cancel as cancelPayout } from '../../../nodes/Stitch/actions/disbursement/cancel.operation';
import { get as getPayout } from '../../../nodes/Stitch/actions/disbursement/get.operation';
import { cancel as cancelRequest } from '../../../nodes/Stitch/actions/paymentRequest/cancel.operation';
import { get as getRequest } from '../../../nodes/Stitch/actions/paymentRequest/get.operation';
import { get as getRefund } from '../../../nodes/Stitch/actions/refund/get.operation';
import { cancel as cancelSession } from '../../../nodes/Stitch/actions/terminalSession/cancel.operation';
import { get as getSession } from '../../../nodes/Stitch/actions/terminalSession/get.operation';
import { answer } from '../builders.mts';
import { complaints, perform } from '../actions/perform.mts';

const id = 'a/b+c=';
const encoded = 'a%2Fb%2Bc%3D';
const reason = 'Wrong person';

it.each`
	name                           | operation        | parameters                          | asked                                          | body
	${'Disbursement → Get'}        | ${getPayout}     | ${{ disbursementId: id }}           | ${`GET /disbursements/${encoded}`}             | ${undefined}
	${'Payment Request → Get'}     | ${getRequest}    | ${{ paymentRequestId: id }}         | ${`GET /payment-requests/${encoded}`}          | ${undefined}
	${'Refund → Get'}              | ${getRefund}     | ${{ refundId: id }}                 | ${`GET /refunds/${encoded}`}                   | ${undefined}
	${'Terminal Session → Get'}    | ${getSession}    | ${{ terminalSessionId: id }}        | ${`GET /terminal-sessions/${encoded}`}         | ${undefined}
	${'Disbursement → Cancel'}     | ${cancelPayout}  | ${{ disbursementId: id, reason }}   | ${'POST /disbursements/cancel'}                | ${{ id, reason }}
	${'Payment Request → Cancel'}  | ${cancelRequest} | ${{ paymentRequestId: id, reason }} | ${`POST /payment-requests/${encoded}/cancel`}  | ${{ reason }}
	${'Terminal Session → Cancel'} | ${cancelSession} | ${{ terminalSessionId: id }}        | ${`POST /terminal-sessions/${encoded}/cancel`} | ${undefined}
`(
	'$name sends an ID with every sign encoded, and returns the answer',
	async ({ operation, parameters, asked, body }) => {
		const record = { id, status: 'cancelled', merchantId: 'merchant-1' };
		const padded = Object.fromEntries(
			Object.entries(parameters).map(([name, value]) => [name, ` ${String(value)} `]),
		);
		const { sent, output } = await perform(operation, padded, [answer(200, record)]);
		const [method, path] = asked.split(' ');
		expect(sent).toEqual([{ method, url: `https://rest.test/v2${path}`, ...(body && { body }) }]);
		expect(output).toEqual(record);
	},
);

it.each`
	name                           | operation        | parameters                          | status                                               | word
	${'Disbursement → Get'}        | ${getPayout}     | ${{ disbursementId: id }}           | ${'COMPLETED'}                                       | ${'completed'}
	${'Payment Request → Get'}     | ${getRequest}    | ${{ paymentRequestId: id }}         | ${'COMPLETED'}                                       | ${'completed'}
	${'Payment Request → Get'}     | ${getRequest}    | ${{ paymentRequestId: id }}         | ${{ __typename: 'PaymentInitiationRequestExpired' }} | ${'expired'}
	${'Refund → Get'}              | ${getRefund}     | ${{ refundId: id }}                 | ${'Success'}                                         | ${'success'}
	${'Terminal Session → Get'}    | ${getSession}    | ${{ terminalSessionId: id }}        | ${'SUCCESS'}                                         | ${'success'}
	${'Terminal Session → Cancel'} | ${cancelSession} | ${{ terminalSessionId: id }}        | ${'Cancelled'}                                       | ${'cancelled'}
	${'Payment Request → Cancel'}  | ${cancelRequest} | ${{ paymentRequestId: id, reason }} | ${'CANCELLED'}                                       | ${'cancelled'}
`('$name reads the status $status as a word in small letters', async (row) => {
	const { operation, parameters, status, word } = row;
	const { output } = await perform(operation, parameters, [answer(200, { id, status })]);
	expect(output).toMatchObject({ id, status: word });
	expect(output).not.toHaveProperty('warnings');
});

it('Card → Delete sends an ID with every sign encoded', async () => {
	const { sent, output } = await perform(deleteCard, { cardId: id }, [answer(204, '')]);
	expect(sent).toEqual([{ method: 'DELETE', url: `https://rest.test/v2/cards/${encoded}` }]);
	expect(output).toEqual({ deleted: true });
});

it.each([
	['Disbursement', cancelPayout, { disbursementId: '', reason: '' }],
	['Payment Request', cancelRequest, { paymentRequestId: '', reason: ' ' }],
])('%s → Cancel rejects an empty ID and an empty reason, both at once', (...row) => {
	const [label, operation, parameters] = row;
	expect(complaints(operation, parameters)).toEqual([`'${label}' is empty`, "'Reason' is empty"]);
});
