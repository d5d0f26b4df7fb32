import {
	type ICredentialDataDecryptedObject,
	type IExecuteFunctions,
	NodeOperationError,
} from 'n8n-workflow';

import { requireSameClient } from '../../../nodes/Stitch/run/sameClient';
import { addresses, customAddresses } from '../builders.mts';

const stored = {
	...customAddresses,
	clientId: 'test-1',
	clientSecret: 'made-up',
};

/** A run over so many items, whose credential may depend on the item; it records which were asked for. */
function runOf(
	count: number,
	ofItem: (item: number) => ICredentialDataDecryptedObject = () => ({}),
) {
	const asked: Array<[type: string, item: number]> = [];
	const context = {
		getInputData: () => Array.from({ length: count }, () => ({ json: {} })),
		getNode: () => ({ name: 'Pay', parameters: { accountNumber: '1234567890' } }),
		getCredentials: async (type: string, item: number) => {
			asked.push([type, item]);
			return { ...stored, ...ofItem(item) };
		},
	};
	return { context: context as unknown as IExecuteFunctions, asked };
}

async function refusalOf(
	count: number,
	ofItem: (item: number) => ICredentialDataDecryptedObject,
	type = 'stitchApi',
): Promise<NodeOperationError | undefined> {
	try {
		await requireSameClient(runOf(count, ofItem).context, type);
		return undefined;
	} catch (cause) {
		if (cause instanceof NodeOperationError) return cause;
		throw cause;
	}
}

it('takes a credential that gives all items the same', async () => {
	expect(await refusalOf(50, () => ({}))).toBeUndefined();
});

it('takes one that was pasted with spaces around it for the same', async () => {
	const pasted = { clientId: 'test-1 ', clientSecret: ' made-up' };
	expect(await refusalOf(2, (item) => (item === 1 ? pasted : {}))).toBeUndefined();
});

it.each<[string, ICredentialDataDecryptedObject]>([
	['Client ID', { clientId: 'test-2' }],
	['Client Secret', { clientSecret: 'another' }],
	['REST Address', { baseUrl: 'https://other.test/v2' }],
	['Authorization Address', { authUrl: 'https://other.test' }],
	['GraphQL Address', { graphqlUrl: 'https://other.test' }],
])('rejects a run whose credential gives another %s for one of the items', async (label, other) => {
	const refusal = await refusalOf(12, (item) => (item === 7 ? other : {}));
	expect(refusal?.message).toBe(
		`The credential gives item 7 a different ${label} than item 0, but one run can use only one`,
	);
	expect(refusal?.description).toMatch(
		/^Nothing was sent\. Run the items of each client separately/,
	);
	expect(JSON.stringify(refusal)).not.toMatch(/made-up|another"|1234567890|test-2/);
});

it.each<[string, ICredentialDataDecryptedObject]>([
	['Client ID', { clientId: '' }],
	['Authorization Address', { authorizationAddress: 'https://other.test' }],
])('compares the %s of a credential of a person, too', async (label, other) => {
	const person = {
		authorizationAddress: 'https://auth.test',
		authUrl: 'https://auth.test/connect',
	};
	const refusal = await refusalOf(
		3,
		(item) => ({ ...person, ...(item === 2 ? other : {}) }),
		'stitchUserOAuth2Api',
	);
	expect(refusal?.message).toContain(`gives item 2 a different ${label} than`);
});

it('takes spaces, a slash at the end and an access token of each item for no difference', async () => {
	const spaced = { clientId: ' test-1 ', graphqlUrl: `${addresses.graphqlUrl}/ ` };
	const differing = (item: number) => ({ ...(item > 0 && spaced), accessToken: String(item) });
	expect(await refusalOf(3, differing)).toBeUndefined();
});

it('takes addresses that the form does not show for no difference', async () => {
	const hidden = (item: number) => ({
		useCustomAddresses: false,
		baseUrl: `https://${item}.test/v2`,
	});
	expect(await refusalOf(3, hidden)).toBeUndefined();
});

it('asks for nothing where there is one item only', async () => {
	const { context, asked } = runOf(1);
	await requireSameClient(context, 'stitchApi');
	expect(asked).toEqual([]);
});

it.each(['stitchApi', 'stitchUserOAuth2Api'])('asks for the credential %s', async (type) => {
	const { context, asked } = runOf(2);
	await requireSameClient(context, type);
	expect(asked).toEqual([
		[type, 0],
		[type, 1],
	]);
});

it('compares each of many items, and names the first that differs', async () => {
	const { context, asked } = runOf(3000);
	await requireSameClient(context, 'stitchApi');
	expect(asked.map(([, item]) => item)).toEqual([...Array(3000).keys()]);
	const differing = (item: number) => ({ clientId: `test-${item === 1717 || item === 1718}` });
	expect((await refusalOf(3000, differing))?.message).toMatch(
		/gives item 1717 a different .* than/,
	);
});

describe('what is stored of the credential', () => {
	const node = { name: 'Pay', credentials: { stitchApi: { id: '1', name: 'Stitch' } } };
	/** A run whose n8n shows what is stored. */
	const storing = (getDecrypted: () => Promise<object>) => {
		const { context, asked } = runOf(50, (item) => ({
			clientId: item === 30 ? 'test-2' : 'test-1',
		}));
		const additionalData = { credentialsHelper: { getDecrypted } };
		return { context: { ...context, getNode: () => node, additionalData, mode: 'trigger' }, asked };
	};
	const check = async (context: object) =>
		await requireSameClient(context as unknown as IExecuteFunctions, 'stitchApi');

	it('spares every other reading where no field is an expression', async () => {
		const { context, asked } = storing(async () => stored);
		await check(context);
		expect(asked).toEqual([]);
	});

	it.each<[string, () => Promise<object>]>([
		['has an expression', async () => ({ ...stored, clientId: '={{ $json.client }}' })],
		['has one deeper', async () => ({ ...stored, more: { fields: ['={{ $json.client }}'] } })],
		['cannot be read', async () => await Promise.reject(new Error('no access'))],
	])('has all items compared where it %s', async (_, getDecrypted) => {
		const { context } = storing(getDecrypted);
		await expect(check(context)).rejects.toThrow('gives item 30 a different Client ID');
	});
});
