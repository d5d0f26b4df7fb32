import type { IDataObject } from 'n8n-workflow';

import { runStitch } from './harness.mts';
import { payoutParameters, payoutRow } from './payout.mts';
import { simulatedService } from './service.mts';

const service = simulatedService();

/** Pays some rows; what came out, and what was refused, of each output. */
async function pay(rows: IDataObject[], more: IDataObject = {}) {
	const { outputs } = await runStitch({
		parameters: payoutParameters({}, more),
		credential: service.credential(),
		onError: 'continueErrorOutput',
		rows,
	});
	const [paid = [], failed = []] = outputs;
	return { paid: paid.map(({ json }) => json), refused: failed.map(({ json }) => json.error) };
}

async function referencesPaid() {
	const { disbursements } = await service.client.ledger();
	return disbursements.map(({ externalReference }) => externalReference);
}

describe('References that look alike', () => {
	it('are one payment where only the white space differs', async () => {
		expect((await pay([payoutRow('Salary 17')])).paid).toMatchObject([{ alreadyExisted: false }]);
		for (const reference of ['Salary\u00a017', 'Salary  17', ' Salary\t17 ', 'Salary \u200917']) {
			const { paid } = await pay([payoutRow(reference)]);
			expect(paid).toMatchObject([{ alreadyExisted: true, externalReference: 'Salary 17' }]);
		}
		expect(await referencesPaid()).toEqual(['Salary 17']);
	});

	it('are one payment in one run, too', async () => {
		const { refused } = await pay([payoutRow('Salary 17'), payoutRow('Salary\u00a017')]);
		expect(refused).toEqual(['Same payment as item 0: both have the same External Reference']);
		expect(await referencesPaid()).toEqual(['Salary 17']);
	});

	it('are one payment in either spelling of a letter, and are sent in the composed one', async () => {
		await pay([payoutRow('Zoe\u0308 17')]);
		await pay([payoutRow('Zo\u00eb 17')]);
		expect(await referencesPaid()).toEqual(['Zo\u00eb 17']);
	});

	it('are refused where characters are in them that nobody sees, and nothing is sent', async () => {
		const { refused } = await pay([
			payoutRow('Salary 17\u200b'),
			payoutRow('Sal\u00adary 17'),
			payoutRow('\u2066Salary 17\u2069'),
		]);
		expect(refused).toEqual([
			'External Reference has an invisible character (U+200B) at position 10',
			'External Reference has an invisible character (U+00AD) at position 4',
			'External Reference has an invisible character (U+2066) at position 1',
		]);
		expect((await service.client.summary()).requests).toBe(0);
	});

	it('find the payment in a list by any of the spellings', async () => {
		await pay([payoutRow('Zo\u00eb 17')]);
		const { outputs } = await runStitch({
			parameters: {
				resource: 'disbursement',
				operation: 'getAll',
				returnAll: true,
				filters: { externalReference: ' Zoe\u0308 \u00a017' },
				options: {},
			},
			credential: service.credential(),
			rows: [{}],
		});
		expect(outputs[0]?.map(({ json }) => json.externalReference)).toEqual(['Zo\u00eb 17']);
	});
});

it('makes one payment of custom nonces that look alike', async () => {
	const own = { nonceSource: 'custom', customNonce: '={{ $json.nonce }}' };
	await pay([payoutRow('a', { nonce: 'n 17' })], own);
	const { paid } = await pay([payoutRow('a', { nonce: 'n\u00a0 17' })], own);
	expect(paid).toMatchObject([{ alreadyExisted: true }]);
	const { refused } = await pay([payoutRow('a', { nonce: 'n 17\u200d' })], own);
	expect(refused).toEqual(['Custom Nonce has an invisible character (U+200D) at position 5']);
	expect(await referencesPaid()).toEqual(['a']);
});

it('pays nobody under what is no text, cannot be seen or printed, or was cut', async () => {
	const { refused } = await pay([
		payoutRow('object', { name: { first: 'J' } }),
		payoutRow('list', { name: ['J'] }),
		payoutRow('', { reference: ['a'] }),
		payoutRow('unseen', { name: '\u200b\u2060' }),
		payoutRow('lines', { name: 'N\nTest' }),
		payoutRow('turned', { name: '\u202etseT N' }),
		payoutRow('cut', { name: 'Thandi \u{1f389}'.slice(0, -1) }),
		payoutRow('account', { account: ['1234567890'] }),
		payoutRow('much', { amount: '62001234567' }),
	]);
	expect(refused).toEqual([
		'Beneficiary Name is an object, not text',
		'Beneficiary Name is a list, not text',
		'External Reference is a list, not text',
		'Beneficiary Name is empty',
		'Beneficiary Name has a line break at position 2',
		'Beneficiary Name has an invisible character (U+202E) at position 1',
		'Beneficiary Name has half a character at position 8, such as an emoji that was cut in two',
		'Account Number is a list, not text',
		'Amount is too large: the most is R1 000 000 000.00',
	]);
	expect((await service.client.summary()).requests).toBe(0);
});

it('asks for a date to be written as text, as $now is none', async () => {
	const { refused } = await pay([payoutRow('a')], { beneficiaryReference: '={{ $now }}' });
	expect(refused).toEqual(['Beneficiary Reference is a date, not text']);
	const asText = { beneficiaryReference: "={{ $now.toFormat('MMM yyyy') }}" };
	expect((await pay([payoutRow('a')], asText)).paid).toHaveLength(1);
});
