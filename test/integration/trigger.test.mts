import { runStitch } from './harness.mts';
import { production, test, triggerService } from './triggered.mts';

const { newTrigger, service, subscriptions } = triggerService();

describe('an automatic subscription', () => {
	it('is created, found again, and removed, with its secret sealed beside the workflow', async () => {
		const triggered = newTrigger();
		expect(await triggered.activate()).toBe('created');
		const [created] = await subscriptions();
		expect(created).toMatchObject({ url: production, filterTypes: ['disbursement'] });
		expect(triggered.kept).toEqual({ [production]: created?.id });
		expect(JSON.stringify(triggered.saved)).not.toContain(created?.secret);
		expect(await triggered.activate()).toBe('found');
		expect(await subscriptions()).toEqual([created]);
		await triggered.call('delete');
		expect(await subscriptions()).toEqual([]);
		expect(triggered.kept).toEqual({});
	});

	it('asks for exactly the types of the chosen events and those that were added', async () => {
		const triggered = newTrigger();
		triggered.parameters = {
			events: ['refund.error', 'refund.completed', 'paymentConfirmation.received', 'unknown'],
			options: { otherEventTypes: ' transaction,refund ' },
		};
		await triggered.activate();
		expect((await subscriptions())[0]?.filterTypes).toEqual([
			'payment.confirmation',
			'refund',
			'transaction',
		]);
	});

	it('is replaced when other events are chosen', async () => {
		const triggered = newTrigger();
		await triggered.activate();
		triggered.parameters = { ...triggered.parameters, events: ['refund.completed'] };
		expect(await triggered.activate()).toBe('created');
		expect((await subscriptions()).map(({ filterTypes }) => filterTypes)).toEqual([['refund']]);
	});

	it('is replaced when its secret is not the one that is kept', async () => {
		const triggered = newTrigger();
		await triggered.activate();
		triggered.saved = {};
		triggered.restart();
		expect(await triggered.activate()).toBe('created');
		const listed = await subscriptions();
		expect(listed).toHaveLength(1);
		expect(triggered.kept[production]).toBe(listed[0]?.id);
	});

	it('is one after a crash between subscribing and saving', async () => {
		const triggered = newTrigger();
		await triggered.activate({ crash: true });
		const [lost] = await subscriptions();
		expect(triggered.kept).toEqual({});
		expect(await triggered.activate({ activation: 'init' })).toBe('created');
		const listed = await subscriptions();
		expect(listed).toHaveLength(1);
		expect(listed[0]?.id).not.toBe(lost?.id);
	});

	it('is one when the service holds two for the address', async () => {
		const triggered = newTrigger();
		await triggered.activate();
		const token = await service.client.token('client_paymentrequest');
		const query = `mutation { clientWebhookAdd(input: { url: "${production}", filterTypes: ["disbursement"] }) { id } }`;
		await fetch(`${service.simulator.graphqlUrl}/graphql`, {
			method: 'POST',
			headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
			body: JSON.stringify({ query }),
		});
		expect(await subscriptions()).toHaveLength(2);
		expect(await triggered.activate()).toBe('created');
		expect(await subscriptions()).toHaveLength(1);
	});

	it('keeps the test address apart from the production address', async () => {
		const triggered = newTrigger();
		await triggered.activate();
		await triggered.activate({ isTest: true, activation: 'manual' });
		expect(Object.keys(triggered.kept).sort()).toEqual([production, test].sort());
		expect(triggered.kept[test]).not.toBe(triggered.kept[production]);
		await triggered.call('delete', { isTest: true });
		expect((await subscriptions()).map(({ url }) => url)).toEqual([production]);
		expect(Object.keys(triggered.kept)).toEqual([production]);
		expect(await triggered.activate()).toBe('found');
	});

	it('is removed although nothing is kept here', async () => {
		const triggered = newTrigger();
		await triggered.activate();
		triggered.saved = {};
		triggered.restart();
		await triggered.call('delete');
		expect(await subscriptions()).toEqual([]);
	});

	it('that is gone already is as good as removed', async () => {
		const triggered = newTrigger();
		await triggered.activate();
		const other = newTrigger();
		await other.call('delete');
		expect(await triggered.call('delete')).toBe(true);
		expect(triggered.kept).toEqual({});
	});
});

