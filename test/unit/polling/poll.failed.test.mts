import { FailedPolls } from '../../../nodes/Stitch/polling/poll';
import { answer, graphqlPage, refused } from '../builders.mts';
import { ModelN8n, type Keeping } from './model.mts';
import { ModelService, type Thing } from './modelService.mts';

const minute = 60_000;

describe('polls that fail in a row', () => {
	const outcomes = (everyMs: number, count: number) => {
		const polls = new FailedPolls();
		return Array.from({ length: count }, (_, n) => polls.add(n * everyMs));
	};

	it('reports the first in the log, the third by an execution, and then one an hour', () => {
		const reports = outcomes(minute, 130);
		expect(reports.slice(0, 4)).toEqual(['inLog', 'nowhere', 'byExecution', 'nowhere']);
		const shown = reports.flatMap((where, n) => (where === 'byExecution' ? [n] : []));
		expect(shown).toEqual([2, 62, 122]);
		expect(reports.filter((where) => where === 'inLog')).toHaveLength(1);
	});

	it('shows the second by an execution where polls are rare', () => {
		expect(outcomes(15 * minute, 2)).toEqual(['inLog', 'byExecution']);
	});

	it('starts the count again after a poll that succeeded, and says how many had failed', () => {
		const polls = new FailedPolls();
		expect(polls.end()).toBe(0);
		for (let n = 0; n < 5; n++) polls.add(n * minute);
		expect(polls.end()).toBe(5);
		expect(polls.add(6 * minute)).toBe('inLog');
	});
});

