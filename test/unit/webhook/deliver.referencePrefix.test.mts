import { current, event, ok, refused, run } from './delivering.mts';

describe('where External Reference Prefix is set', () => {
	const options = { externalReferencePrefix: 'shop-' };
	const ofRefund = { event: 'refund.completed', resource: 'refund' };

	it.each([
		['shop-1', ['a']],
		['till-1', []],
		[null, []],
	])('an event without a reference is read, and its object has %j', async (reference, ids) => {
		const http = ok({ ...current, externalReference: reference });
		const found = await run({ events: [event('a')], options, http });
		expect(found.ids).toEqual(ids);
		expect(found.output.map(({ json }) => json.externalReference)).toEqual(ids.map(() => 'shop-1'));
		expect(found.output.filter(({ json }) => 'current' in json)).toEqual([]);
	});

	it('an event with a reference is not read', async () => {
		const said = event('a', { externalReference: 'shop-2' });
		expect((await run({ events: [said], options })).ids).toEqual(['a']);
	});

	it('nothing is read of an event without an ID, which starts nothing', async () => {
		expect((await run({ events: [event('a', { id: null })], options })).ids).toEqual([]);
	});

	it('nothing is read of an unknown event, which fails the execution unless its reference is known', async () => {
		const unknown = (externalReference: string | null) =>
			run({ events: [event('a', { event: 'unknown', externalReference })], options });
		await expect(unknown(null)).rejects.toThrow('in a form that this trigger does not know');
		expect((await unknown('till-1')).ids).toEqual([]);
		expect((await unknown('shop-1')).ids).toEqual(['a']);
	});

	it('an event that may be of a charge or its refund does not pass unread, whoever may read it', async () => {
		const mayBe = ['charge.success', 'chargeRefund.success'];
		const http = async () => await Promise.resolve({ statusCode: 403, headers: {}, body: {} });
		const events = [null, 'till-1', 'shop-1'].map((externalReference) =>
			event(String(externalReference), { event: 'unknown', mayBe, externalReference }),
		);
		const found = await run({ events, chosen: [...mayBe, 'unknown'], options, http });
		expect(found.ids).toEqual(['shop-1']);
	});

	it('an object that cannot be read fails the execution, and says why it is read', async () => {
		const given = { events: [event('a', ofRefund)], options, http: refused };
		await expect(run(given)).rejects.toMatchObject({
			description: expect.stringContaining("'External Reference Prefix' compares"),
		});
	});
});
