import type { IDataObject } from 'n8n-workflow';

import { create } from '../../../../nodes/Stitch/actions/paymentRequest/create.operation';
import { simplifyCreated } from '../../../../nodes/Stitch/actions/paymentRequest/paymentRequestColumns';
import { explain } from '../../../../nodes/Stitch/transport/messages';
import { ServiceFailure } from '../../../../nodes/Stitch/transport/failure';
import { answer, graphqlPage, itemOf, refused } from '../../builders.mts';
import { complaints, mistakesIn, perform } from '../perform.mts';

const asked = {
	amount: '150.50',
	externalReference: 'order-1017',
	paymentMethods: ['card'],
	settleTo: 'bankAccount',
	additionalFields: { redirect: { addresses: { redirectUrl: 'https://shop.test/back' } } },
	options: { oneLinkPerReference: true },
};

interface Known {
	id: string;
	status: string;
	quantity?: string;
	date?: string;
	url?: string;
}

/** The answer of the list. */
const listed = (...known: Known[]) =>
	graphqlPage(
		'paymentInitiationRequests',
		known.map(({ id, status, quantity = '150.50', date, url }) => ({
			id,
			url,
			externalReference: 'order-1017',
			amount: { quantity, currency: 'ZAR' },
			state: { __typename: `PaymentInitiationRequest${status}`, date },
		})),
	);

/** The answer to reading one, or to making one. */
const read = (id: string, status: string, quantity = 150.5, more: IDataObject = {}) =>
	answer(200, {
		...more,
		id,
		status,
		externalReference: 'order-1017',
		amount: { currency: 'ZAR', quantity },
		interaction: { type: 'redirect', url: `https://pay.test/${id}` },
	});

/** Runs Create and tells what came out, and whether a link was made. */
async function run(...script: Parameters<typeof perform>[2] & unknown[]) {
	const performed = await perform(create, asked, script as never);
	const { failure, sent } = performed;
	const said = failure instanceof ServiceFailure ? explain(failure.details) : undefined;
	const made = sent.filter(({ url }) => url.endsWith('/payment-requests'));
	return Object.assign(performed, { said, made: made.length });
}

