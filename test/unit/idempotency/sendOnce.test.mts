import type { IDataObject } from 'n8n-workflow';

import { answer, serviceOf, type Script } from '../builders.mts';
import { sendOnce, type OnDuplicate } from '../../../nodes/Stitch/idempotency/sendOnce';

const conflict = answer(409, { title: 'Conflict', code: 'CONFLICT' });

function send(
	script: Script,
	found: IDataObject[] = [],
	onDuplicate: OnDuplicate = 'returnExisting',
) {
	const { service, sent, clock } = serviceOf(script);
	let lookUps = 0;
	const result = sendOnce(service, {
		request: { method: 'POST', path: '/refunds', body: { amount: 10 }, repeat: 'always' },
		nonce: 'nonce-1',
		onDuplicate,
		find: async () => found[lookUps++],
		compare: ({ amount, account }) => [
			{ label: 'Amount', asked: '10.00', found: amount as string | undefined },
			{ label: 'Account Number', asked: '1', found: account as string | undefined, secret: true },
		],
		lookUpAdvice: 'Look in the dashboard.',
	});
	return { result, sent, clock, lookUps: () => lookUps };
}

describe('a payment that a nonce protects', () => {
	it('is returned with its nonce when it is new', async () => {
		const { result } = send([answer(201, { id: '1' })]);
		expect(await result).toEqual({ id: '1', nonce: 'nonce-1', alreadyExisted: false });
	});

	it('is the first one when the nonce was used for the same values', async () => {
		const { result, sent } = send([conflict], [{ id: '1', amount: '10.00', account: '1' }]);
		expect(await result).toMatchObject({ id: '1', nonce: 'nonce-1', alreadyExisted: true });
		expect(sent).toHaveLength(1);
	});

	it('tells what could not be compared because the service does not say it', async () => {
		const { result } = send([conflict], [{ id: '1', amount: '10.00' }]);
		expect(await result).toMatchObject({ notCompared: ['Account Number'] });
	});

	it('is looked up again when the service lists it a little later', async () => {
		const later = { id: '1', amount: '10.00', account: '1' };
		const { result, clock } = send([conflict], [undefined, undefined, later] as IDataObject[]);
		expect(await result).toMatchObject({ id: '1' });
		expect(clock.pauses).toEqual([500, 2000]);
	});

	it('is refused with both values when the first one was different', async () => {
		const { result, sent } = send([conflict], [{ id: '1', amount: '12.00', account: '2' }]);
		await expect(result).rejects.toThrow(
			'Already sent under the nonce nonce-1, but with other values: nothing was sent again. Amount was 12.00 and is now 10.00; Account Number is not the same',
		);
		expect(sent).toHaveLength(1);
	});

	it('is refused when the first one cannot be looked up', async () => {
		const { result, lookUps } = send([conflict]);
		await expect(result).rejects.toThrow(
			'The service reports a conflict for the nonce nonce-1: most likely it was sent before. Nothing was sent twice',
		);
		expect(lookUps()).toBe(3);
	});

	it('is refused without a look-up when that was chosen', async () => {
		const { result, lookUps } = send([conflict], [{ id: '1' }], 'fail');
		await expect(result).rejects.toMatchObject({ details: { status: 409 } });
		expect(lookUps()).toBe(0);
	});

	it('fails as it failed when the nonce is not the reason', async () => {
		const { result } = send([answer(400, { detail: 'No such charge' })]);
		await expect(result).rejects.toThrow('No such charge');
	});
});
