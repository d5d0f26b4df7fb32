import type { IDataObject, IExecuteFunctions, IHttpRequestOptions } from 'n8n-workflow';

import { findOperation } from '../../../nodes/Stitch/catalogue/resources';
import { run } from '../../../nodes/Stitch/run/run';
import { addresses, customAddresses, graphqlPage } from '../builders.mts';
import { cases } from '../../setup/thorough.mts';
import fc from '../properties.mts';

const payout: IDataObject = {
	resource: 'disbursement',
	operation: 'create',
	amount: 10,
	externalReference: 'row-1',
	beneficiaryName: 'N Test',
	bank: 'fnb',
	accountNumber: '1234567890',
	beneficiaryReference: 'Salary',
	nonceSource: 'externalReference',
};

const emptyList = graphqlPage('disbursements', []);

/** Runs one payout with these options: what came of it, and how many requests that pay went out. */
async function pay(options: { dryRun?: unknown }) {
	let requests = 0;
	const parameters: IDataObject = { ...payout, options: options as IDataObject };
	const context = {
		getInputData: () => [{ json: {} }],
		getContext: () => ({}),
		getExecutionId: () => '1',
		getMode: () => 'manual',
		getNode: () => ({ name: 'Stitch Payments', type: 'stitch', credentials: {} }),
		getNodeParameter: (name: string, _item: number, fallback?: unknown) =>
			name === 'options.dryRun' ? options.dryRun : (parameters[name] ?? fallback),
		getCredentials: async () => ({
			...customAddresses,
			clientId: 'test-1',
			accessToken: 'made-up',
		}),
		getExecutionCancelSignal: () => undefined,
		getTimezone: () => 'Africa/Johannesburg',
		addExecutionHints: () => {},
		continueOnFail: () => false,
		helpers: {
			httpRequestWithAuthentication: async (_type: string, { url }: IHttpRequestOptions) => {
				if (url.startsWith(addresses.graphqlUrl)) return emptyList;
				requests++;
				return { statusCode: 201, headers: {}, body: { id: 'd-1', status: 'pending' } };
			},
		},
	};
	const result = await run(context as unknown as IExecuteFunctions, findOperation).then(
		([items = []]) => ({ output: items[0]?.json, refusal: undefined }),
		(cause: Error) => ({ output: undefined, refusal: cause.message }),
	);
	return { ...result, requests };
}

/** What may be read as "this is no dry run": nothing else ever pays. */
function isNo(value: unknown): boolean {
	if (!['boolean', 'number', 'string'].includes(typeof value)) return false;
	return ['false', 'no', '0'].includes(String(value).trim().toLowerCase());
}

/** Values as expressions and columns give them, many of them nearly an answer. */
const anyValue = fc.oneof(
	fc.anything({ withDate: true }),
	fc.string(),
	fc.mixedCase(fc.constantFrom('true', 'false', 'yes', 'no', ' false ', 'no.', 'f', 'off')),
	fc.integer({ min: -2, max: 2 }),
	fc.constantFrom(undefined, null, '', ' ', 'null', 'undefined', '[]', '0x0', '-0', '00', '0.0'),
);

it('pays where Dry Run was not added', async () => {
	expect(await pay({})).toMatchObject({ requests: 1, output: { id: 'd-1' } });
});

it.each([false, 'FALSE', ' no ', 0])('pays with %j as Dry Run', async (dryRun) => {
	expect(await pay({ dryRun })).toMatchObject({ requests: 1, output: { id: 'd-1' } });
});

it.each([true, 'TRUE', 'true', 'Yes', 1, '1'])('is a dry run with %j', async (dryRun) => {
	expect(await pay({ dryRun })).toMatchObject({
		requests: 0,
		output: { dryRun: true, wouldSend: true },
	});
});

it.each([
	['', "'Dry Run' is empty"],
	[null, "'Dry Run' is empty"],
	[undefined, "'Dry Run' is empty"],
	['x', "'Dry Run' is neither true nor false: x"],
])('rejects %j as Dry Run, because it can mean either', async (dryRun, refusal) => {
	expect(await pay({ dryRun })).toEqual({ requests: 0, output: undefined, refusal });
});

it('pays only when Dry Run is plainly a no', async () => {
	await fc.assert(
		fc.asyncProperty(anyValue, async (dryRun) => {
			const { requests } = await pay({ dryRun });
			expect(requests).toBe(isNo(dryRun) ? 1 : 0);
		}),
		{ seed: 1, numRuns: cases(500) },
	);
});