describe('One Link per Reference', () => {
	it('creates a link when a look-up finds none', async () => {
		const { output, sent, made } = await run(listed(), read('new', 'pending'));
		expect(sent[0]?.body).toMatchObject({
			variables: { filter: { externalReference: { eq: 'order-1017' } } },
		});
		expect(made).toBe(1);
		expect(output).toMatchObject({ id: 'new', client: 'test', alreadyExisted: false });
	});

	it('returns the one that is open, as it is now, with the way back', async () => {
		const open = { id: 'old', status: 'Pending' };
		const { output, made } = await run(listed(open), read('old', 'pending'));
		expect(made).toBe(0);
		expect(output).toMatchObject({
			id: 'old',
			status: 'pending',
			paymentUrl: 'https://pay.test/old?redirect_uri=https%3A%2F%2Fshop.test%2Fback',
			client: 'test',
			alreadyExisted: true,
		});
		expect(simplifyCreated(output as IDataObject)).toMatchObject({ alreadyExisted: true });
	});

	it.each([
		['Completed', 'completed', 'was paid'],
		['ManuallyCompleted', 'manually_completed', 'was completed by hand'],
	])('fails where the one was %s: nobody was asked to pay now', async (type, status, was) => {
		const date = '2026-10-25T23:30:00.000Z';
		const { said, made, failure } = await run(
			listed({ id: 'old', status: type, date }),
			read('old', status),
		);
		expect(made).toBe(0);
		expect(said?.message).toBe(
			`The payment request with the reference order-1017 ${was} on 26 October 2026, so no link was created`,
		);
		expect(said?.description).toContain('under a new reference');
		expect((failure as ServiceFailure).details).toMatchObject({ kind: 'duplicate', id: 'old' });
	});

	it('says the status of one that is neither open nor known to be paid, as Stitch names it', async () => {
		const { said, made } = await run(
			listed({ id: 'old', status: 'Pending' }),
			read('old', 'processing'),
		);
		expect(made).toBe(0);
		expect(said?.message).toBe(
			'The payment request with the reference order-1017 has the status “processing”, so no link was created',
		);
	});

	it('knows by the list that one was completed by hand, whatever REST calls that', async () => {
		const { said } = await run(
			listed({ id: 'old', status: 'ManuallyCompleted', date: '2026-10-25T12:00:00.000Z' }),
			read('old', 'settled'),
		);
		expect(said?.message).toContain('was completed by hand on 25 October 2026');
	});

	it('creates another link when the earlier ones can no longer be paid, whatever their amount', async () => {
		const { output, made } = await run(
			listed({ id: 'a', status: 'Expired', quantity: '1.00' }, { id: 'b', status: 'Cancelled' }),
			read('new', 'pending'),
		);
		expect(made).toBe(1);
		expect(output).toMatchObject({ id: 'new', alreadyExisted: false });
	});

	it('believes the payment request, not a list that is a moment old', async () => {
		const { output, made } = await run(
			listed({ id: 'old', status: 'Pending' }),
			read('old', 'expired'),
			read('new', 'pending'),
		);
		expect(made).toBe(1);
		expect(output).toMatchObject({ id: 'new', alreadyExisted: false });
	});

	it.each([
		['pending', 'has been open', 'first cancel that one'],
		['completed', 'was paid', 'ask for the difference only'],
	])('rejects another amount than that of the one that is %s', async (status, is, advice) => {
		const { said, made } = await run(
			listed({ id: 'old', status: 'Pending', quantity: '99.00' }),
			read('old', status, 99),
		);
		expect(made).toBe(0);
		expect(said?.message).toBe(
			`A payment request with the reference order-1017 ${is}, and 'Amount' was R99.00 and is now R150.50: no link was created`,
		);
		expect(said?.description).toContain(advice);
	});

	it.each([
		['another merchant than', 'merchant-2', 'merchant-1', 'merchant-1 and is now merchant-2'],
		['a merchant instead of', 'merchant-2', undefined, 'none and is now merchant-2'],
		['a bank account instead of', undefined, 'merchant-1', 'merchant-1 and is now none'],
	])('rejects %s what the earlier one is paid to', async (_, merchantId, earlier, change) => {
		const settling = merchantId ? { settleTo: 'merchant', merchantId } : {};
		const script = [
			listed({ id: 'old', status: 'Pending' }),
			read('old', 'pending', 150.5, { merchantId: earlier }),
		];
		const { failure, sent } = await perform(create, { ...asked, ...settling }, script);
		expect(String(failure)).toContain(`'Merchant ID' was ${change}: no link was created`);
		expect(sent).toHaveLength(2);
	});

	it('names all that the earlier one has otherwise', async () => {
		const script = [
			listed({ id: 'old', status: 'Pending' }),
			read('old', 'pending', 99, { merchantId: 'merchant-1' }),
		];
		const settling = { settleTo: 'merchant', merchantId: 'merchant-2' };
		const { failure } = await perform(create, { ...asked, ...settling }, script);
		expect(String(failure)).toContain(
			"'Amount' was R99.00 and is now R150.50; 'Merchant ID' was merchant-1 and is now merchant-2",
		);
	});

	it('rejects to choose between several, and names them', async () => {
		const { said, made } = await run(
			listed({ id: 'a', status: 'Pending' }, { id: 'b', status: 'Completed' }),
		);
		expect(made).toBe(0);
		expect(said?.message).toContain('2 payment requests with the reference order-1017');
		expect(said?.description).toContain('(a and b)');
		// None of them can be cancelled where all are paid.
		expect(said?.description).toMatch(/cancel the open ones.*under a new reference/);
	});

	describe('when the look-up fails', () => {
		const notOffered = refused('GRAPHQL_VALIDATION_FAILED', 'Cannot query field "url"');

		it.each([
			[
				'is forbidden',
				refused('FORBIDDEN'),
				'Stitch does not allow your client',
				/^Ask .* client\. /,
			],
			['is not offered', notOffered, 'Cannot query field "url"', /^Nothing .* repository\. /],
			['has no address', answer(404, {}), 'Stitch does not offer this to your client', ''],
			['is down', answer(503, {}), 'Stitch is not available at the moment', ''],
		])('creates no link, and says what to do (%s)', async (_, list, why, setup) => {
			const { said, made, failure } = await run(list);
			expect(made).toBe(0);
			expect(said?.description).toMatch(setup);
			expect(said?.message).toMatch(
				/^No link was created: the node could not check whether there is one with the reference order-1017/,
			);
			expect(said?.message).toContain(why);
			expect(said?.description.replace(setup, '')).toBe(
				"Try again in a few minutes. If that does not help, search for the reference in Stitch. Only if no payment request with it is open or paid, turn off 'One Link per Reference' under Options: the node then does not look.",
			);
			const { details } = failure as ServiceFailure;
			expect(details).toMatchObject({ kind: 'notSent', happened: 'no' });
		});

		it('says what keeps every request from being sent, not that of this one', async () => {
			const offline = { kind: 'notConnected', happened: 'no', host: 'graphql.test' } as const;
			const { said, made } = await run(offline);
			expect(made).toBe(0);
			expect(said?.message).toBe('No connection to graphql.test');
		});
	});

	describe('where REST does not return what the list shows', () => {
		const { options: _, ...toMerchant } = { ...asked, settleTo: 'merchant', merchantId: 'm-1' };

		it.each([400, 404, 500])('returns the link as the list shows it (%s)', async (status) => {
			const open = { id: 'old', status: 'Pending', url: 'https://pay.test/old' };
			const { output, made } = await run(listed(open), answer(status, {}));
			expect(made).toBe(0);
			expect(output).toMatchObject({
				id: 'old',
				paymentUrl: expect.stringMatching(/^https:\/\/pay.test\/old\?redirect_uri=/),
				alreadyExisted: true,
			});
			expect(output).not.toHaveProperty('notCompared');
		});

		it('still creates none where it was paid', async () => {
			const { said, made } = await run(listed({ id: 'old', status: 'Completed' }), answer(404, {}));
			expect(made).toBe(0);
			expect(said?.message).toContain('was paid');
		});

		it('says that the merchant could not be compared: the list does not show it', async () => {
			const open = listed({ id: 'old', status: 'Pending', url: 'https://pay.test/old' });
			const { output } = await perform(create, toMerchant, [open, answer(404, {})]);
			expect(output).toMatchObject({ alreadyExisted: true, notCompared: ['Merchant ID'] });
		});
	});

	it('needs the reference', () => {
		expect(complaints(create, { ...asked, externalReference: ' ' })).toContain(
			"'External Reference' is empty, and 'One Link per Reference' is on",
		);
	});

	it('is not taken for off where it was added and is empty', () => {
		const [complaint] = complaints(create, { ...asked, options: { oneLinkPerReference: '' } });
		expect(complaint).toMatch(/^'One Link per Reference' is /);
	});

	it('returns a paid one in a retry: it asks for the link of its first try', async () => {
		const { options: _, ...unset } = asked;
		const retried = (parameters: IDataObject) =>
			itemOf(parameters, 0, { count: 1, resumeUrl: 'https://n8n.test/1', mode: 'retry' });
		const { output } = await perform(create, retried(unset), [
			listed({ id: 'old', status: 'Completed' }),
			read('old', 'completed'),
		]);
		expect(output).toMatchObject({ id: 'old', status: 'completed', alreadyExisted: true });
		const off = { ...unset, options: { oneLinkPerReference: false } };
		const made = await perform(create, retried(off), [read('new', 'pending')]);
		expect(made.output).toMatchObject({ id: 'new' });
	});

	it.each([
		['', 'empty'],
		['={{ $execution.id }}-1017', 'made from the execution or the clock'],
		["={{ $now.format('yyyy-MM-dd') }}", 'made from the execution or the clock'],
	])('rejects a retry with the reference "%s": it finds no earlier link', (reference, is) => {
		const { options: _, ...unset } = { ...asked, externalReference: reference };
		const inMode = (mode: 'retry' | 'trigger') =>
			itemOf(unset, 0, { count: 1, resumeUrl: 'https://n8n.test/1', mode });
		expect(mistakesIn(create, inMode('retry'))).toEqual([
			{
				field: 'External Reference',
				what: `is ${is}, and this is a retry: the node could not find a link of the first execution`,
				// Without the option, the retry would ask every other payer of the first execution again.
				fix: 'Check in Stitch which links the first execution created. Then run only the rows without a link, in a new execution.',
			},
		]);
		expect(complaints(create, inMode('trigger'))).toEqual([]);
	});

	it('rejects a reference with a hole in it, which finds the link of a different customer', () => {
		const stored = { ...asked, externalReference: '=order-{{ $json.order }}' };
		expect(complaints(create, stored)).toEqual([
			"'External Reference' is made with the column order, which is empty or missing in this item",
		]);
	});

	it('is on by default', async () => {
		const { output } = await perform(create, { ...asked, options: {} }, [
			listed({ id: 'old', status: 'Pending' }),
			read('old', 'pending'),
		]);
		expect(output).toMatchObject({ id: 'old', alreadyExisted: true });
	});

	it.each([
		['turned off', { options: { oneLinkPerReference: false } }],
		['there is no reference, unless it was asked for', { externalReference: '', options: {} }],
	])('looks nothing up where it is %s', async (_, change) => {
		const { output, sent } = await perform(create, { ...asked, ...change }, [
			read('new', 'pending'),
		]);
		expect(sent).toHaveLength(1);
		expect(output).not.toHaveProperty('alreadyExisted');
	});
});

