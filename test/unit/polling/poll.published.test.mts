import { answer } from '../builders.mts';
import { ModelN8n } from './model.mts';
import { ModelService, type Thing } from './modelService.mts';

const hour = 60 * 60_000;
const begin = Date.parse('2026-11-20T08:00:00Z');

let n8n: ModelN8n;
let payouts: Thing[];

beforeEach(() => {
	payouts = [];
	n8n = new ModelN8n(new ModelService(payouts, [], 200), 'published');
	n8n.moment = begin;
	n8n.setClocks();
});

afterEach(() => {
	jest.restoreAllMocks();
});

/** A payout that was completed so long ago, and is shown from now on. */
function completed(id: string, agoMs = 1000): void {
	const at = n8n.moment - agoMs;
	payouts.push({ id, reference: 'shop', steps: [{ status: 'completed', at, lateMs: agoMs }] });
}

const reported = () => n8n.reported.map(({ key }) => key.split('/')[1]);

describe('a trigger that was just published', () => {
	it('reports no change from before its publication, and every change after it', async () => {
		completed('before');
		await n8n.publish('activate');
		completed('after', 0);
		await n8n.pollLater();
		await n8n.pollLater();
		expect(reported()).toEqual(['after']);
		expect(n8n.log).toEqual([
			'"Changes" in the workflow "Shop" reports disbursement.completed from 2026-11-20T08:00:00.000Z on.',
		]);
	});

	it('reports no change from before its publication when n8n is killed and starts again', async () => {
		completed('before', 200);
		await n8n.publish('activate');
		await n8n.kill();
		completed('after', 0);
		await n8n.pollLater();
		expect(reported()).toEqual(['after']);
	});

	it.each([-26, -1, 1, 26])(
		'goes by the clock of Stitch when that of n8n is %d hours wrong',
		async (hours) => {
			n8n.offsetMs = hours * hour;
			completed('before', 5000);
			await n8n.publish('activate');
			n8n.moment += 2000;
			completed('after', 0);
			await n8n.pollLater();
			expect(reported()).toEqual(['after']);
		},
	);

	it.each([-26, 26])(
		'goes by it for terminal sessions, too, when that of n8n is %d hours wrong',
		async (hours) => {
			n8n.events = ['terminalSession.success'];
			n8n.offsetMs = hours * hour;
			const sessions: object[] = [];
			n8n.answers = () => {
				const page = { limit: 50, offset: 0, hasNext: false };
				const date = new Date(n8n.moment).toUTCString();
				return answer(200, { data: sessions, page }, { date });
			};
			await n8n.publish('activate');
			n8n.moment += 2000;
			const updatedAt = new Date(n8n.moment).toISOString();
			sessions.push({ id: 'after', status: 'success', createdAt: updatedAt, updatedAt });
			await n8n.pollLater();
			expect(reported()).toEqual(['after']);
		},
	);

	it.each([-1, 1])(
		'begins with its poll when n8n is set %d hours later meanwhile',
		async (hours) => {
			jest.spyOn(Date, 'now').mockImplementation(() => {
				return n8n.moment + (n8n.requests.length > 0 ? hours * hour : 0);
			});
			completed('before', 5000);
			await n8n.publish('activate');
			completed('after', 0);
			await n8n.pollLater();
			expect(reported()).toEqual(['after']);
		},
	);

	it('begins when its first poll begins, not when that ends', async () => {
		const during = { status: 'completed', at: begin + 1000, lateMs: 10_000 };
		payouts.push({ id: 'during', reference: 'shop', steps: [during] });
		n8n.answerMs = 5000;
		await n8n.publish('activate');
		await n8n.pollLater();
		expect(reported()).toEqual(['during']);
	});

	it('begins by the clock of n8n when no answer has a time', async () => {
		n8n.hasDate = false;
		completed('before');
		await n8n.publish('activate');
		completed('after', 0);
		await n8n.pollLater();
		expect(reported()).toEqual(['after']);
	});

	it('sends one request a poll, and starts nothing when nothing has changed', async () => {
		completed('before');
		await n8n.publish('activate');
		for (let poll = 0; poll < 5; poll++) await n8n.pollLater();
		expect(n8n.requests).toHaveLength(6);
		expect(n8n.executions).toBe(0);
	});
});
