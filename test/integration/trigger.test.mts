import { runStitch } from './harness.mts';
import { production, test, triggerService } from './triggered.mts';

const { newTrigger, subscriptions } = triggerService();

describe('an automatic subscription', () => {
	it("is created, found again, and removed, with its secret sealed in the workflow's data", async () => {
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

	it('is not created where n8n would start the workflow with an empty item', async () => {
		const triggered = newTrigger();
		triggered.settings = { alwaysOutputData: true };
		await expect(triggered.activate()).rejects.toThrow("'Always Output Data' would start");
		expect(await subscriptions()).toEqual([]);
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
});

describe('when something around it changes', () => {
	const moved = 'https://moved.example.com/webhook';

	it('the address, the subscription at the old one stays until it is deleted', async () => {
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

	it('a whole n8n restored next to the original, with its key, removes nothing of the original', async () => {
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
});
