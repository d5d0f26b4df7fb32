import type { IDataObject } from 'n8n-workflow';

import { create } from '../../../../nodes/Stitch/actions/terminalSession/create.operation';
import { ServiceFailure } from '../../../../nodes/Stitch/transport/failure';
import { answer, itemOf, restPage, serviceOf } from '../../builders.mts';
import { complaints, perform } from '../perform.mts';
import { charge, disbursement, none, withMore } from './starting.mts';

const duplicate = answer(409, {});

function paymentOf(parameters: IDataObject) {
	const { service } = serviceOf([]);
	return create.payment?.(create.prepare(itemOf(parameters), service));
}

it('does not offer By Content, because two customers often pay the same', () => {
	const source = create.form.properties.find(({ name }) => name === 'nonceSource');
	const offered = source?.options?.map((option) => 'value' in option && option.value);
	expect(offered?.sort()).toEqual(['custom', 'externalReference']);
});

it('counts cashback as money that moves', () => {
	expect(paymentOf(withMore({ cashbackAmount: '50.50' }))?.amount).toEqual({ cents: 20050 });
	expect(paymentOf(disbursement)?.amount).toEqual({ cents: 15000 });
});

describe('when the nonce was used before', () => {
	const record: IDataObject = {
		id: 'session-1',
		status: 'pending',
		nonce: 'nonce-1',
		terminal: { id: 'terminal-1' },
		intent: { charge: { amount: 150, currency: 'ZAR' } },
	};

	it.each`
		parameters                            | other                                                                | words
		${charge}                             | ${{ terminal: { id: 'terminal-2' } }}                                | ${"'Terminal ID' was terminal-2 and is now terminal-1"}
		${charge}                             | ${{ intent: { disbursement: { amount: 150 } } }}                     | ${"'Type' was disbursement and is now charge"}
		${disbursement}                       | ${{}}                                                                | ${"'Type' was charge and is now disbursement"}
		${charge}                             | ${{ intent: { charge: { amount: 150, cashback: { amount: 50 } } } }} | ${"'Cashback Amount' was R50.00 and is now R0.00"}
		${charge}                             | ${{ intent: { charge: null, disbursement: { amount: 150 } } }}       | ${"'Type' was disbursement and is now charge"}
		${withMore({ cashbackAmount: '50' })} | ${{}}                                                                | ${"'Cashback Amount' was R0.00 and is now R50.00"}
	`('fails when it was another payment: $words', async ({ parameters, other, words }) => {
		const { failure, sent } = await perform(create, parameters, [
			none,
			duplicate,
			restPage({ ...record, ...other }),
		]);
		expect(failure).toBeInstanceOf(ServiceFailure);
		expect((failure as ServiceFailure).message).toContain(words);
		expect(sent.filter(({ method }) => method === 'POST')).toHaveLength(1);
	});
});

it.each([
	[{ intent: 'gift' }, ["'Type' cannot be gift"]],
	[{ amount: '-1' }, ["'Amount in Rand' must be more than 0: -1"]],
	[{ nonceSource: 'itemContent' }, ["'Duplicate Protection' cannot be itemContent"]],
	[{ externalReference: 'x'.repeat(4097) }, [/^'External Reference' can have at most 4096/]],
	[
		{ additionalFields: { cashbackAmount: '0.001', captureMethod: 'later' } },
		[
			"'Capture Method' cannot be later",
			"'Cashback Amount in Rand' has more than two decimals: 0.001",
		],
	],
	// Settled at once, although it was only to be authorised.
	[{ additionalFields: { captureMethod: undefined } }, ["'Capture Method' is empty"]],
	[
		{ amount: '$5', terminalId: ' ' },
		["'Amount in Rand' is not an amount: $5", "'Terminal ID' is empty"],
	],
])('rejects %j before anything is sent', (wrong, expected) => {
	const found = complaints(create, { ...charge, ...wrong });
	expect(found).toEqual(
		expected.map((words) => (typeof words === 'string' ? words : expect.stringMatching(words))),
	);
});
