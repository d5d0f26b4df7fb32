import { runInNewContext } from 'node:vm';

import { readExample } from '../examples.mts';

type Rows = Array<Record<string, unknown>>;

const list = {
	approver: 'boss@example.com',
	why: '',
	rows: [{ row: 2, externalReference: 'P-1', pay: true }],
};

/** What "Result" says of a list that was not approved, where these nodes of the workflow have run. */
function resultAfter(executed: Record<string, Rows>): Rows {
	const outputs: Record<string, Rows> = { 'Reviewed List': [list], ...executed };
	const $ = (name: string) => {
		const items = (outputs[name] ?? []).map((json) => ({ json }));
		return { isExecuted: name in outputs, all: () => items, first: () => items[0] };
	};
	const $input = { first: () => ({ json: { data: { 'Your decision': 'Decline: pay nothing' } } }) };
	const node = readExample('pay-a-file.json').nodes.find(({ name }) => name === 'Result');
	const code = String(node?.parameters.jsCode);
	const items = runInNewContext(`(() => {${code}})()`, {
		$,
		$input,
		$prevNode: { name: 'Pay Now?' },
	}) as Array<{ json: Rows[number] }>;
	return items.map(({ json }) => json);
}

describe('the result of a list that the second person declined', () => {
	it('says that nothing was paid', () => {
		expect(resultAfter({})).toMatchObject([
			{ error: 'boss@example.com declined the list. Nothing was paid because of this page.' },
		]);
	});

	it('is not made in the retry of a run that n8n stopped in while it paid', () => {
		/** n8n takes over from its log which nodes ran, without what they put out. */
		const recovered = [{ isArtificialRecoveredEventItem: true }];
		const executed = { 'Approved Rows': recovered, 'Rows to Pay': recovered, Pay: recovered };
		expect(() => resultAfter(executed)).toThrow('Upload the same file again: it shows');
	});
});