describe('when something around it changes', () => {
	const moved = 'https://moved.example.com/webhook';

	it('the client, the next publication subscribes the new one, and says what the old one still has', async () => {
		const triggered = newTrigger();
		await triggered.activate();
		const live = await service.simulator.control.createClient({ allowLoopbackWebhooks: true });
		const { clientId, clientSecret } = live;
		triggered.credential = { ...triggered.credential, clientId, clientSecret, accessToken: '' };
		triggered.restart();
		expect(await triggered.activate({ activation: 'init' })).toBe('created');
		expect((await live.webhooks()).subscriptions).toMatchObject([{ url: production }]);
		expect(await subscriptions()).toHaveLength(1);
		expect(triggered.kept[production]).toBe((await live.webhooks()).subscriptions[0]?.id);
	});

	it('the address, what was subscribed at the old one stays until somebody deletes it', async () => {
		const triggered = newTrigger();
		await triggered.activate();
		triggered.webhookBaseUrl = moved;
		expect(await triggered.activate({ activation: 'init' })).toBe('created');
		const there = `${moved}/fixed/webhook`;
		expect((await subscriptions()).map(({ url }) => url)).toEqual([production, there]);
		expect(Object.keys(triggered.kept)).toEqual([there]);
		await triggered.call('delete');
		expect((await subscriptions()).map(({ url }) => url)).toEqual([production]);
	});

	it('a whole n8n restored beside the original, with its key, removes nothing of the original', async () => {
		const original = newTrigger();
		await original.activate();
		const restored = newTrigger();
		restored.webhookBaseUrl = moved;
		restored.saved = structuredClone(original.saved);
		await restored.activate({ activation: 'init' });
		await restored.call('delete');
		expect((await subscriptions()).map(({ url }) => url)).toEqual([production]);
		expect(await original.activate({ activation: 'init' })).toBe('found');
	});

	it('a restored n8n that is gone, Event Subscription finds and deletes what is left of it alone', async () => {
		const original = newTrigger();
		await original.activate();
		const restored = newTrigger();
		restored.webhookBaseUrl = moved;
		restored.saved = structuredClone(original.saved);
		await restored.activate({ activation: 'init' });
		const left = `${moved}/fixed/webhook`;
		const ask = async (operation: string, more: object) => {
			const parameters = { resource: 'eventSubscription', operation, ...more };
			const credential = original.credential;
			const { outputs } = await runStitch({ parameters, credential, rows: [{}] });
			return outputs[0]?.map(({ json }) => json);
		};

		const listed = await ask('getAll', { returnAll: true });
		expect(listed).toMatchObject([{ url: production }, { url: left }]);
		const deleted = await ask('delete', { url: { __rl: true, mode: 'url', value: left } });
		expect(deleted).toEqual([{ deleted: true }]);
		expect((await subscriptions()).map(({ url }) => url)).toEqual([production]);
		expect(await original.activate({ activation: 'init' })).toBe('found');
	});

	it('an import of the workflow into an n8n with the same key never removes it either', async () => {
		const original = newTrigger();
		await original.activate();
		const copy = newTrigger();
		copy.webhookBaseUrl = moved;
		copy.saved = structuredClone(original.saved);
		await copy.activate();
		expect((await subscriptions()).map(({ url }) => url)).toEqual([
			production,
			`${moved}/fixed/webhook`,
		]);
		await copy.call('delete');
		expect((await subscriptions()).map(({ url }) => url)).toEqual([production]);
	});

	it('a copy of the workflow never removes what the original has subscribed', async () => {
		const original = newTrigger();
		await original.activate();
		const copy = newTrigger();
		copy.workflowId = 'copy';
		copy.webhookBaseUrl = moved;
		copy.saved = structuredClone(original.saved);
		await copy.activate();
		await copy.call('delete');
		expect((await subscriptions()).map(({ url }) => url)).toEqual([production]);
	});

	it('the spelling of the address, it is found and removed as it is listed', async () => {
		const triggered = newTrigger();
		triggered.webhookBaseUrl = 'https://N8N.Example.com/webhook';
		await triggered.activate();
		triggered.webhookBaseUrl = 'https://n8n.example.com/webhook';
		triggered.restart();
		expect(await triggered.activate({ activation: 'init' })).toBe('created');
		expect((await subscriptions()).map(({ url }) => url)).toEqual([
			'https://n8n.example.com/webhook/fixed/webhook',
		]);
		await triggered.call('delete');
		expect(await subscriptions()).toEqual([]);
	});
});

