import { DateTime } from 'luxon';

import {
	outputsOf,
	readExample,
	runCode,
	valueOf,
	type Json,
	type Outputs,
} from '../setup/examples.mts';

const example = readExample('pay-a-file.json');
/** The parameters of a node. */
export const nodeOf = (name: string) =>
	example.nodes.find((node) => node.name === name)?.parameters ?? {};

export const BOSS = 'boss@example.com';
export const PARTNER = 'partner@example.com';
export const CLERK = 'clerk@example.com';

/** In Johannesburg, it is the 28th already. */
const NOW = DateTime.fromISO('2026-11-27T22:30:00Z');

/** What a code node makes of its input, where these nodes of the workflow have run. */
export function run(node: string, executed: Outputs, input?: Json[], more: object = {}): Json[] {
	const found = { $now: NOW, $runIndex: 0, ...more };
	return runCode(example, node, executed, input, found).map(({ json }) => json);
}

/** A list as its last page has shown it, for the nodes that approve, pay and report. */
export const reviewed = (more: Json = {}): Json => ({
	...{
		file: 'a.csv',
		uploader: CLERK,
		approvers: [BOSS, PARTNER],
		asks: true,
		pays: true,
		why: '',
	},
	...{ asked: '9 payments, R9.00: the same sum as on 25 October', short: '9 payments, R9.00' },
	...{
		payAt: '',
		onDay: '',
		headline: 'Will be paid: 9 payments, R9.00',
		counts: '9 will be paid',
	},
	...{ testClient: '', confirmedAt: '2026-11-28T00:30', waiting: '', rows: [], formHtml: '' },
	people: [
		{ address: BOSS, approves: true },
		{ address: PARTNER, approves: true },
		{ address: CLERK, approves: false },
	],
	settings: { mailFrom: 'n8n@example.com' },
	...more,
});

/** What the expressions of a node find. */
export const contextOf = (executed: Outputs, more: object = {}) => ({
	...{ $: outputsOf(executed), $now: NOW, $runIndex: 0, $execution: { id: '17' }, DateTime },
	...more,
});

/** What a node shows as the last page of a form, where these have put out items by their outputs. */
export const lastPageOf =
	({ responseText }: Json) =>
	(executed: Record<string, Json[][]>): string => {
		const $ = (name: string) => ({
			isExecuted: name in executed,
			first: (output = 0) => {
				const [json] = executed[name]?.[output] ?? [];
				return json && { json };
			},
		});
		return String(valueOf(responseText, { $ }));
	};
