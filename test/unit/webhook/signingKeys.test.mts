import { signingKeys } from '../../../nodes/Stitch/webhook/signingKeys';
import { webhookContext } from './contexts.mts';
import { secretOf } from './deliveries.mts';

const manual = { subscription: 'manual' };

it('are those of the subscriptions that this node has made, with their client and types', async () => {
	const { context } = webhookContext({});
	expect(await signingKeys(context)).toEqual({
		keys: [{ key: expect.anything(), clientId: 'test-1', filterTypes: ['disbursement'] }],
	});
});

it('are those in the credential where the subscription is looked after by hand', async () => {
	const webhookSecret = `${secretOf('old')}\n${secretOf('new')}, nonsense`;
	const credential = { clientId: ' live-1 ', webhookSecret };
	const { keys } = await signingKeys(webhookContext({ parameters: manual, credential }).context);
	expect(keys).toMatchObject([
		{ clientId: 'live-1', filterTypes: [] },
		{ clientId: 'live-1', filterTypes: [] },
	]);
});

it.each([
	['credential', 'the credential cannot be read', { credential: null }],
	['client', 'they are of another client', { credential: { clientId: 'live-1' } }],
	['lost', 'nothing is kept', { staticData: {} }],
	['lost', 'what is kept cannot be opened', { credential: { clientId: 'test-1' } }],
	['noSecret', 'none is in the credential', { parameters: manual, credential: {} }],
])('are none, with the reason: %s, where %s', async (why, _, given) => {
	expect(await signingKeys(webhookContext(given).context)).toEqual({ keys: [], why });
});

it('are none, without a reason to tell anybody, where the database is away for a moment', async () => {
	const { context } = webhookContext({});
	const getCredentials = async () =>
		await Promise.reject(new Error('timeout exceeded when trying to connect'));
	expect(await signingKeys(Object.assign(context, { getCredentials }))).toEqual({ keys: [] });
});
