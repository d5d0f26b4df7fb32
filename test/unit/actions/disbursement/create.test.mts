import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { create } from '../../../../nodes/Stitch/actions/disbursement/create.operation';
import { EarlierPayments } from '../../../../nodes/Stitch/idempotency/earlierPayments';
import { Item } from '../../../../nodes/Stitch/run/item';
import { answer, graphqlPage, itemOf, serviceOf } from '../../builders.mts';
import { complaints, mistakesIn, perform } from '../perform.mts';

const parameters = {
	amount: '1500.5',
	externalReference: 'salary-2026-11-017',
	beneficiaryName: 'N Test',
	bank: 'fnb',
	accountNumber: '1234567890',
	beneficiaryReference: 'Salary Nov',
	nonceSource: 'custom',
	customNonce: 'nonce-1',
	options: {},
};

const body = {
	amount: { currency: 'ZAR', quantity: '1500.50' },
	nonce: 'nonce-1',
	externalReference: 'salary-2026-11-017',
	beneficiaryReference: 'Salary Nov',
	beneficiary: { name: 'N Test', accountNumber: '1234567890', bank: 'fnb' },
};

const [createdAt, before] = ['2026-11-20T10:00:00Z', '2026-10-25T10:00:00Z'];

const found = { status: { __typename: 'DisbursementCompleted' }, id: 'd/1=', nonce: 'nonce-1' };
const lookedUp = graphqlPage('disbursements', [found]);

