import { triggerService, type Triggered } from './triggered.mts';

const { newTrigger, service, subscriptions } = triggerService();

describe('a workflow is not activated', () => {
	async function refusalOf(change: (triggered: Triggered) => void): Promise<string> {
		const triggered = newTrigger();
		change(triggered);
		const refusal = await triggered.activate().catch((cause: Error) => cause);
		expect(await subscriptions()).toEqual([]);
		return refusal instanceof Error ? refusal.message : refusal;
	}

	it('at an address that is not public', async () => {
		const message = await refusalOf((triggered) => {
			triggered.webhookBaseUrl = 'https://n8n.internal/webhook';
		});
		expect(message).toMatch(/public https addresses only.*WEBHOOK_URL/);
	});

	it('when the service refuses the address', async () => {
		await service.client.change({ allowLoopbackWebhooks: false });
		expect(await refusalOf(() => {})).toMatch(
			/Stitch refused the event subscription.*public https/,
		);
	});

	it('when the service refuses the kinds', async () => {
		await service.client.change({ terminalSessionEvents: false });
		const message = await refusalOf((triggered) => {
			triggered.parameters = { events: ['terminalSession.success'], options: {} };
		});
		expect(message).toMatch(/terminal-session.success is not known.*terminal sessions/);
	});

	it('without an event', async () => {
		const message = await refusalOf((triggered) => {
			triggered.parameters = { events: [], options: {} };
		});
		expect(message).toMatch(/No event is chosen/);
	});

	it('for unknown events alone', async () => {
		const message = await refusalOf((triggered) => {
			triggered.parameters = { events: ['unknown'], options: {} };
		});
		expect(message).toMatch(/Other Event Types/);
	});

	it.each([
		[
			{ rememberedEvents: 'many' },
			/^Remembered Events is not a whole number from 100 to 100000\. Correct/,
		],
		[{ fetchCurrentResource: 'maybe' }, /^Fetch Current Resource is neither true nor false: maybe/],
	])('with an option that cannot be read: %j', async (options, expected) => {
		for (const subscription of ['automatic', 'manual']) {
			const message = await refusalOf((triggered) => {
				triggered.parameters = { ...triggered.parameters, subscription, options };
			});
			expect(message).toMatch(expected);
		}
	});

	it('with a client secret that is wrong', async () => {
		const message = await refusalOf((triggered) => {
			triggered.credential.clientSecret = 'wrong';
		});
		expect(message).toMatch(/Client ID or the Client Secret/);
	});
});

describe('a manual subscription', () => {
	const secret = `whsec_${Buffer.alloc(24, 1).toString('base64')}`;

	function manual(webhookSecret: string): Triggered {
		const triggered = newTrigger();
		triggered.parameters = { ...triggered.parameters, subscription: 'manual' };
		triggered.credential.webhookSecret = webhookSecret;
		return triggered;
	}

	it('asks the service for nothing', async () => {
		const triggered = manual(`${secret}, ${secret}`);
		expect(await triggered.activate()).toBe('created');
		await triggered.call('delete');
		expect(await service.client.summary()).toMatchObject({ requests: 0 });
	});

	it.each([
		['', /no signing secret.*whsec_/],
		[`${secret},nonsense`, /Number 2 of Webhook Signing Secrets/],
	])('is not activated with %j in the credential', async (webhookSecret, message) => {
		await expect(manual(webhookSecret).activate()).rejects.toThrow(message);
	});

	it('does not say the secret in its message', async () => {
		const refusal = await manual('whsec_short')
			.activate()
			.catch((cause: Error) => cause);
		expect(String((refusal as Error).message)).not.toContain('whsec_short');
	});

	it('that takes over from an automatic one removes that', async () => {
		const triggered = newTrigger();
		await triggered.activate();
		triggered.parameters = { ...triggered.parameters, subscription: 'manual' };
		triggered.credential.webhookSecret = secret;
		await triggered.activate();
		expect(await subscriptions()).toEqual([]);
		expect(triggered.kept).toEqual({});
	});

	it('leaves alone what others have subscribed at its address', async () => {
		await newTrigger().activate();
		const triggered = manual(secret);
		await triggered.activate();
		await triggered.call('delete');
		expect(await subscriptions()).toHaveLength(1);
	});
});
