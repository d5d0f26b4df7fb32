import { isWatched } from '../../../nodes/Stitch/run/execution';

interface Circumstances {
	mode: string;
	type?: string;
	/** The type of a node that leads to this one, and how many minutes ago it was sent in. */
	before?: string;
	minutes?: number;
}

const watched = ({ mode, type = 'stitch', before = '', minutes }: Circumstances) =>
	isWatched({
		getMode: () => mode,
		getNode: () => ({ type }),
		getParentNodes: () => ['stitchTrigger', before].map((name) => ({ name, type: `base.${name}` })),
		evaluateExpression: () => {
			if (minutes === undefined) throw new Error('It has not run.');
			const submittedAt = new Date(Date.now() - minutes * 60_000).toISOString();
			return [{ json: { submittedAt } }];
		},
	} as unknown as Parameters<typeof isWatched>[0]);

it.each<[string, Circumstances]>([
	['in the editor', { mode: 'manual' }],
	['in front of a form', { mode: 'webhook', before: 'formTrigger', minutes: 0 }],
	['in front of its next page', { mode: 'webhook', before: 'form', minutes: 4 }],
	['for the tool of an AI agent', { mode: 'webhook', type: 'stitchTool' }],
])('a person may wait %s', (_, circumstances) => {
	expect(watched(circumstances)).toBe(true);
});

it.each<[string, Circumstances]>([
	['of an event', { mode: 'trigger' }],
	['whose form was not sent in', { mode: 'webhook', before: 'formTrigger' }],
	[
		'that has waited since for an approval or for its day',
		{ mode: 'webhook', before: 'formTrigger', minutes: 6 },
	],
	['behind a node that is no form', { mode: 'webhook', before: 'set', minutes: 0 }],
])('nobody waits for an execution %s', (_, circumstances) => {
	expect(watched(circumstances)).toBe(false);
});