describe('Disbursement → Create', () => {
	it('reads a status that REST writes as GraphQL does', async () => {
		const status = { __typename: 'DisbursementPending' };
		const { output } = await perform(create, parameters, [
			answer(201, { id: 'd', status, createdAt }),
		]);
		expect(output).toMatchObject({ id: 'd', status: 'pending', alreadyExisted: false });
	});

	it.each([
		['every field of spec 2.5', {}, body],
		['the payout speed', { payoutSpeed: 'instant' }, { ...body, type: 'instant' }],
		['no external reference', { externalReference: '' }, { ...body, externalReference: undefined }],
	])('sends %s', async (_, more, expected) => {
		const { sent, output } = await perform(create, { ...parameters, ...more }, [
			answer(201, { id: 'd', status: 'pending', createdAt }),
		]);

		expect(sent).toEqual([
			{ method: 'POST', url: 'https://rest.test/v2/disbursements', body: expected },
		]);
		expect(output).toEqual({
			id: 'd',
			status: 'pending',
			createdAt,
			nonce: 'nonce-1',
			client: 'test',
			alreadyExisted: false,
		});
	});

	it.each([
		['without an ID', { status: 'pending' }],
		['with a number for its ID', { id: 503, status: 'pending' }],
	])('is not made by an answer %s, and may have been', async (_, made) => {
		const { failure } = await perform(create, parameters, [answer(201, made)]);
		expect(failure).toMatchObject({ details: { kind: 'unreadable' } });
	});

	it('pays no row again that Check found failed and does not pay', () => {
		const { service } = serviceOf([]);
		const prepare = (onDuplicate: string) => () => {
			const item = itemOf({ ...parameters, options: { onDuplicate } });
			jest.spyOn(item, 'row', 'get').mockReturnValue({ pay: false, verdict: 'failedBefore' });
			return create.prepare(item, service);
		};
		expect(prepare('returnExisting')).not.toThrow();
		expect(prepare('payAgainIfFailed')).toThrow("'pay' is false");
	});

	it('finds a duplicate over GraphQL, with the nonce as a variable, and reads it over REST', async () => {
		const { sent, output } = await perform(create, parameters, [
			answer(409, { code: 'NONCE_DUPLICATE' }),
			lookedUp,
			answer(200, { ...body, id: 'd/1=', status: 'completed', createdAt: before }),
		]);

		expect(sent.slice(1).map(({ method, url }) => [method, url])).toEqual([
			['POST', 'https://graphql.test/graphql'],
			['GET', 'https://rest.test/v2/disbursements/d%2F1%3D'],
		]);
		const query = sent[1]?.body as { query: string; variables: IDataObject };
		expect(query.variables).toEqual({ filter: { nonce: { eq: 'nonce-1' } }, first: 100 });
		expect(query.query).not.toContain('nonce-1');
		expect(output).toMatchObject({ id: 'd/1=', status: 'completed', alreadyExisted: true });
	});

	describe('whose duplicate GraphQL lists and REST does not show', () => {
		const listed = {
			...found,
			amount: { quantity: '1500.50', currency: 'ZAR' },
			bankBeneficiary: { accountHolder: 'N Test', accountNumber: '1234567890', bankId: 'fnb' },
			created: before,
		};
		const performed = async (status: number, more: object = {}) =>
			await perform(create, parameters, [
				answer(409, { code: 'NONCE_DUPLICATE' }),
				graphqlPage('disbursements', [{ ...listed, ...more }]),
				answer(status, {}),
			]);

		it.each([200, 400, 403, 404, 503])('returns it as GraphQL shows it (%s)', async (status) => {
			const { output } = await performed(status);
			expect(output).toMatchObject({ id: 'd/1=', status: 'completed', alreadyExisted: true });
			expect(output).not.toHaveProperty('notCompared');
		});

		it('compares it with what is asked', async () => {
			const { failure } = await performed(404, { amount: { quantity: '1500.00' } });
			expect(String(failure)).toContain("'Amount' was R1\u00a0500.00 and is now R1\u00a0500.50");
		});
	});

	it.each([
		['bank', { name: 'N Test', accountNumber: '1234567890', bankId: 'fnb' }, undefined],
		[
			'bank id',
			{ name: 'N Test', accountNumber: '1234567890', bankId: 'absa' },
			"'Bank' was Absa and is now FNB",
		],
		['account', { accountNumber: '2234567880', bank: 'fnb' }, "'Account Number' is not the same"],
	])('compares the %s of a duplicate with what is asked', async (_, beneficiary, difference) => {
		const performed = await perform(create, parameters, [
			answer(409, {}),
			lookedUp,
			answer(200, { ...body, id: 'd/1=', status: 'pending', beneficiary, createdAt: before }),
		]);

		if (difference === undefined) expect(performed.output).toMatchObject({ alreadyExisted: true });
		else expect(String(performed.failure)).toContain(difference);
	});

	describe('with a name of more than 20 characters', () => {
		const beneficiaryName = 'Johannes van der Merwe';
		const long = { ...parameters, beneficiaryName };
		const shortening = { ...long, options: { shortenNames: true } };

		it('is rejected unless Shorten Names is on, and says so', () => {
			expect(mistakesIn(create, long)).toEqual([
				{
					field: 'Beneficiary Name',
					what: 'can have at most 20 characters and has 22',
					fix: "Shorten it to 20 characters, or turn on 'Shorten Names' under Options.",
				},
			]);
			expect(complaints(create, { ...long, options: { shortenNames: false } })).toHaveLength(1);
			expect(complaints(create, { ...long, options: { shortenNames: 'perhaps' } })).toEqual([
				"'Shorten Names' is neither true nor false: perhaps",
			]);
		});

		it('sends its first 20 characters with Shorten Names', async () => {
			const { sent } = await perform(create, shortening, [
				answer(201, { id: 'd', status: 'pending' }),
			]);
			expect(sent[0]?.body).toMatchObject({ beneficiary: { name: 'Johannes van der Mer' } });
		});

		it.each(['externalReference', 'custom'])(
			'is the same payment with and without Shorten Names, by its %s',
			(nonceSource) => {
				const nonceOf = (more: IDataObject) => {
					const item = itemOf({ ...parameters, nonceSource, ...more });
					return create.payment?.(create.prepare(item, serviceOf([]).service)).nonce;
				};
				const nonces = [
					nonceOf({}),
					nonceOf({ options: { shortenNames: true } }),
					nonceOf({ beneficiaryName, options: { shortenNames: true } }),
					nonceOf({ beneficiaryName: 'Johannes van der Mer' }),
				];
				expect(new Set(nonces).size).toBe(1);
			},
		);

		it('finds the payment of before, whatever name it was sent with', async () => {
			const { output } = await perform(create, shortening, [
				answer(409, { code: 'NONCE_DUPLICATE' }),
				lookedUp,
				answer(200, {
					...body,
					id: 'd/1=',
					status: 'completed',
					createdAt: before,
					beneficiary: { ...body.beneficiary, name: 'J van der Merwe' },
				}),
			]);
			expect(output).toMatchObject({
				client: 'test',
				alreadyExisted: true,
				beneficiary: { name: 'J van der Merwe' },
			});
		});
	});

	it('rejects a row that Payout List → Check holds back', () => {
		const item = itemOf(parameters);
		Object.defineProperty(item, 'row', { value: { pay: false, verdict: 'unknown' } });
		expect(complaints(create, item)).toEqual([
			"'pay' is false: Payout List → Check holds this row back",
		]);
	});

	it('rejects an account that is not that of the row of Payout List → Check', () => {
		const item = itemOf(parameters);
		const row = { pay: true, verdict: 'willBePaid', accountNumber: '1234567899' };
		Object.defineProperty(item, 'row', { value: row });
		expect(complaints(create, item)).toEqual([
			"'Account Number' is not what Payout List → Check read in this row",
		]);
	});

	it('takes no payment of another nonce for its own, whatever was found', async () => {
		const other = { ...body, id: 'd/1=', nonce: 'nonce-2', status: 'completed', createdAt: before };
		const { failure } = await perform(create, parameters, [
			answer(409, { code: 'NONCE_DUPLICATE' }),
			...[lookedUp, answer(200, other)],
		]);
		expect(String(failure)).toContain('could not check whether');
	});

	it('names every mistake of an item at once, the missing reference included', () => {
		expect(
			complaints(create, {
				...parameters,
				amount: '-1',
				externalReference: ' ',
				beneficiaryName: '',
				nonceSource: 'externalReference',
			}),
		).toEqual([
			"'Amount in Rand' must be more than 0: -1",
			"'External Reference' is empty",
			"'Beneficiary Name' is empty",
		]);
	});

	it('shows a dry run what would be sent, with the account masked', async () => {
		const none = graphqlPage('disbursements', []);
		const { service, sent } = serviceOf([none, none]);
		const plan = create.prepare(itemOf(parameters), service);
		const tried = await create.payment?.(plan).dryRun(service, new EarlierPayments(service));
		expect(tried).toMatchObject({
			...body,
			wouldSend: true,
			beneficiary: { ...body.beneficiary, accountNumber: '…90' },
		});
		const filters = sent.map(({ body: asked }) => Object(asked).variables.filter as unknown);
		expect(filters).toHaveLength(2);
		expect(filters).toContainEqual({ nonce: { in: ['nonce-1'] } });
		expect(filters).toContainEqual({ externalReference: { in: [body.externalReference] } });
	});
});

