import { getAll as getBanks } from '../../../nodes/Stitch/actions/bank/getAll.operation';
import { bankStates } from '../../../nodes/Stitch/actions/bank/banks';
import { getAll as getAccounts } from '../../../nodes/Stitch/actions/bankAccount/getAll.operation';
import { userBankAccounts } from '../../../nodes/Stitch/actions/bankAccount/getAll.operation';
import { getAll as getCards } from '../../../nodes/Stitch/actions/card/getAll.operation';
import { getAll as getPayouts } from '../../../nodes/Stitch/actions/disbursement/getAll.operation';
import { disbursements } from '../../../nodes/Stitch/actions/disbursement/disbursements';
import { getAll as getEvents } from '../../../nodes/Stitch/actions/fingerprintEvent/getAll.operation';
import { getAll as getRequests } from '../../../nodes/Stitch/actions/paymentRequest/getAll.operation';
import { paymentRequests } from '../../../nodes/Stitch/actions/paymentRequest/paymentRequests';
import { getAll as getRefunds } from '../../../nodes/Stitch/actions/refund/getAll.operation';
import { onlineRefunds } from '../../../nodes/Stitch/actions/refund/refunds';
import { getAll as getSessions } from '../../../nodes/Stitch/actions/terminalSession/getAll.operation';
import type { Operation } from '../../../nodes/Stitch/run/operation';
import { answer, graphqlPage, restPage } from '../builders.mts';
import { complaints, perform } from '../actions/perform.mts';

const byBoth = { correlationId: 'order-1', deviceId: 'device-1', returnAll: true };
const ofCharge = { charge: ' c ', nonce: 'n', terminalSession: 's' };
const ofSession = { nonce: 'n', externalReference: 'receipt-1' };

it.each`
	what                                        | operation      | parameters                                                     | path                     | query
	${'cards'}                                  | ${getCards}    | ${{ payerId: ' p ', limit: 7 }}                                | ${'/cards'}              | ${{ payerId: 'p', limit: 7 }}
	${'all cards'}                              | ${getCards}    | ${{ payerId: 'p', returnAll: true }}                           | ${'/cards'}              | ${{ payerId: 'p', limit: 50 }}
	${'fingerprint events of a correlation ID'} | ${getEvents}   | ${{ ...byBoth, searchBy: 'correlationId' }}                    | ${'/fingerprint/events'} | ${{ correlationId: 'order-1', limit: 500 }}
	${'fingerprint events of a device'}         | ${getEvents}   | ${{ ...byBoth, searchBy: 'deviceId' }}                         | ${'/fingerprint/events'} | ${{ deviceId: 'device-1', limit: 500 }}
	${'refunds of charges'}                     | ${getRefunds}  | ${{ refundsOf: 'charge', filters: ofCharge, returnAll: true }} | ${'/refunds'}            | ${{ ...ofCharge, charge: 'c', limit: 50 }}
	${'terminal sessions'}                      | ${getSessions} | ${{ filters: ofSession, returnAll: true }}                     | ${'/terminal-sessions'}  | ${{ ...ofSession, limit: 50 }}
`(
	'asks REST for $what, with its filters and no more at once than it gives',
	async ({ operation, parameters, path, query }) => {
		const { output, sent } = await perform(operation, parameters, [restPage({ id: 'a' })]);
		expect(sent).toEqual([
			{ method: 'GET', url: `https://rest.test/v2${path}`, qs: { ...query, offset: 0 } },
		]);
		expect(output).toMatchObject([{ id: 'a' }]);
	},
);

const created = '2026-11-20T09:00:00Z';
const date = '2026-11-20T10:02:00Z';

it.each`
	what                             | operation      | parameters                         | query                              | list                           | state
	${'disbursements'}               | ${getPayouts}  | ${{}}                              | ${disbursements.list.query.full}   | ${'disbursements'}             | ${{ status: { __typename: 'DisbursementCompleted', date } }}
	${'payment requests'}            | ${getRequests} | ${{}}                              | ${paymentRequests.list.query.full} | ${'paymentInitiationRequests'} | ${{ state: { __typename: 'PaymentInitiationRequestCompleted', date } }}
	${'refunds of payment requests'} | ${getRefunds}  | ${{ refundsOf: 'paymentRequest' }} | ${onlineRefunds.query.full}        | ${'refunds'}                   | ${{ status: { __typename: 'RefundCompleted', date } }}
`(
	'asks GraphQL for $what, newest first, and returns them as Get does',
	async ({ operation, parameters, query, list, state }) => {
		const page = graphqlPage(list, [{ id: 'a', created, ...state }]);
		const { output, sent } = await perform(operation, { ...parameters, limit: 50 }, [page]);
		expect(sent).toEqual([
			{
				method: 'POST',
				url: 'https://graphql.test/graphql',
				body: { query, variables: { filter: {}, first: 50 } },
			},
		]);
		expect(output).toMatchObject([
			{ id: 'a', status: 'completed', statusDate: date, createdAt: created },
		]);
	},
);

