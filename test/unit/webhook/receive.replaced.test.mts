import { receive } from '../../../nodes/Stitch/webhook/receive';
import { sealingCredential, webhookContext } from './contexts.mts';
import { completed, headersOf, secretOf } from './deliveries.mts';
import { at, Stitch, type AtStitch } from './stitch.mts';

const events = ['disbursement.completed'];
const another = at('ep_2: disbursement');
/** A secret that signs what the trigger does not know. */
const unknown = secretOf('nobody knows');

/** A trigger that knows the subscription `ep_1`, and a Stitch that holds these. */
function trigger(held: AtStitch[], given: Partial<Parameters<typeof webhookContext>[0]> = {}) {
	const stitch = new Stitch(held);
	const { context, answer, log } = webhookContext({
		rawBody: Buffer.from(completed),
		parameters: { events },
		http: async (request) => await Promise.resolve(stitch.answerTo(request)),
		...given,
	});
	/** What requests start that are signed with a secret, at these minutes. */
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
	return { started, stitch, answer, log };
}

describe('where Stitch may hold another subscription than is known here', () => {
	it('replaces it at the first refused event, and reports that', async () => {
		const { started, stitch, answer } = trigger([another]);
		expect(await started(unknown, [0])).toEqual([{ alert: 'replaced' }]);
		expect(answer).toEqual({ status: 401, ended: true });
		expect(stitch.holds).toBe('new_2');
		expect(await started(secretOf('new_2'), [1])).toMatchObject([{ event: events[0] }]);
	});

	it('asks nothing where a person makes the subscription', async () => {
		const parameters = { events, subscription: 'manual' };
		const pasted = { manualEventSubscriptions: true, webhookSecret: secretOf('pasted') };
		const credential = { ...sealingCredential, ...pasted };
		const { started, stitch } = trigger([another], { parameters, credential });
		expect(await started(unknown, [0])).toEqual([undefined]);
		expect(stitch.asked).toEqual([]);
	});

	it('reports nothing while that is not decided yet', async () => {
		const { started } = trigger([another], { staticData: {} });
		expect(await started(unknown, [0, 4])).toEqual([undefined, { alert: 'replaced' }]);
	});

	it.each([
		['the one that is known', [at('ep_1: disbursement')]],
		['none', []],
	])(
		'leaves everything as it is, and asks once in four minutes, where it holds %s',
		async (_, held) => {
			const { started, stitch } = trigger(held);
			const minutes = [0, 1, 3.9, 4, 7.9, 8];
			expect(await started(unknown, minutes)).toEqual(minutes.map(() => undefined));
			expect(stitch.asked).toEqual(['list', 'list', 'list']);
		},
	);

	it('reports that nothing may be subscribed any more although it has just reported something', async () => {
		const { started, stitch, log } = trigger([another]);
		expect(await started(unknown, [0])).toEqual([{ alert: 'replaced' }]);
		stitch.trouble.push('none', 'refused');
		stitch.held = [another];
		expect(await started(unknown, [4])).toEqual([{ alert: 'gone' }]);
		expect(log.at(-1)).toMatch(/^"Stitch.* in .* could not replace its event subscription: \S/);
	});

	it('says in the log that Stitch could not be asked', async () => {
		const http = async () => await Promise.resolve({ statusCode: 403, headers: {}, body: {} });
		const { started, log } = trigger([another], { http });
		expect(await started(unknown, [0])).toEqual([undefined]);
		expect(log[1]).toMatch(/^"Stitch.* in .* could not check its event subscription: \S/);
	});

	it('reports that the secret is lost where nothing is kept and nothing subscribed', async () => {
		const { started } = trigger([], { staticData: {} });
		expect(await started(unknown, [0, 4])).toEqual([undefined, { alert: 'lost' }]);
	});
});
