import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';

import { repairSubscription } from '../../../nodes/Stitch/webhook/repair';
import { answer } from '../builders.mts';
import { sealingCredential, webhookContext } from './contexts.mts';
import { secretOf } from './deliveries.mts';

const url = 'https://n8n.test/webhook';
const refused = answer(400, { code: 'BAD_USER_INPUT' });
const endpoint = (id: string, at = url) => ({ id, url: at, filterTypes: ['disbursement'] });

interface Given {
	events?: string[];
	options?: IDataObject;
	staticData?: IDataObject;
}

function contextOver(
	endpoints: object[],
	{ events = ['refund.completed'], options = {}, ...given }: Given = {},
	isRefused: (types: string[]) => boolean = () => false,
) {
	const sent: Array<{ query: string; variables: { filterTypes: string[] } }> = [];
	const data = {
		client: { webhookEndpoints: endpoints },
		clientWebhookDelete: { url },
		clientWebhookAdd: { id: 'ep_3', secret: secretOf('fresh') },
	};
	const { context } = webhookContext({
		parameters: { events, options },
		...given,
		async http({ body }) {
			const { query, variables } = body as (typeof sent)[number];
			sent.push({ query, variables });
			const isAdding = query.includes('clientWebhookAdd');
			if (isAdding && isRefused(variables.filterTypes)) return await Promise.resolve(refused);
			return await Promise.resolve(answer(200, { data }));
		},
	});
	return { context, sent };
}

/** What comes of checks at these minutes. */
async function checks(context: IWebhookFunctions, minutes: number[]) {
	const clock = jest.spyOn(performance, 'now');
	const found: unknown[] = [];
	for (const minute of minutes) {
		clock.mockReturnValue(minute * 60_000);
		found.push(await repairSubscription(context));
	}
	clock.mockRestore();
	return found;
}

it.each([
	['the known one', [endpoint('ep_1')]],
	['the known one without its ID', [{ ...endpoint(''), id: null }]],
	['the known one beside another', [endpoint('ep_2'), endpoint('ep_1')]],
	['none', []],
	['another one at another address alone', [endpoint('ep_2', `${url}/2`)]],
])('a check replaces nothing where the service holds %s', async (_, endpoints) => {
	const { context, sent } = contextOver(endpoints);
	expect((await checks(context, [0, 4])).at(-1)).toBeUndefined();
	expect(sent.every(({ query }) => query.includes('webhookEndpoints'))).toBe(true);
});

describe('a subscription where n8n has saved none, as while it publishes', () => {
	const over = (endpoints: object[]) => contextOver(endpoints, { staticData: {} });

	it('is replaced by the second check that finds it, after the minutes of publishing', async () => {
		const { context, sent } = over([endpoint('ep_2')]);
		expect(await checks(context, [0, 1, 3, 4])).toEqual(['later', 'later', 'later', 'replaced']);
		expect(sent.at(-1)?.query).toContain('clientWebhookAdd');
	});

	it('is left alone by a check that finds another one than the check before', async () => {
		const endpoints = [endpoint('ep_2')];
		const { context } = over(endpoints);
		expect(await checks(context, [0])).toEqual(['later']);
		endpoints[0] = endpoint('ep_3');
		expect(await checks(context, [9])).toEqual(['later']);
	});

	it('is left alone by a check after one that the service did not answer', async () => {
		const { context } = over([endpoint('ep_2')]);
		const answered = context.getCredentials;
		context.getCredentials = async () => await Promise.reject(new Error('not now'));
		await expect(checks(context, [0])).rejects.toThrow('not now');
		context.getCredentials = answered;
		expect(await checks(context, [4, 8])).toEqual(['later', 'replaced']);
	});
});

it.each([
	['another one is there than n8n has saved', 'ep_2', sealingCredential],
	['the client secret was renewed', 'ep_1', { ...sealingCredential, clientSecret: 'new' }],
])('the first check replaces the subscription where %s', async (_, id, credential) => {
	const { context } = contextOver([endpoint(id)]);
	Object.assign(context, { getCredentials: async () => await Promise.resolve(credential) });
	expect(await checks(context, [0])).toEqual(['replaced']);
});

it('subscribes to what the node asks for now', async () => {
	const { context, sent } = contextOver([endpoint('ep_2')], {
		options: { otherEventTypes: 'transaction' },
	});
	await checks(context, [0]);
	expect(sent.at(-1)?.variables).toEqual({ url, filterTypes: ['refund', 'transaction'] });
});

it('keeps the other events where Stitch refuses those of terminal sessions', async () => {
	const events = ['refund.completed', 'terminalSession.success'];
	const isRefused = (types: string[]) => !types.includes('refund');
	const { context } = contextOver([endpoint('ep_2')], { events }, isRefused);
	expect(await checks(context, [0])).toEqual(['replaced']);
});
