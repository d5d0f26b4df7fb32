import {
	NodeOperationError,
	type IDataObject,
	type IHookFunctions,
	type INode,
	type IWorkflowSettings,
} from 'n8n-workflow';

import type { RawAnswer } from '../../../nodes/Stitch/transport/service';
import {
	createSubscription,
	deleteSubscription,
	subscriptionExists,
} from '../../../nodes/Stitch/webhook/publish';
import { keptBy } from '../../../nodes/Stitch/webhook/keptSubscriptions';
import { keep } from '../../../nodes/Stitch/webhook/workflowData';
import { answer, customAddresses } from '../builders.mts';
import { keepOne, sealingCredential, staticDataHolder } from './contexts.mts';
import { secretOf } from './deliveries.mts';
import { at, Stitch, url, type Trouble } from './stitch.mts';

const secret = secretOf('pasted');
const ours = at('ep_1: refund');
const forbidden = answer(403, { code: 'FORBIDDEN', detail: 'Not yours' });

interface Setting {
	events?: string[];
	options?: IDataObject;
	subscription?: 'manual';
	/** Settings of the node. */
	node?: Partial<INode>;
	/** Settings of the workflow. */
	workflow?: IWorkflowSettings;
	address?: string;
	/** Whether n8n starts, or a person publishes. */
	starts?: boolean;
	/** Whether Stitch holds a subscription of the trigger whose secret is known here. */
	kept?: boolean;
	webhookSecret?: string;
	credential?: IDataObject;
	trouble?: Trouble[];
	instead?: RawAnswer;
}

/** A trigger as n8n publishes and unpublishes it, and the Stitch that holds its subscription. */
function trigger({ kept = false, address = url, trouble = [], ...setting }: Setting) {
	const stitch = new Stitch(kept ? [ours] : [], trouble);
	stitch.instead = setting.instead;
	const holder = staticDataHolder();
	if (kept) keepOne(holder, { url: address, filterTypes: ours.filterTypes ?? [] });
	const { events = ['refund.completed'], options = {}, subscription } = setting;
	const warnings: string[] = [];
	const context = {
		...holder,
		getNodeParameter: (name: string, fallback: unknown) =>
			({ events, options, subscription })[name] ?? fallback,
		getNodeWebhookUrl: (name: string) => (name === 'default' ? address : undefined),
		getActivationMode: () => (setting.starts ? 'init' : 'activate'),
		getNode: () => ({ ...holder.getNode(), name: 'Trigger', parameters: {}, ...setting.node }),
		getWorkflowSettings: () => setting.workflow ?? {},
		getCredentials: async (type: string) => ({
			...(type === 'stitchApi' && sealingCredential),
			...customAddresses,
			manualEventSubscriptions: true,
			webhookSecret: (type === 'stitchApi' && setting.webhookSecret) || '',
			...setting.credential,
		}),
		logger: { warn: (line: string) => void warnings.push(line), info() {} },
		helpers: {
			httpRequestWithAuthentication: async (_type: string, request: { body: unknown }) =>
				stitch.answerTo(request),
		},
	} as unknown as IHookFunctions;
	return {
		stitch,
		warnings,
		context,
		staticData: holder.staticData,
		keeps: () => keptBy(holder)?.subscriptions.map(({ id }) => id),
		exists: async () => await subscriptionExists(context),
		create: async () => await createSubscription(context),
		remove: async () => await deleteSubscription(context),
	};
}

/** What a person reads who publishes the workflow, which then has nothing at Stitch. */
async function refusalOf(setting: Setting): Promise<string> {
	const { create, stitch } = trigger(setting);
	const cause: unknown = await create().catch((thrown: unknown) => thrown);
	expect(cause).toBeInstanceOf(NodeOperationError);
	expect(stitch.held).toEqual([]);
	return (cause as NodeOperationError).message;
}

const byName = ['terminalSession.success', 'refund.completed'];

