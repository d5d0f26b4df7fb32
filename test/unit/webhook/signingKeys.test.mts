import { signingKeys } from '../../../nodes/Stitch/webhook/signingKeys';
import { webhookContext } from './contexts.mts';
import { secretOf } from './deliveries.mts';

describe('the keys that may have signed a request', () => {
	const manual = { subscription: 'manual' };

	it('are those of the subscriptions that this node has made, with their types', async () => {
		const { context } = webhookContext({});
		expect(await signingKeys(context)).toEqual({
			keys: [{ key: expect.anything(), filterTypes: ['disbursement'] }],
		});
	});

	it('are those in the credential when the subscription is manual', async () => {
		const webhookSecret = `${secretOf('old')}\n${secretOf('new')}, nonsense`;
		const credential = { clientId: 'live-1', manualEventSubscriptions: true, webhookSecret };
		const { context } = webhookContext({ parameters: manual, credential });
		expect(await signingKeys(context)).toMatchObject({
			keys: [{ filterTypes: [] }, { filterTypes: [] }],
		});
	});

	it.each([
		['credential', 'the credential cannot be read', { credential: null }, /cannot be read/],
		['client', 'they are of another client', { credential: { clientId: 'live-1' } }, /client/],
		['lost', 'nothing is kept', { staticData: {} }, /event subscription can be read/],
		['lost', 'the client secret is another', { credential: { clientId: 'test-1' } }, /can be read/],
		[
			'noSecret',
			'none is in the credential',
			{ parameters: manual, credential: {} },
			/contains no/,
		],
		[
			'noSecret',
			'the credential does not show the one that it has',
			{ parameters: manual, credential: { webhookSecret: secretOf('hidden') } },
			/contains no/,
		],
	])('are none, with the reason: %s, where %s', async (kind, _, given, why) => {
		const reason = expect.stringMatching(why);
		expect(await signingKeys(webhookContext(given).context)).toEqual({
			rejection: { kind, reason },
		});
	});

	it('are none, without an alert, when the database is away for a moment', async () => {
		const { context } = webhookContext({});
		const away = new Error('SELECT FROM credentials_entity: timeout exceeded');
		const getCredentials = async () => await Promise.reject(away);
		expect(await signingKeys(Object.assign(context, { getCredentials }))).toMatchObject({
			rejection: { kind: 'unavailable', reason: expect.stringContaining('database') },
		});
	});
});
