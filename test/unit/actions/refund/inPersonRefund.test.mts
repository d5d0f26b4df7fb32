import { create } from '../../../../nodes/Stitch/actions/refund/create.operation';
import { ServiceFailure } from '../../../../nodes/Stitch/transport/failure';
import { answer, restPage } from '../../builders.mts';
import { perform } from '../perform.mts';
import { createdAt, none, ofCharge, ofSession } from './inPerson.mts';

const created = answer(201, { id: 'refund-1', status: 'success', createdAt });
const duplicate = answer(409, { code: 'CONFLICT' });

it.each([
	['terminal session', ofSession, { terminalSession: 'session-1' }],
	['charge', ofCharge, { charge: 'charge-1' }],
])('refunds a %s with an amount in rand as a number', async (_, parameters, origin) => {
	const { output, sent } = await perform(create, parameters, [none, created]);
	expect(sent.slice(1)).toStrictEqual([
		{
			method: 'POST',
			url: 'https://rest.test/v2/refunds',
			body: {
				...origin,
				amount: 10.5,
				currency: 'ZAR',
				reason: 'requested_by_customer',
				metadata: undefined,
				nonce: 'nonce-1',
			},
		},
	]);
	expect(output).toEqual({
		id: 'refund-1',
		status: 'success',
		createdAt,
		nonce: 'nonce-1',
		client: 'test',
		alreadyExisted: false,
	});
});

it('counts a refund as made where its answer has no status', async () => {
	const { output } = await perform(create, ofCharge, [
		none,
		answer(201, { id: 'refund-1', createdAt }),
	]);
	expect(output).toMatchObject({ id: 'refund-1', alreadyExisted: false });
});

it('sends metadata, nested values as they are', async () => {
	const additionalFields = {
		metadata: {
			entry: [
				{ key: 'till', value: '3' },
				{ key: 'order', value: { id: 7 } },
			],
		},
	};
	const { sent } = await perform(create, { ...ofSession, additionalFields }, [none, created]);
	expect(sent[1]?.body).toMatchObject({ metadata: { till: '3', order: { id: 7 } } });
});

describe('when the nonce was used before', () => {
	it('returns a record with few fields, and says which could not be compared', async () => {
		const { output } = await perform(create, ofCharge, [
			none,
			duplicate,
			restPage({ id: 'refund-1' }),
		]);
		expect(output).toEqual({
			id: 'refund-1',
			nonce: 'nonce-1',
			client: 'test',
			alreadyExisted: null,
			notCompared: ['Amount', 'Charge ID'],
		});
	});

	it.each([
		[
			ofSession,
			{ terminalSession: { id: 'session-2' } },
			"'Terminal Session' was session-2 and is now session-1",
		],
		[ofCharge, { charge: 'charge-2' }, "'Charge ID' was charge-2 and is now charge-1"],
		[ofCharge, { amount: 99 }, "'Amount' was R99.00 and is now R10.50"],
		[
			ofCharge,
			{ amount: { quantity: '99.00', currency: 'ZAR' } },
			"'Amount' was R99.00 and is now R10.50",
		],
	])('fails when it was another refund: %#', async (parameters, record, words) => {
		const { failure, sent } = await perform(create, parameters, [
			none,
			duplicate,
			restPage({ id: 'refund-1', ...record }),
		]);
		expect(failure).toBeInstanceOf(ServiceFailure);
		expect((failure as ServiceFailure).message).toContain(words);
		expect(sent.filter(({ method }) => method === 'POST')).toHaveLength(1);
	});
});
