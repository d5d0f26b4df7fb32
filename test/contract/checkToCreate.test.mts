import { readFileSync } from 'node:fs';

import {
	exampleFiles,
	outputsOf,
	readExample,
	runCode,
	templateFiles,
	valueOf,
	type Json,
	type Outputs,
} from '../setup/examples.mts';

/** The nodes of an example with an operation of ours, as `disbursement/create`. */
const nodesOf = (file: string, wanted: string) =>
	readExample(file).nodes.filter(
		({ parameters: { resource, operation } }) => `${resource}/${operation}` === wanted,
	);

const files = [...exampleFiles(), ...templateFiles()].filter(
	(file) =>
		nodesOf(file, 'payoutList/check').length > 0 && nodesOf(file, 'disbursement/create').length > 0,
);

/** A filter would leave the rows that are not paid out of what people read afterwards. */
it.each([
	['the panel of Check', 'nodes/Stitch/payoutList/check/checkForm.ts'],
	['the rejection of a held row', 'nodes/Stitch/actions/disbursement/checkedRow.ts'],
	['the guide', 'docs/your-own-workflow.md'],
])('%s has rows that are not paid come out of Create, and names no filter', (_, file) => {
	const text = readFileSync(file, 'utf8').replace(/<\/?\w+>|[*']/g, '');
	expect([
		/Rows Not to Pay (set )?to Return as They Are/.test(text),
		/a Filter on/i.test(text),
	]).toEqual([true, false]);
});

it('several examples pay rows that were checked', () => {
	expect(files).toEqual(expect.arrayContaining(['pay-a-file.json', 'payout-assistant.json']));
});

describe.each(files)('%s, which checks rows and pays them,', (file) => {
	const { nodes, connections } = readExample(file);
	const checks = nodesOf(file, 'payoutList/check');
	const [pay, ...others] = nodesOf(file, 'disbursement/create');
	/** The check whose rows Create gets. */
	const last = checks.find(({ name }) =>
		connections[name]?.main?.[0]?.some(({ node }) => node === pay?.name),
	);
	const optionsOf = (node: (typeof checks)[number] | undefined) =>
		(node?.parameters.options ?? {}) as Json;

	/** Whether a list can be paid, by whom, and what becomes of its rows, the package decides. */
	it('compares no amounts, verdicts or statuses in JavaScript', () => {
		const texts = nodes.flatMap(({ name, parameters }) =>
			[...JSON.stringify(parameters).matchAll(/=?\{\{[^]*?\}\}|"jsCode":"[^]*?"(?=[,}])/g)].map(
				([code]) => [name, code] as const,
			),
		);
		const judging =
			/\b(verdict|status|happened|notAsAsked|toPay|sumToPay|cents|similarPayoutAt|newestPayoutAt|nonce)\b|\b(amount|sum)\b\s*([<>]|[!=]==?|\*|\+|-)/;
		expect(texts.filter(([, code]) => judging.test(code))).toEqual([]);
		expect(texts.length).toBeGreaterThan(40);
	});

	const settings = {
		...{ maximumPerPayment: '1', maximumPerRun: '2', maximumPerDay: '3' },
		holdNewAccountsAbove: '',
	};
	/** The settings are in the run of the form, and in the list that it hands on. */
	const contextOf = (set: Json, executed: Outputs = {}) => ({
		$: outputsOf({ Settings: [set], 'Reviewed List': [{ settings: set }], ...executed }),
	});

	it('has the limits with which the list is paid in every check', () => {
		const limitsOf = (node: (typeof checks)[number] | undefined) => {
			const { maxAmountPerItem, maxTotalPerRun, maxTotalPerDay } = optionsOf(node);
			return [maxAmountPerItem, maxTotalPerRun, maxTotalPerDay].map((limit) =>
				valueOf(limit, contextOf(settings)),
			);
		};
		expect([...checks, pay].map(limitsOf)).toEqual([...checks, pay].map(() => ['1', '2', '3']));
	});

	it('holds new accounts above what is set, and by default none', () => {
		for (const check of checks) {
			const { holdNewAccountsAbove } = optionsOf(check);
			expect(valueOf(holdNewAccountsAbove, contextOf(settings))).toBe(1_000_000_000);
			const set = { ...settings, holdNewAccountsAbove: '0.50' };
			expect(valueOf(holdNewAccountsAbove, contextOf(set))).toBe('0.50');
		}
	});

	it('pays with one Create, after a check of only what people approved, and Create returns the other rows', () => {
		expect(others).toEqual([]);
		expect(optionsOf(last).onlyAsApproved).toBe(true);
		expect(optionsOf(pay).rowsNotToPay).toBe('return');
		expect(
			[...checks, pay].map((node) => [optionsOf(node).onDuplicate, optionsOf(node).shortenNames]),
		).toEqual([...checks, pay].map(() => ['payAgainIfFailed', true]));
	});

	it('gives that check every row that was approved, with each column of the check before', () => {
		const before = Object.keys(connections).filter((from) =>
			connections[from]?.main?.flat().some((to) => to?.node === last?.name),
		);
		expect(before).toEqual(['Approved Rows']);
		const rows = [
			{ amount: 9, checkedAs: 'R9.00 to T Tester, FNB 1234567890', nonce: 'n' },
			{ amount: 8, checkedAs: 'R8.00 to A Nother, FNB 2345678900', pay: false },
		];
		const given = runCode(readExample(file), 'Approved Rows', { 'Reviewed List': [{ rows }] });
		expect(given.map(({ json }) => json)).toEqual(rows);
	});

	it('leads past the payment where that check fails', () => {
		expect(last).toMatchObject({ onError: 'continueErrorOutput' });
		const [, failed = []] = connections[last?.name ?? '']?.main ?? [];
		expect(failed?.map(({ node }) => node)).toEqual(['Rows Not Paid']);
	});
});
