import type { IDataObject } from 'n8n-workflow';

import { readCredential, recentCredential } from '../../../nodes/Stitch/webhook/recentCredential';
import { webhookContext } from './contexts.mts';

const credential: IDataObject = { clientId: 'test-1', clientSecret: 'made-up-client-secret' };

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

it('is the credential that was read within the last second', async () => {
	const { context } = webhookContext({ credential });
	expect(recentCredential(context)).toBeUndefined();
	await readCredential(context);
	jest.advanceTimersByTime(999);
	expect(recentCredential(context)).toEqual(credential);
	jest.advanceTimersByTime(1);
	expect(recentCredential(context)).toBeUndefined();
});

it.each([
	{ reading: 100, counts: 2000 },
	{ reading: 400, counts: 8000 },
	{ reading: 5000, counts: 10_000 },
])('counts $counts ms where reading it takes $reading ms', async ({ reading, counts }) => {
	const { context } = webhookContext({ credential });
	context.getCredentials = async () => {
		jest.advanceTimersByTime(reading);
		return credential as never;
	};
	await readCredential(context);
	jest.advanceTimersByTime(counts - 1);
	expect(recentCredential(context)).toEqual(credential);
	jest.advanceTimersByTime(1);
	expect(recentCredential(context)).toBeUndefined();
});

it('counts the second from the reading, not from the last look', async () => {
	const { context } = webhookContext({ credential });
	await readCredential(context);
	for (let look = 0; look < 3; look++) {
		recentCredential(context);
		jest.advanceTimersByTime(400);
	}
	expect(recentCredential(context)).toBeUndefined();
});

it('is another one for another node, and for another credential in the same node', async () => {
	const { context } = webhookContext({ credential });
	await readCredential(context);
	expect(recentCredential(webhookContext({ credential }).context)).toBeUndefined();
	const node = context.getNode();
	context.getNode = () => ({ ...node, credentials: { stitchApi: { id: 'live', name: 'Live' } } });
	expect(recentCredential(context)).toBeUndefined();
});

it('is forgotten where it can no longer be read', async () => {
	const { context } = webhookContext({ credential });
	await readCredential(context);
	context.getCredentials = async () => await Promise.reject(new Error('no such credential'));
	await expect(readCredential(context)).rejects.toThrow('no such credential');
	expect(recentCredential(context)).toBeUndefined();
});

it('is not kept from a test in the editor', async () => {
	const { context } = webhookContext({ credential, mode: 'manual' });
	await readCredential(context);
	expect(recentCredential(context)).toBeUndefined();
});
