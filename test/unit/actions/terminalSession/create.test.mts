import { create } from '../../../../nodes/Stitch/actions/terminalSession/create.operation';
import { answer } from '../../builders.mts';
import { perform } from '../perform.mts';
import { charge, disbursement, none, withMore } from './starting.mts';

const createdAt = '2026-11-20T10:00:00Z';
const created = answer(201, { id: 'session-1', status: 'pending', createdAt });

it.each`
	what                                                          | parameters                                                                                  | intent
	${'charge, which is captured'}                                | ${charge}                                                                                   | ${{ charge: { amount: 150, currency: 'ZAR', capture: { method: 'automatic' } } }}
	${'disbursement'}                                             | ${disbursement}                                                                             | ${{ disbursement: { amount: 150, currency: 'ZAR' } }}
	${'charge with cashback'}                                     | ${withMore({ cashbackAmount: '50.5' })}                                                     | ${{ charge: { amount: 150, currency: 'ZAR', cashback: { amount: 50.5, currency: 'ZAR' }, capture: { method: 'automatic' } } }}
	${'charge without cashback, for which a till may send 0'}     | ${withMore({ cashbackAmount: '0.00' })}                                                     | ${{ charge: { amount: 150, currency: 'ZAR', capture: { method: 'automatic' } } }}
	${'charge that is captured by hand'}                          | ${withMore({ captureMethod: 'manual' })}                                                    | ${{ charge: { amount: 150, currency: 'ZAR', capture: { method: 'manual' } } }}
	${'charge that is captured automatically'}                    | ${withMore({ captureMethod: 'automatic' })}                                                 | ${{ charge: { amount: 150, currency: 'ZAR', capture: { method: 'automatic' } } }}
	${'disbursement, whatever was filled in for a charge before'} | ${{ ...disbursement, additionalFields: { cashbackAmount: '50', captureMethod: 'manual' } }} | ${{ disbursement: { amount: 150, currency: 'ZAR' } }}
`('starts a $what', async ({ parameters, intent }) => {
	const { output, sent } = await perform(create, parameters, [none, created]);
	expect(sent.slice(1)).toStrictEqual([
		{
			method: 'POST',
			url: 'https://rest.test/v2/terminal-sessions',
			body: {
				intent,
				terminal: 'terminal-1',
				externalReference: 'receipt-1',
				metadata: undefined,
				nonce: 'nonce-1',
			},
		},
	]);
	expect(output).toEqual({
		id: 'session-1',
		status: 'pending',
		createdAt,
		nonce: 'nonce-1',
		client: 'test',
		alreadyExisted: false,
	});
});

it('sends metadata', async () => {
	const more = withMore({ metadata: { entry: [{ key: 'till', value: '3' }] } });
	const { sent } = await perform(create, more, [none, created]);
	expect(sent[1]?.body).toMatchObject({ metadata: { till: '3' } });
});