describe('what others have subscribed', () => {
	const nothing = { id: null, url: null, filterTypes: null };

	it('keeps nothing from being published or removed where Stitch shows it as null', async () => {
		const everything = { ...nothing, url: 'https://other.example.com/hook' };
		await service.client.change({ otherEndpoints: [null, nothing, everything] });
		const triggered = newTrigger();
		expect(await triggered.activate()).toBe('created');
		expect(await triggered.activate()).toBe('found');
		await triggered.call('delete');
		expect(await subscriptions()).toEqual([]);
	});

	it('is replaced where it has the address of this trigger and brings everything', async () => {
		await service.client.change({ otherEndpoints: [{ ...nothing, url: production }] });
		const triggered = newTrigger();
		expect(await triggered.activate()).toBe('created');
		expect(await triggered.activate()).toBe('found');
	});

	it('is nothing where Stitch shows null instead of a list', async () => {
		await service.client.change({ otherEndpoints: null });
		expect(await newTrigger().activate()).toBe('created');
		expect(await subscriptions()).toHaveLength(1);
	});
});

describe('events of terminals', () => {
	const parameters = { events: ['disbursement.completed', 'terminalSession.success'], options: {} };
	const typesOf = async () => (await subscriptions()).map(({ filterTypes }) => filterTypes);

	it('have a subscription of their own, and both are found again and removed', async () => {
		const triggered = newTrigger();
		triggered.parameters = parameters;
		await triggered.activate();
		expect(await typesOf()).toEqual([['disbursement'], ['terminal-session.success']]);
		expect(await triggered.activate({ activation: 'init' })).toBe('found');
		await triggered.call('delete');
		expect(await subscriptions()).toEqual([]);
	});

	it('that Stitch refuses leave the others subscribed', async () => {
		await service.client.change({ terminalSessionEvents: false });
		const triggered = newTrigger();
		triggered.parameters = parameters;
		await triggered.activate();
		expect(await typesOf()).toEqual([['disbursement']]);
		expect(await triggered.activate({ activation: 'init' })).toBe('found');
	});
});

describe('when answers are lost', () => {
	const add = { path: '/graphql', operation: 'WebhookAdd' };

	it('one subscription is left, whose secret is known', async () => {
		await service.client.addFaults({ kind: 'lost-answer', match: add, requests: [1, 2] });
		const triggered = newTrigger();
		await triggered.activate();
		const listed = await subscriptions();
		expect(listed).toHaveLength(1);
		expect(triggered.kept[production]).toBe(listed[0]?.id);
	});

	it('none is left when that does not end', async () => {
		await service.client.addFaults({ kind: 'lost-answer', match: add });
		const triggered = newTrigger();
		await expect(triggered.activate()).rejects.toThrow(/could not be set up/);
		expect(await subscriptions()).toEqual([]);
		expect(triggered.kept).toEqual({});
	});

	it('a removal whose answer was lost is a removal', async () => {
		const triggered = newTrigger();
		await triggered.activate();
		const match = { path: '/graphql', operation: 'WebhookDelete' };
		await service.client.addFaults({ kind: 'lost-answer', match, requests: [1] });
		expect(await triggered.call('delete')).toBe(true);
		expect(await subscriptions()).toEqual([]);
	});
});

describe('when the service is away', () => {
	const away = { kind: 'status', status: 503, match: { path: '/graphql' } } as const;

	it('n8n starts with the subscription that it knows of', async () => {
		const triggered = newTrigger();
		await triggered.activate();
		await service.client.addFaults(away);
		expect(await triggered.activate({ activation: 'init' })).toBe('found');
	});

	it('a person who activates a workflow is told', async () => {
		const triggered = newTrigger();
		await service.client.addFaults(away);
		await expect(triggered.activate()).rejects.toThrow(/could not be set up/);
	});

	it('a removal that does not succeed is reported, and the secret stays', async () => {
		const triggered = newTrigger();
		await triggered.activate();
		await service.client.addFaults(away);
		await expect(triggered.call('delete')).rejects.toThrow(/could not be set up or removed/);
		expect(Object.keys(triggered.kept)).toEqual([production]);
	});
});