const lacksMonth = (label: string) => [
	`'${label}' is made with the column month, which is empty or missing in this item`,
];

it.each([
	['an External Reference is rejected', 'externalReference', undefined, 'External Reference'],
	['a key is rejected', 'customNonce', null, 'My Own Key'],
	['an External Reference is none, where n8n can fill it', 'externalReference', '2026-11', ''],
])('a hole in %s', (_, name, month, label) => {
	const row = { id: '17' };
	const nonceSource = name === 'customNonce' ? 'custom' : name;
	const evaluated: IDataObject = {
		...parameters,
		externalReference: 'salary',
		nonceSource,
		[name]: 'salary--17',
	};
	const context = {
		getInputData: () => [{ json: row }],
		getNode: () => ({}),
		evaluateExpression: (expression: string) =>
			expression === '{{ $json["month"] }}' ? month : undefined,
		getNodeParameter: (field: string, _index: number, fallback: unknown, how?: IDataObject) =>
			how?.rawExpressions && field === name
				? '=salary-{{ $json.month }}-{{ $json.id }}'
				: (evaluated[field] ?? fallback),
	};
	const item = new Item(context as unknown as IExecuteFunctions, 0);
	expect(complaints(create, item)).toEqual(label === '' ? [] : lacksMonth(label));
});
