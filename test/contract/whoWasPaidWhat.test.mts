import { DateTime } from 'luxon';

import { disbursements } from '../../nodes/Stitch/actions/disbursement/disbursements';
import {
	assignedIn,
	outputsOf,
	readExample,
	runCode,
	setBy,
	textOf,
	type Json,
	type Outputs,
} from '../setup/examples.mts';

const example = readExample('who-was-paid-what.json');
const nodeOf = (name: string) => example.nodes.find((node) => node.name === name);

/** What a code node makes, where these nodes have put out what follows. */
function run(node: string, executed: Outputs): Json[] {
	const $now = DateTime.fromISO('2026-11-28T07:00:00Z');
	return runCode(example, node, executed, [], { $now }).map(({ json }) => json);
}

describe('the question who was paid what', () => {
	const $now = DateTime.fromISO('2026-11-28T07:00:00Z');
	/** What is looked for, where the form was sent in with this; by itself, the workflow has no form. */
	const asked = (form?: Json) => {
		const $json = { monthsBack: 12, daysBack: 8, ...form };
		const $ = outputsOf(form ? { Question: [form] } : {});
		return setBy(example, 'What Is Asked', { $, $json, $now, DateTime });
	};

	it('is about a month that was chosen', () => {
		expect(asked({ question: '', month: 'November 2026' })).toEqual({
			search: '',
			from: '2026-11-01T00:00:00.000+02:00',
			to: '2026-12-01T00:00:00.000+02:00',
			title: 'Payouts of November 2026',
		});
	});

	it.each(['N  Dlamini', 'SALARY-2026-11-017', 'November 2026'])(
		'is about a name or a reference, whatever it looks like: %j',
		(question) => {
			const search = question.replace('  ', ' ');
			expect(asked({ question, month: null })).toEqual({
				search,
				from: '2025-11-28T00:00:00.000+02:00',
				to: '2026-11-29T09:00:00.000+02:00',
				title: `Payouts of the last 12 months with “${search}”`,
			});
			expect(asked({ question, month: 'October 2026' }).title).toBe(
				`Payouts of October 2026 with “${search}”`,
			);
		},
	);

	it('offers each month that is searched', () => {
		const { values } = nodeOf('Question')?.parameters.formFields as {
			values: Array<{ fieldName: string; fieldOptions?: { values: Array<{ option: string }> } }>;
		};
		const offered = values.find(({ fieldName }) => fieldName === 'month')?.fieldOptions?.values;
		const months = offered?.map(({ option }) => textOf(option, { $now }));
		expect(months?.slice(0, 2)).toEqual(['November 2026', 'October 2026']);
		expect(months).toHaveLength(13);
		expect(months?.at(-1)).toBe('November 2025');
	});

	it('is about the last days where nobody asks', () => {
		expect(asked()).toMatchObject({
			search: '',
			from: '2026-11-20T00:00:00.000+02:00',
			title: 'Payouts of the last 8 days',
		});
	});

	it('looks back further than a payout can wait for money', () => {
		expect(assignedIn(example, 'Settings', 'daysBack')).toBeGreaterThan(7);
	});
});

describe('the answer who was paid what', () => {
	const Payouts = [{ id: 'id-1' }, { id: 'id-2' }, { id: 'id-3' }];
	const Runs = [
		{ stitchIds: 'id-1 id-2', approver: 'boss@example.com', file: 'november.xlsx' },
		{ stitchIds: '', approver: 'nobody@example.com' },
		{},
	];
	const approvers = (more: Outputs = {}) =>
		run('With Approver', { 'Table of Runs': [{}], Payouts, Runs, ...more });

	it('says who approved each payout, and in which file it was', () => {
		expect(approvers()).toEqual([
			{ id: 'id-1', approvedBy: 'boss@example.com', fileName: 'november.xlsx' },
			{ id: 'id-2', approvedBy: 'boss@example.com', fileName: 'november.xlsx' },
			{ id: 'id-3', approvedBy: '', fileName: '' },
		]);
	});

	it.each<Outputs>([
		{ Runs: [{ error: 'Gone' }] },
		{ 'Table of Runs': [{ error: 'Gone' }], Runs: [{}] },
	])('says that the approver is not known where the table could not be read: %j', (unread) => {
		const said = approvers(unread).map(({ approvedBy }) => approvedBy);
		expect(said).toEqual(Payouts.map(() => 'could not be read'));
	});

	it('leaves to the node what is found, what each status means, and what to do', () => {
		const page = example.nodes.find(({ name }) => name === 'Page of the Payouts')?.parameters;
		expect(page).toMatchObject({
			...{ operation: 'getPage', page: 'report' },
			options: { search: "={{ $('What Is Asked').first().json.search }}" },
		});
		const code = example.nodes.map(({ parameters }) => String(parameters.jsCode ?? '')).join();
		for (const status of Object.keys(disbursements.statuses))
			expect(code).not.toContain(`'${status}'`);
	});
});