describe('publishing a workflow', () => {
	it('subscribes to the types of the chosen events', async () => {
		const { create, stitch, keeps } = trigger({});
		expect(await create()).toBe(true);
		expect(stitch.held).toEqual([at('new_1: refund')]);
		expect(keeps()).toEqual(['new_1']);
	});

	it('is told what another trigger of the workflow keeps later, because n8n saves what either has', async () => {
		const { exists, context, staticData } = trigger({});
		await exists();
		const other = { getWorkflow: context.getWorkflow, getWorkflowStaticData: () => ({}) };
		keep(other as unknown as IHookFunctions, 'positions', 'other', 1);
		expect(staticData).toEqual({ positions: { other: 1 } });
	});

	it.each`
		where                                     | setting                                                                                               | message
		${'no event is chosen'}                   | ${{ events: [] }}                                                                                     | ${/No event is chosen/}
		${'unknown events alone are chosen'}      | ${{ events: ['unknown'] }}                                                                            | ${/Unknown Event alone.*'Subscription' to Manual/}
		${'an option cannot be read'}             | ${{ options: { fetchCurrentResource: 'maybe' } }}                                                     | ${/'Fetch Current Resource' is neither/}
		${'n8n would replace a repeated event'}   | ${{ node: { alwaysOutputData: true } }}                                                               | ${/^'Always Output Data' would start .* Turn it off in this node's Settings\.$/}
		${'the address is not public'}            | ${{ address: 'https://n8n.internal/1' }}                                                              | ${/public https.*N8N_WEBHOOK_URL/}
		${'the address is this machine'}          | ${{ address: 'http://localhost:5678/1' }}                                                             | ${/public https/}
		${'Stitch refuses it'}                    | ${{ trouble: ['refused'] }}                                                                           | ${/^Stitch refused the event subscription: No\. Check/}
		${'Stitch refuses the chosen terminals'}  | ${{ events: byName, trouble: ['none', 'refused'] }}                                                   | ${/^Stitch refused .* not every client receives these\.$/}
		${'Stitch says anything else'}            | ${{ instead: forbidden }}                                                                             | ${/^The event subscription could not be set up, so no events arrive: (?!.*Try again in a few minutes)/}
		${'its answer cannot be read'}            | ${{ instead: answer(200, {}) }}                                                                       | ${/be read\. Try again in a few minutes\.$/}
		${'something else answers in its place'}  | ${{ instead: answer(302, '') }}                                                                       | ${/with a redirect\. A proxy, .* Check any custom addresses in the credential\.$/}
		${'too much is asked of it'}              | ${{ instead: answer(429, {}, { 'retry-after': '86400' }) }}                                           | ${/refused this one\. Try again in a few minutes\.$/}
		${'Stitch wants no requests for hours'}   | ${{ trouble: ['busy'] }}                                                                              | ${/accepted no more\. Try again in a few minutes\.$/}
		${'no secret is pasted'}                  | ${{ subscription: 'manual' }}                                                                         | ${/contains no signing secret/}
		${'the pasted secret is incomplete'}      | ${{ subscription: 'manual', webhookSecret: 'whsec_' }}                                                | ${/^Number 1 of 'Webhook Signing Secrets'/}
		${'one of the pasted secrets is none'}    | ${{ subscription: 'manual', webhookSecret: `${secret}, my secret` }}                                  | ${/^Number 2 of 'Webhook Signing Secrets'/}
		${'the credential hides what was pasted'} | ${{ subscription: 'manual', webhookSecret: secret, credential: { manualEventSubscriptions: false } }} | ${/Turn on 'Manual Event Subscriptions' in the credential/}
		${'an address is not safe'}               | ${{ credential: { graphqlUrl: 'http://stitch.test' } }}                                               | ${/^'GraphQL Address' in the credential must .* Open the credential and change the address\.$/}
	`(
		'is refused with all that a person needs to know where $where',
		async ({ setting, message }: { setting: Setting; message: RegExp }) => {
			const shown = await refusalOf(setting);
			expect(shown).toMatch(message);
			expect(shown).not.toContain(secret);
		},
	);

	it.each([
		['Every Event is chosen', { events: ['*'] }],
		['n8n starts', { events: byName, starts: true }],
	])('leaves out refused events of terminals where %s', async (_, setting) => {
		const { create, stitch } = trigger({ ...setting, trouble: ['none', 'refused'] });
		expect(await create()).toBe(true);
		expect(stitch.holds).toBe('new_1');
	});

	it('lets a simulator on this machine send to this machine', async () => {
		const address = 'http://localhost:5678/1';
		const { create } = trigger({ address, credential: { graphqlUrl: 'http://127.0.0.1:4402' } });
		expect(await create()).toBe(true);
	});
});

