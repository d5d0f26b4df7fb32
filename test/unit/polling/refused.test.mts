import { poller } from '../../../nodes/Stitch/polling/poll';
import { answer } from '../builders.mts';
import { pages, pollContext } from './contexts.mts';
import { ModelN8n } from './model.mts';
import { ModelService, type Thing } from './modelService.mts';

const minute = 60_000;
const begin = Date.parse('2026-11-20T08:00:00Z');

let n8n: ModelN8n;
let payouts: Thing[];
let payments: Thing[];

function start(keeping: ConstructorParameters<typeof ModelN8n>[1] = 'published') {
	[payouts, payments] = [[], []];
	n8n = new ModelN8n(new ModelService(payouts, payments, 200), keeping);
	n8n.moment = begin;
}

beforeEach(() => {
	start();
	jest.spyOn(Date, 'now').mockImplementation(() => n8n.moment);
	jest.spyOn(performance, 'now').mockImplementation(() => n8n.moment);
});

afterEach(() => {
	jest.restoreAllMocks();
});

async function pollLater(): Promise<void> {
	n8n.moment += minute;
	await n8n.finish();
	await n8n.poll();
}

const reported = () => n8n.reported.map(({ key }) => key);

const notOffered = {
	errors: [{ message: 'Cannot query it', extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } }],
};

describe('a trigger of which Stitch refuses one list', () => {
	it('reports an event that another list shows as well', async () => {
		n8n.events = ['paymentRequest.completed', 'paymentConfirmation.received'];
		n8n.notOffered = 'paymentConfirmation_received';
		await n8n.publish('activate');
		const at = n8n.moment + minute;
		payments.push({
			id: 'p',
			reference: 'order',
			steps: [{ status: 'completed', at, lateMs: 0 }],
			received: { status: 'received', at, lateMs: 0 },
		} as Thing);
		for (let poll = 0; poll < 3; poll++) await pollLater();
		expect(reported().sort()).toEqual([
			'paymentConfirmation.received/p',
			'paymentRequest.completed/p',
		]);
	});

	const withoutSessions = (activation: string) =>
		pollContext({
			parameters: { events: ['disbursement.completed', 'terminalSession.success'] },
			activation,
			asked: (variables, url) =>
				url.includes('terminal-sessions') ? answer(403, { title: 'Forbidden' }) : pages(variables),
		});

	it('reports what the others show where the client may not read terminal sessions', async () => {
		const { context, log, sent } = withoutSessions('init');
		await poller.poll(context);
		expect(sent.filter((each) => 'disbursement_completed' in each)).toHaveLength(1);
		expect(log[0]).toContain('reports disbursement.completed from');
	});

	it('is not published where the client may not read one of the lists', async () => {
		const { context } = withoutSessions('activate');
		await expect(poller.poll(context)).rejects.toThrow('does not allow your client');
	});

	it('can be published again after the event of a refused list was taken out', async () => {
		const refused = ['refund_completed', 'refund_error'];
		const given = {
			nodeId: 'taken-out',
			activation: 'activate',
			asked: (variables: object) =>
				refused.some((key) => key in variables) ? notOffered : pages({ ...variables }),
		};
		const publish = async (events: string[]) =>
			await poller.poll(pollContext({ ...given, parameters: { events } }).context);
		await publish(['disbursement.completed', 'refund.completed', 'refund.error']);
		expect(await publish(['disbursement.completed', 'refund.completed'])).toBeNull();
	});
});

describe("a poll of n8n's scheduler", () => {
	it.each(['scheduler', 'durable'] as const)(
		'that fails is reported as any other, and not as a publication (%s)',
		async (keeping) => {
			start(keeping);
			await n8n.publish('activate');
			n8n.isRefused = true;
			for (let poll = 0; poll < 5; poll++) await pollLater();
			expect(n8n.failures).toHaveLength(1);
		},
	);
});

it('reports a change that a prefix had held back as soon as the prefix is gone', async () => {
	await n8n.publish('activate');
	n8n.fate = 'failsAtTrigger';
	const at = n8n.moment + minute;
	payouts.push({ id: 'a', reference: 'shop', steps: [{ status: 'completed', at, lateMs: 0 }] });
	await pollLater();
	n8n.fate = 'runs';
	n8n.prefix = 'salary-';
	await pollLater();
	n8n.prefix = '';
	for (let poll = 0; poll < 3; poll++) await pollLater();
	expect(reported()).toEqual(['disbursement.completed/a']);
});
