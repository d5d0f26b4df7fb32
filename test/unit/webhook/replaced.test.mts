import { sealingCredential, webhookContext } from './contexts.mts';
import { completed, headersOf, secretOf } from './deliveries.mts';
import { receive } from './receiving.mts';

const events = ['disbursement.completed'];

describe('where the service may hold another subscription than is known here', () => {
	const other = { id: 'ep_2', url: 'https://n8n.test/webhook', filterTypes: ['disbursement'] };
	const fresh = secretOf('fresh');

	/** The service, as far as it is asked about subscriptions. */
	function serviceWith(endpoints: object[]) {
		const asked: string[] = [];
		const answers: Record<string, object | null> = {
			webhookEndpoints: { client: { webhookEndpoints: endpoints } },
			clientWebhookDelete: { clientWebhookDelete: { url: other.url } },
			clientWebhookAdd: { clientWebhookAdd: { id: 'ep_3', secret: fresh } },
		};
		const http = async ({ body: { query } }: { body: { query: string } }) => {
			const field = /clientWebhook\w+|webhookEndpoints/.exec(query)?.[0] ?? '';
			asked.push(field);
			return await Promise.resolve({
				statusCode: 200,
				headers: {},
				body: { data: answers[field] },
			});
		};
		return { http, asked, answers };
	}

	/** A trigger to which requests come that are signed with a secret, at these minutes. */
	function receiving(
		endpoints: object[],
		given: Partial<Parameters<typeof webhookContext>[0]> = {},
	) {
		const { http, asked, answers } = serviceWith(endpoints);
		const { context, answer, log } = webhookContext({
			rawBody: Buffer.from(completed),
			parameters: { events },
			http,
			...given,
		});
		const started = async (secret: string, minutes: number[]) => {
			Object.assign(context, { getHeaderData: () => headersOf(secret, completed) });
			const clock = jest.spyOn(performance, 'now');
			const items: unknown[] = [];
			for (const minute of minutes) {
				clock.mockReturnValue(minute * 60_000);
				const { workflowData = [] } = await receive(context);
				items.push(workflowData[0]?.[0]?.json);
			}
			clock.mockRestore();
			return items;
		};
		return { started, asked, answers, answer, log };
	}

	it('replaces it at the first refused event, and reports that', async () => {
		const { started, answer } = receiving([other]);
		expect(await started(secretOf('nobody knows'), [0])).toEqual([{ alert: 'replaced' }]);
		expect(answer).toEqual({ status: 401, ended: true });
		expect(await started(fresh, [1])).toMatchObject([{ event: 'disbursement.completed' }]);
	});

	it('asks nothing where a person makes the subscription', async () => {
		const parameters = { events, subscription: 'manual' };
		const pasted = { manualEventSubscriptions: true, webhookSecret: secretOf('pasted') };
		const credential = { ...sealingCredential, ...pasted };
		const { started, asked } = receiving([other], { parameters, credential });
		expect(await started(secretOf('nobody knows'), [0])).toEqual([undefined]);
		expect(asked).toEqual([]);
	});

	it('reports nothing while that is not decided yet', async () => {
		const { started } = receiving([other], { staticData: {} });
		expect(await started(secretOf('nobody knows'), [0, 4])).toEqual([
			undefined,
			{ alert: 'replaced' },
		]);
	});

	it.each([
		['the one that is known', [{ ...other, id: 'ep_1' }]],
		['none', []],
	])(
		'leaves everything as it is, and asks once in four minutes, where it holds %s',
		async (_, endpoints) => {
			const { started, asked } = receiving(endpoints);
			const minutes = [0, 1, 3.9, 4, 7.9, 8];
			const items = await started(secretOf('somebody else'), minutes);
			expect(items).toEqual(minutes.map(() => undefined));
			expect(asked).toEqual(Array(3).fill('webhookEndpoints'));
		},
	);

	it('reports that nothing may be subscribed any more although it has just reported something', async () => {
		const { started, answers, log } = receiving([other]);
		expect(await started(secretOf('nobody knows'), [0])).toEqual([{ alert: 'replaced' }]);
		answers.clientWebhookAdd = null;
		expect(await started(secretOf('nobody knows'), [4])).toEqual([{ alert: 'gone' }]);
		expect(log.at(-1)).toMatch(/^"Stitch.* in .* could not replace its event subscription: \S/);
	});

	it('says in the log that the service could not be asked', async () => {
		const http = async () => await Promise.resolve({ statusCode: 403, headers: {}, body: {} });
		const { started, log } = receiving([other], { http });
		expect(await started(secretOf('nobody knows'), [0])).toEqual([undefined]);
		expect(log[1]).toMatch(/^"Stitch.* in .* could not check its event subscription: \S/);
	});

	it('reports that the secret is lost where nothing is kept and nothing subscribed', async () => {
		const { started } = receiving([], { staticData: {} });
		expect(await started(fresh, [0, 4])).toEqual([undefined, { alert: 'lost' }]);
	});
});