describe('a workflow that saves no failed executions', () => {
	const workflow = { saveDataErrorExecution: 'none' } as const;
	const message =
		"'Save failed production executions' is off, so an event whose execution fails would be lost. In the settings of the workflow, set it to Save.";

	it.each([
		['subscribes itself', {}],
		['is subscribed by hand', { subscription: 'manual', webhookSecret: secret }],
	] satisfies Array<[string, Setting]>)(
		'is not published where its trigger %s',
		async (_, setting) => {
			expect(await refusalOf({ ...setting, workflow })).toBe(message);
		},
	);

	it.each(['init', 'leadershipChange', 'manual'])(
		'keeps its events where nobody publishes it: %s',
		async (mode) => {
			const { create, context, stitch } = trigger({ workflow });
			Object.assign(context, { getActivationMode: () => mode });
			expect(await create()).toBe(true);
			expect(stitch.holds).toBe('new_1');
		},
	);

	it('is not recognised where n8n does not show the settings of a workflow', async () => {
		const { create, context } = trigger({ workflow });
		Object.assign(context, { getWorkflowSettings: undefined });
		expect(await create()).toBe(true);
	});
});

describe('a subscription that is set up by hand', () => {
	it('needs nothing of Stitch, only the signing secret', async () => {
		const { create, exists, remove, stitch } = trigger({
			subscription: 'manual',
			webhookSecret: secret,
		});
		expect(await create()).toBe(true);
		expect(await exists()).toBe(false);
		expect(await remove()).toBe(true);
		expect(stitch.asked).toEqual([]);
	});

	it('may have any address, and unknown events alone', async () => {
		const address = 'https://n8n.internal/1';
		const manual = { subscription: 'manual', webhookSecret: secret } as const;
		expect(await trigger({ ...manual, address, events: ['unknown'] }).create()).toBe(true);
	});
});

describe('whether the subscription is in place', () => {
	it('is what Stitch says', async () => {
		const { exists, stitch } = trigger({ kept: true });
		expect(await exists()).toBe(true);
		stitch.held = [];
		expect(await exists()).toBe(false);
	});

	it.each(['init', 'leadershipChange'])(
		'is assumed of the one known here when n8n starts and Stitch cannot answer: %s',
		async (mode) => {
			const { exists, context, warnings } = trigger({ kept: true, instead: forbidden });
			Object.assign(context, { getActivationMode: () => mode });
			expect(await exists()).toBe(true);
			expect(warnings).toHaveLength(1);
		},
	);

	it.each([
		['a person publishes the workflow', { starts: false, kept: true }],
		['none is known here', { starts: true, kept: false }],
	])('is not guessed where %s', async (_, setting) => {
		const { exists } = trigger({ ...setting, instead: forbidden });
		await expect(exists()).rejects.toBeInstanceOf(NodeOperationError);
	});
});

describe('unpublishing a workflow', () => {
	it('removes the subscription', async () => {
		const { remove, stitch, keeps } = trigger({ kept: true });
		expect(await remove()).toBe(true);
		expect(stitch.held).toEqual([]);
		expect(keeps()).toBeUndefined();
	});

	// After a publication that failed, n8n 2.41 calls it again, and if it throws, n8n takes the trigger for
	// published: the next publication then subscribes to nothing, and n8n says that it succeeded.
	it.each([
		['Stitch refuses to remove it', { trouble: ['refused'] }],
		['Stitch does not answer', { instead: answer(503, {}) }],
		['the panel cannot be read', { options: { fetchCurrentResource: 'maybe' } }],
	] satisfies Array<[string, Setting]>)(
		'succeeds where %s, keeps what it knows, and says in the log what may remain',
		async (_, setting) => {
			const { remove, keeps, warnings } = trigger({ kept: true, ...setting });
			expect(await remove()).toBe(true);
			expect(keeps()).toEqual(['ep_1']);
			expect(warnings).toEqual([
				expect.stringMatching(
					/^"Trigger" in the workflow .* could not remove .*n8n\.test\/webhook.*Event Subscription → Delete$/,
				),
			]);
		},
	);
});