describe('a poll that fails', () => {
	/** @param payouts what there is to find at Stitch */
	function start(keeping: Keeping = 'published', payouts: Thing[] = []) {
		const n8n = new ModelN8n(new ModelService(payouts, [], 200), keeping);
		n8n.moment = Date.parse('2026-11-20T08:00:00Z');
		n8n.setClocks();
		return n8n;
	}

	afterEach(() => {
		jest.restoreAllMocks();
	});

	it.each(['published', 'scheduler', 'durable'] as const)(
		'is reported once in the log, then by an execution, and once when it is over (%s)',
		async (keeping) => {
			const n8n = start(keeping);
			await n8n.publish('activate');
			n8n.isRefused = true;
			for (let poll = 0; poll < 5; poll++) await n8n.pollLater();
			expect(n8n.warnings).toEqual([
				'"Changes" in the workflow "Shop" could not report changes: Stitch does not allow your client to do this',
			]);
			expect(n8n.failures).toEqual(['Stitch does not allow your client to do this']);
			n8n.isRefused = false;
			await n8n.pollLater();
			expect(n8n.log.at(-1)).toBe('"Changes" in the workflow "Shop" can report changes again.');
		},
	);

	it.each(['notStored', 'diesBefore'] as const)(
		'is one whose changes n8n does not take, until it takes them (%s)',
		async (fate) => {
			const payout = { status: 'completed', at: Date.parse('2026-11-20T08:00:30Z'), lateMs: 0 };
			const n8n = start('published', [{ id: 'a', reference: 'shop', steps: [payout] }]);
			await n8n.publish('activate');
			n8n.fate = fate;
			const said =
				'n8n did not take the changes that were found, or lost the execution with them: lost';
			const reports: unknown[] = [];
			for (let poll = 0; poll < 4; poll++) {
				await n8n.pollLater();
				reports.push([n8n.warnings.length, n8n.failures.length]);
			}
			expect(reports).toEqual([
				[0, 0],
				[1, 0],
				[1, 0],
				[1, 1],
			]);
			expect(n8n.warnings).toEqual([
				`"Changes" in the workflow "Shop" could not report changes: ${said}`,
			]);
			expect(n8n.failures).toEqual([said]);
			expect(n8n.advice).toMatch(/log\. No change is lost/);
			n8n.fate = 'runs';
			await n8n.pollLater();
			await n8n.pollLater();
			expect(n8n.reported).toHaveLength(1);
			expect(n8n.log.at(-1)).toBe('"Changes" in the workflow "Shop" can report changes again.');
		},
	);

	it('is not that of publishing because n8n did not take what was found before', async () => {
		const payout = { status: 'completed', at: Date.parse('2026-11-20T08:00:30Z'), lateMs: 0 };
		const n8n = start('published', [{ id: 'a', reference: 'shop', steps: [payout] }]);
		await n8n.publish('activate');
		n8n.fate = 'notStored';
		await n8n.pollLater();
		await n8n.publish();
		expect(n8n.failures).toEqual([]);
	});

	it('is shown at once when the workflow is published', async () => {
		const n8n = start();
		n8n.answers = async () =>
			await Promise.reject(Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }));
		await n8n.publish('activate');
		expect(n8n.failures).toEqual([
			'No connection to graphql.test. Check the network, and any custom addresses in the credential, then try again.',
		]);
	});

	it('of publishing says in its message what to do, which is all that n8n shows', async () => {
		const n8n = start();
		n8n.events = ['*'];
		n8n.isRefused = true;
		await n8n.publish('activate');
		expect(n8n.failures).toEqual([
			"Stitch does not allow your client to do this. Ask Stitch support whether this product is switched on for your client. Or choose fewer events under 'Events'.",
		]);
	});

	/** Until an execution shows that the polls fail. */
	async function failLater(n8n: ModelN8n) {
		for (let poll = 0; poll < 3; poll++) await n8n.pollLater();
	}

	it('says where to look when a proxy answers in the place of Stitch', async () => {
		const n8n = start();
		jest.spyOn(Math, 'random').mockReturnValue(0);
		await n8n.publish('activate');
		n8n.answers = () => answer(200, '<html>Log in</html>');
		await failLater(n8n);
		expect(n8n.failures).toEqual(['The reply did not come from Stitch']);
		expect(n8n.advice).toMatch(/^A proxy, .* No change is lost/);
	});

	it.each([
		['passes by itself, without advice', answer(503, {}), /^No change is lost/],
		[
			'an answer of GraphQL says, which passes as well',
			refused('INTERNAL_SERVER_ERROR'),
			/^No change is lost/,
		],
		['a person has to mend, with what to do', answer(403, {}), /^\S.* No change is lost/],
	])('says what %s', async (_, given, advice) => {
		const n8n = start();
		jest.spyOn(Math, 'random').mockReturnValue(0);
		await n8n.publish('activate');
		n8n.answers = () => given;
		await failLater(n8n);
		expect(n8n.advice).toMatch(advice);
	});

	it('is not one that got an answer and then none in time: the next poll continues', async () => {
		const n8n = start('scheduler');
		await n8n.publish('activate');
		const more = graphqlPage('disbursement_completed', [{ id: 'a' }], 'there is more');
		n8n.requests.length = 0;
		n8n.answers = async () => (n8n.requests.length > 1 ? await n8n.silence() : more);
		await n8n.pollLater();
		expect([n8n.requests.length, n8n.failures, n8n.warnings]).toEqual([2, [], []]);
	});

	it('ends sooner when the workflow is published, so that n8n can try again and show why', async () => {
		const n8n = start();
		await n8n.publish('activate');
		n8n.answers = () => graphqlPage('disbursement_completed', [{}], 'there is more');
		n8n.answerMs = 12_000;
		n8n.requests.length = 0;
		await n8n.publish();
		expect(n8n.requests).toHaveLength(1);
	});

	it('ends when its time is up, also while an answer drips', async () => {
		const n8n = start('scheduler');
		await n8n.publish('activate');
		n8n.answers = async () => await n8n.silence();
		const took: number[] = [];
		for (let poll = 0; poll < 3; poll++) {
			n8n.budgetMs = [60_000, 36_000, 20_000][poll] ?? 0;
			const began = (n8n.moment += minute);
			await n8n.poll();
			took.push(n8n.moment - began);
		}
		expect(took).toEqual([20_000, 18_000, 10_000]);
		expect(n8n.failures).toEqual([
			'Stitch did not send what has changed within the time that one poll has',
		]);
	});

	it('fails before anything is asked where n8n gives it no way to start an execution', async () => {
		const n8n = Object.assign(start(), { canStart: false });
		await n8n.publish();
		expect(n8n.failures).toEqual(['This trigger cannot start workflows in this version of n8n']);
		expect(n8n.requests).toEqual([]);
	});

	const unsaved = { saveDataErrorExecution: 'none' };

	it('continues where nobody publishes the workflow that saves no failed executions', async () => {
		const n8n = Object.assign(start(), { workflowSettings: unsaved });
		await n8n.publish('init');
		expect(n8n.failures).toEqual([]);
		expect(n8n.requests).not.toEqual([]);
	});

	it.each([
		["'Events' is empty", { events: [] }],
		["'Execute Once' would drop every change but the first", { settings: { executeOnce: true } }],
		["'Always Output Data' would start", { settings: { alwaysOutputData: true } }],
		["'Save failed production executions' is off", { workflowSettings: unsaved }],
	])('is refused before anything is asked: %s', async (complaint, given) => {
		const n8n = Object.assign(start(), given);
		await n8n.publish();
		expect(n8n.failures).toEqual([expect.stringContaining(complaint)]);
		expect(n8n.requests).toEqual([]);
	});
});