describe('an answer to Create', () => {
	const interactive = (interaction: object) =>
		answer(201, { id: 'new', status: 'pending', interaction });

	it.each([
		['an earlier link', read('old', 'expired'), 'has the status “expired”'],
		['one that was paid', read('old', 'completed'), 'has the status “completed”'],
		['a link for another amount', read('new', 'pending', 15050), "'Amount' was R15\u00a0050.00"],
		[
			'a link for another reference',
			answer(200, { ...(read('new', 'pending').body as object), externalReference: 'order-1018' }),
			"'External Reference' was order-1018",
		],
		['no interaction', answer(201, { id: 'new', status: 'pending' }), 'has no link'],
		['another interaction', interactive({ type: 'embedded' }), 'has no link'],
		['half an address', interactive({ type: 'redirect', url: '/pay/new' }), 'has no link'],
	])('fails with %s: it must not reach a payer', async (_, made, why) => {
		const { said, failure } = await run(listed(), made);
		expect(said?.message).toContain(why);
		expect(said?.description).toContain('Do not send a link');
		const { id } = JSON.parse(JSON.stringify(made.body)) as { id: string };
		expect((failure as ServiceFailure).details).toMatchObject({ happened: 'maybe', id });
	});

	it('is judged by its status in whatever letters', async () => {
		const { said } = await run(listed({ id: 'old', status: 'Pending' }), read('old', 'COMPLETED'));
		expect(said?.message).toContain('was paid');
		const open = await run(listed({ id: 'old', status: 'Pending' }), read('old', 'PENDING'));
		expect(open.output).toMatchObject({ status: 'pending', alreadyExisted: true });
		const { output } = await run(listed(), read('new', 'PENDING'));
		expect(output).toMatchObject({ id: 'new', status: 'pending' });
	});

	it('is a new link whatever Stitch calls its status, or where it does not repeat the amount', async () => {
		const interaction = { type: 'redirect', url: 'https://pay.test/new' };
		const made = answer(201, { id: 'new', status: 'created', interaction });
		expect((await run(listed(), made)).output).toMatchObject({ id: 'new', alreadyExisted: false });
	});
});
