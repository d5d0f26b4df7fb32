import {
	NodeOperationError,
	type IDataObject,
	type IHookFunctions,
	type INode,
} from 'n8n-workflow';

import type { RawAnswer } from '../../../nodes/Stitch/transport/service';
import {
	createSubscription,
	deleteSubscription,
	subscriptionExists,
} from '../../../nodes/Stitch/webhook/publish';
import { keep } from '../../../nodes/Stitch/webhook/workflowData';
import { answer } from '../builders.mts';
import { keepOne, sealingCredential, staticDataHolder } from './contexts.mts';
import { secretOf } from './deliveries.mts';

const url = 'https://n8n.example.com/webhook/1';
const secret = secretOf('kept');
const ours = { id: 'ep_1', url, filterTypes: ['refund'] };
const refused = answer(400, { code: 'BAD_USER_INPUT', detail: 'The url is not public' });
const busy = answer(429, {}, { 'retry-after': '86400' });
const forbidden = answer(403, { code: 'FORBIDDEN', detail: 'Not yours' });

interface Setting {
	parameters?: IDataObject;
	/** Settings of the node. */
	node?: Partial<INode>;
	url?: string;
	activationMode?: string;
	/** Whether the secret of a subscription at the address is known here. */
	kept?: boolean;
	webhookSecret?: string;
	credential?: IDataObject;
	graphqlUrl?: string;
	script?: RawAnswer[];
}

/** What n8n gives to the life-cycle functions of the trigger, over a script of answers. */
function hookContext(setting: Setting) {
	const { parameters = {}, kept = false, webhookSecret = '', script = [] } = setting;
	const holder = staticDataHolder();
	const { staticData } = holder;
	const credential = {
		...sealingCredential,
		manualEventSubscriptions: true,
		webhookSecret,
		...setting.credential,
	};
	if (kept) keepOne(holder, { url: setting.url ?? url, filterTypes: ours.filterTypes });
	const warnings: string[] = [];
	const asked: string[] = [];
	const context = {
		...holder,
		getNodeParameter: (name: string, fallback: unknown) =>
			({ events: ['refund.completed'], ...parameters })[name] ?? fallback,
		getNodeWebhookUrl: () => setting.url ?? url,
		getActivationMode: () => setting.activationMode ?? 'activate',
		getNode: () => ({ ...holder.getNode(), name: 'Trigger', parameters: {}, ...setting.node }),
		getCredentials: async () => ({
			...credential,
			useCustomAddresses: true,
			graphqlUrl: setting.graphqlUrl ?? 'https://graphql.test',
		}),
		logger: { warn: (line: string) => void warnings.push(line), info() {} },
		helpers: {
			async httpRequestWithAuthentication(_type: string, { body }: { body: { query: string } }) {
				asked.push(/clientWebhook\w+|webhookEndpoints/.exec(body.query)?.[0] ?? '');
				const next = script.shift();
				if (next === undefined) throw new Error('nothing was scripted');
				return next;
			},
		},
	};
	return { context: context as unknown as IHookFunctions, staticData, warnings, asked };
}

const listed = (...webhookEndpoints: object[]) =>
	answer(200, { data: { client: { webhookEndpoints } } });
const added = answer(200, { data: { clientWebhookAdd: { id: 'ep_1', secret } } });
const deleted = answer(200, { data: { clientWebhookDelete: { url } } });

/** What a person reads who activates the workflow. */
async function refusalOf(setting: Setting): Promise<string> {
	const { context, asked } = hookContext(setting);
	const cause: unknown = await createSubscription(context).catch((thrown: unknown) => thrown);
	expect(cause).toBeInstanceOf(NodeOperationError);
	expect(asked).not.toContain('clientWebhookDelete');
	return (cause as NodeOperationError).message;
}

