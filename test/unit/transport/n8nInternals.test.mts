import * as n8n from 'n8n-workflow';
import type {
	ICredentialDataDecryptedObject,
	IExecuteFunctions,
	IPollFunctions,
} from 'n8n-workflow';

import {
	durableData,
	executionStarter,
	hasExpressions,
	hasTimeLimit,
	isBefore235,
	isBeingPublished,
	isBlockedByN8n,
	isErrorOfN8n,
	pollBudgetMs,
	setTokenRequests,
	wantedTokenRequests,
} from '../../../nodes/Stitch/transport/n8nInternals';

describe('the age of an n8n', () => {
	const signs = ['NodeVersionNotFoundError', 'shouldRedactConsoleOutput', 'checkNodesApiVersion'];
	const takeAway = (names: string[]) =>
		names.forEach((name) => Object.assign(n8n, { [name]: undefined }));

	afterEach(() => signs.forEach((name) => Reflect.deleteProperty(n8n, name)));

	it.each(signs)('is still known by %s alone', (left) => {
		takeAway(signs.filter((name) => name !== left));
		expect(isBefore235()).toBe(false);
	});

	it('counts as before 2.35 if every sign of a newer one is gone, and no run pays anyone', () => {
		takeAway(signs);
		expect(isBefore235()).toBe(true);
	});
});

describe('if n8n drops what it does not document,', () => {
	const poll = (context: object) =>
		({ getActivationMode: () => 'activate', ...context }) as unknown as IPollFunctions;
	const execution = (context: object) =>
		({
			getNode: () => ({ credentials: { stitchApi: { id: '1' } } }),
			...context,
		}) as unknown as IExecuteFunctions;

	it('a poll without a way to start executions fails before it asks Stitch', () => {
		expect(() => executionStarter(poll({}))).toThrow('cannot start workflows');
	});

	it('a poll without a budget has all the time that it wants, and publishing is still known', () => {
		expect(pollBudgetMs(poll({}))).toBe(Infinity);
		expect(isBeingPublished(poll({}))).toBe(true);
	});

	it('a poll with a context of its own counts as publishing, so it fails at once instead of the third time', () => {
		const ofPublication = poll({});
		const known = [ofPublication, ofPublication].map(isBeingPublished);
		const unknown = [poll({}), poll({})].map(isBeingPublished);
		expect({ known, unknown }).toEqual({ known: [true, false], unknown: [true, true] });
	});

	it('data without the hidden mark count as those of a node alone', () => {
		const data = { position: 1 };
		const context = poll({ getWorkflowStaticData: () => data });
		expect(durableData(context)).toBe(data);
		Object.defineProperty(data, '__dataChanged', { value: false });
		expect(durableData(context)).toBeUndefined();
	});

	it('a credential that is copied has no wishes for token requests', () => {
		const credential: ICredentialDataDecryptedObject = { clientId: 'test-1' };
		const wanted = { timeoutMs: 1000 };
		setTokenRequests(credential, wanted);
		const copy = JSON.parse(JSON.stringify(credential)) as typeof credential;
		expect([wantedTokenRequests(credential), wantedTokenRequests(copy)]).toEqual([
			wanted,
			undefined,
		]);
	});

	it.each(['level', 'shouldReport'])(
		'an error without %s counts as one of the database',
		(gone) => {
			const fields = { level: 'warning', shouldReport: false };
			expect(isErrorOfN8n(Object.assign(new Error('No credential'), fields))).toBe(true);
			const { [gone as keyof typeof fields]: _, ...rest } = fields;
			expect(isErrorOfN8n(Object.assign(new Error('No credential'), rest))).toBe(false);
		},
	);

	it('an execution without its end counts as one without a time limit', () => {
		const withEnd = execution({ additionalData: { executionTimeoutTimestamp: 1 } });
		const others = [execution({ additionalData: {} }), execution({})];
		expect([withEnd, ...others].map(hasTimeLimit)).toEqual([true, false, false]);
	});

	it.each([
		['has no helper', {}],
		['has no mode', { additionalData: {} }],
		['has a helper that reads no credential', { additionalData: {}, mode: 'trigger' }],
	])('a credential counts as one with expressions where the execution %s', async (_, context) => {
		expect(await hasExpressions(execution(context), 'stitchApi')).toBe(true);
	});

	it.each([
		['={{ $json.secret }}', true],
		['a secret', false],
	])('and only there: with the helper, %p is read as stored', async (clientSecret, expected) => {
		const credentialsHelper = { getDecrypted: async () => ({ clientSecret }) };
		const context = execution({ additionalData: { credentialsHelper }, mode: 'trigger' });
		expect(await hasExpressions(context, 'stitchApi')).toBe(expected);
	});

	it.each([
		['SsrfBlockedIpError', true],
		['SsrfBlockedHostnameError', true],
		['Error', false],
		[undefined, false],
	])('an error of the name %p is known as the protection of n8n: %p', (name, expected) => {
		expect(isBlockedByN8n({ name })).toBe(expected);
	});
});
