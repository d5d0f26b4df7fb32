import { runInNewContext } from 'node:vm';

import { readExample } from '../examples.mts';

type Json = Record<string, unknown>;

const { nodes } = readExample('payout-assistant.json');

/** What the page says of a row, by what the dry run says of it. */
function reviewed(check: Json): Json | undefined {
	const row = { row: 1, reference: 'acme-17', amount: '100.00', problem: '' };
	const lists: Record<string, Json[]> = {
		Rows: [row],
		'Clear Rows': [row],
		'Check Payment': [{ dryRun: true, ...check }],
	};
	const $ = (name: string) => ({ all: () => (lists[name] ?? []).map((json) => ({ json })) });
	const code = String(nodes.find(({ name }) => name === 'Review List')?.parameters.jsCode);
	const [item] = runInNewContext(`(() => {${code}})()`, { $ }) as Array<{ json: { rows: Json[] } }>;
	return item?.json.rows[0];
}

describe('a row of the list that the assistant made', () => {
	it.each(['new', 'payAgain'])('is offered for payment where the dry run says %s', (why) => {
		expect(reviewed({ wouldSend: true, why })).toMatchObject({ ready: true, why: '' });
	});

	it.each([
		['alreadyPaid', false],
		['paidElsewhere', true],
		['unknown', null],
	])('is not paid where the dry run says %s, and says why', (why, wouldSend) => {
		const explanation = 'It was sent before.';
		expect(reviewed({ wouldSend, why, explanation })).toMatchObject({
			ready: false,
			why: explanation,
		});
	});
});