describe('activating a workflow', () => {
	it('subscribes to the types of the chosen events', async () => {
		const { context, staticData, asked } = hookContext({ script: [listed(), added] });
		expect(await createSubscription(context)).toBe(true);
		expect(asked).toEqual(['webhookEndpoints', 'clientWebhookAdd']);
		expect(Object.values(staticData.stitchSubscriptions ?? {})).toMatchObject([
			{ url, clientId: 'test-1', subscriptions: [{ id: 'ep_1' }] },
		]);
	});

	it('is told what another trigger of the workflow keeps later, because n8n saves what either has', async () => {
		const { context, staticData } = hookContext({ script: [listed()] });
		await subscriptionExists(context);
		const other = { getWorkflow: context.getWorkflow, getWorkflowStaticData: () => ({}) };
		keep(other as unknown as IHookFunctions, 'positions', 'other', 1);
		expect(staticData).toEqual({ positions: { other: 1 } });
	});

	it.each<[string, Setting, RegExp]>([
		['no event is chosen', { parameters: { events: [] } }, /No event is chosen/],
		[
			'unknown events alone are chosen',
			{ parameters: { events: ['unknown'] } },
			/Unknown Event alone.*Other Event Types/,
		],
		[
			'an option cannot be read',
			{ parameters: { options: { rememberedEvents: 'many' } } },
			/'Remembered Events' cannot be many/,
		],
		[
			'n8n would replace a repeated event',
			{ node: { alwaysOutputData: true } },
			/^'Always Output Data' would start .* Turn it off in this node's Settings\.$/,
		],
		['the address is not public', { url: 'https://n8n.internal/1' }, /public https.*WEBHOOK_URL/],
		['the address is this machine', { url: 'http://localhost:5678/1' }, /public https/],
		[
			'the service refuses it',
			{ script: [listed(), refused] },
			/^Stitch refused the event subscription: The url is not public\. Check/,
		],
		[
			'the service says anything else',
			{ script: [forbidden] },
			/^The event subscription could not be set up or removed: /,
		],
		[
			'its answer cannot be read',
			{ script: [answer(200, {})] },
			/be read\. Try again in a few minutes\.$/,
		],
		[
			'something else answers in its place',
			{ script: [answer(302, '')] },
			/with a redirect\. A proxy, .* Check any custom addresses in the credential\.$/,
		],
		[
			'too much is asked of it',
			{ script: [busy] },
			/refused this one\. Try again in a few minutes\.$/,
		],
	])('is refused with all that a person needs to know where %s', async (_, setting, message) => {
		expect(await refusalOf(setting)).toMatch(message);
	});

	const byName = ['terminalSession.success', 'refund.completed'];

	it.each([
		['Every Event is chosen', ['*'], 'activate'],
		['n8n starts', byName, 'init'],
	])('leaves out refused events of terminals where %s', async (_, events, activationMode) => {
		const script = [listed(), added, refused];
		const { context } = hookContext({ parameters: { events }, activationMode, script });
		expect(await createSubscription(context)).toBe(true);
	});

	it('is refused where a person has chosen events of terminals by name, and Stitch refuses these', async () => {
		const script = [listed(), added, refused, listed(ours), deleted];
		const { context } = hookContext({ parameters: { events: byName }, script });
		await expect(createSubscription(context)).rejects.toThrow(
			/^Stitch refused .* not every client receives these\.$/,
		);
	});

	it('lets a simulator on this machine send to this machine', async () => {
		const local = { url: 'http://localhost:5678/1', graphqlUrl: 'http://127.0.0.1:4402' };
		const { context } = hookContext({ ...local, script: [listed(), added] });
		expect(await createSubscription(context)).toBe(true);
	});
});

describe('a subscription that is set up by hand', () => {
	const parameters = { subscription: 'manual' };

	it('needs nothing of the service, only the signing secret', async () => {
		const { context, asked } = hookContext({ parameters, webhookSecret: secret });
		expect(await createSubscription(context)).toBe(true);
		expect(await subscriptionExists(context)).toBe(false);
		expect(await deleteSubscription(context)).toBe(true);
		expect(asked).toEqual([]);
	});

	it.each([
		['', /contains no signing secret/],
		['whsec_', /^Number 1 of 'Webhook Signing Secrets'/],
		[`${secret}, my secret`, /^Number 2 of 'Webhook Signing Secrets'/],
	])('is refused with the secrets %j', async (webhookSecret, message) => {
		const shown = await refusalOf({ parameters, webhookSecret });
		expect(shown).toMatch(message);
		expect(shown).not.toContain(secret);
	});

	it('is refused with a secret that the credential does not show', async () => {
		const credential = { manualEventSubscriptions: false };
		const shown = await refusalOf({ parameters, webhookSecret: secret, credential });
		expect(shown).toContain("Turn on 'Manual Event Subscriptions' in the credential");
	});

	it('may have any address, and unknown events alone', async () => {
		const manual = { subscription: 'manual', events: ['unknown'] };
		const url = 'https://n8n.internal/1';
		const { context } = hookContext({ parameters: manual, webhookSecret: secret, url });
		expect(await createSubscription(context)).toBe(true);
	});
});

describe('whether the subscription is in place', () => {
	it.each([
		['is what the service says', [listed(ours)], true],
		['is what the service says, too, where it holds none', [listed()], false],
	])('%s', async (_, script, inPlace) => {
		const { context } = hookContext({ kept: true, script });
		expect(await subscriptionExists(context)).toBe(inPlace);
	});

	it.each(['init', 'leadershipChange'])(
		'is assumed of the one known here when n8n starts and Stitch cannot answer: %s',
		async (activationMode) => {
			const { context, warnings } = hookContext({
				activationMode,
				kept: true,
				script: [forbidden],
			});
			expect(await subscriptionExists(context)).toBe(true);
			expect(warnings).toHaveLength(1);
		},
	);

	it.each([
		['a person activates the workflow', { activationMode: 'activate', kept: true }],
		['none is known here', { activationMode: 'init', kept: false }],
	])('is not guessed where %s', async (_, setting) => {
		const { context } = hookContext({ ...setting, script: [forbidden] });
		await expect(subscriptionExists(context)).rejects.toBeInstanceOf(NodeOperationError);
	});
});

describe('deactivating a workflow', () => {
	it('removes the subscription', async () => {
		const { context, staticData, asked } = hookContext({
			kept: true,
			script: [listed(ours), deleted],
		});
		expect(await deleteSubscription(context)).toBe(true);
		expect(asked).toEqual(['webhookEndpoints', 'clientWebhookDelete']);
		const kept = Object.values(staticData.stitchSubscriptions as IDataObject);
		expect(kept).toEqual([expect.objectContaining({ subscriptions: [] })]);
	});

	it('does not say that it is gone where it may not be', async () => {
		const { context } = hookContext({
			kept: true,
			script: [listed(ours), forbidden, listed(ours)],
		});
		await expect(deleteSubscription(context)).rejects.toBeInstanceOf(NodeOperationError);
	});
});