const succeeded = { id: 'a', status: 'success', amount: 10 };
const inList = (list: string, state: object) => graphqlPage(list, [{ id: 'a', created, ...state }]);

it.each`
	what                             | operation      | parameters                         | page
	${'disbursements'}               | ${getPayouts}  | ${{}}                              | ${inList('disbursements', { status: { __typename: 'DisbursementCompleted', date } })}
	${'payment requests'}            | ${getRequests} | ${{}}                              | ${inList('paymentInitiationRequests', { state: { __typename: 'PaymentInitiationRequestCompleted', date } })}
	${'refunds of payment requests'} | ${getRefunds}  | ${{ refundsOf: 'paymentRequest' }} | ${inList('refunds', { status: { __typename: 'RefundCompleted', date }, amount: { quantity: '10', currency: 'ZAR' } })}
	${'refunds of charges'}          | ${getRefunds}  | ${{ refundsOf: 'charge' }}         | ${restPage(succeeded)}
	${'terminal sessions'}           | ${getSessions} | ${{}}                              | ${restPage(succeeded)}
`('says of $what that their money has moved', async ({ operation, parameters, page }) => {
	const { output } = await perform(operation, { ...parameters, limit: 50 }, [page]);
	expect(output).toMatchObject([{ id: 'a', money: 'moved' }]);
});

interface Rejected {
	operation: Operation;
	parameters: object;
	names: string[];
	labels: string[];
}

it.each`
	what                             | operation      | parameters                         | names                                     | labels
	${'refunds of charges'}          | ${getRefunds}  | ${{ refundsOf: 'charge' }}         | ${['charge', 'nonce', 'terminalSession']} | ${['Charge ID', 'Nonce', 'Terminal Session ID']}
	${'refunds of payment requests'} | ${getRefunds}  | ${{ refundsOf: 'paymentRequest' }} | ${['nonce', 'paymentRequestId']}          | ${['Nonce', 'Payment Request ID']}
	${'terminal sessions'}           | ${getSessions} | ${{}}                              | ${['externalReference', 'nonce']}         | ${['External Reference', 'Nonce']}
`(
	'rejects filters of $what that are empty',
	({ operation, parameters, names, labels }: Rejected) => {
		const filters = Object.fromEntries(names.map((name) => [name, ' ']));
		expect(complaints(operation, { ...parameters, filters, returnAll: true })).toEqual(
			labels.map((label) => `'${label}' is empty`),
		);
	},
);

describe.each<[string, Operation, object, (list: unknown) => object]>([
	['banks', getBanks, { query: bankStates, variables: null }, (banks) => ({ banks })],
	[
		'bank accounts',
		getAccounts,
		{ query: userBankAccounts, variables: { balances: true } },
		(bankAccounts) => ({ user: { bankAccounts } }),
	],
])('the %s, which come all at once,', (_, operation, body, dataOf) => {
	const records = [{ id: 'a' }, { id: 'b' }, { id: 'c' }];

	it('are asked for once, and returned up to Limit, without what is none', async () => {
		const script = [answer(200, { data: dataOf([null, ...records]) })];
		const { output, sent } = await perform(operation, { limit: 2 }, script);
		expect(sent).toEqual([{ method: 'POST', url: 'https://graphql.test/graphql', body }]);
		expect(output).toEqual(records.slice(0, 2));
	});

	it.each([undefined, null, {}])('are never said to be none where the list is %j', async (list) => {
		const script = [answer(200, { data: dataOf(list) })];
		const { failure } = await perform(operation, { returnAll: true }, script);
		expect(failure).toMatchObject({ details: { kind: 'unreadable', happened: 'no' } });
	});
});
