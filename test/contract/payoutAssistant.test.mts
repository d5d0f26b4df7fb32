import { runInNewContext } from 'node:vm';

import type { IDataObject } from 'n8n-workflow';

import { requireAsChecked } from '../../nodes/Stitch/actions/disbursement/checkedRow';
import { readExample } from '../setup/examples.mts';

type Json = Record<string, unknown>;

const { nodes } = readExample('payout-assistant.json');

/** What the page says of a row, by what the dry run says of it. */
function reviewed(check: Json, settings: Json = {}): Json | undefined {
	const row = { row: 1, reference: 'acme-17', amount: '100.00', problem: '' };
	const lists: Record<string, Json[]> = {
		Rows: [row],
		'Clear Rows': [row],
		'Check Payment': [{ dryRun: true, client: 'test', ...check }],
		Settings: [{ payAlone: false, ...settings }],
	};
	const $ = (name: string) => {
		const items = (lists[name] ?? []).map((json) => ({ json }));
		return { all: () => items, first: () => items[0] };
	};
	const code = String(nodes.find(({ name }) => name === 'Review List')?.parameters.jsCode);
	const [item] = runInNewContext(`(() => {${code}})()`, { $ }) as Array<{ json: { rows: Json[] } }>;
	return item?.json.rows[0];
}

describe('a row of the list that the assistant made', () => {
	it.each(['new', 'payAgain'])('is offered for payment where the dry run says %s', (why) => {
		expect(reviewed({ wouldSend: true, why })).toMatchObject({ ready: true, why: '' });
	});

	it('is paid with a live client only where whoever set it up lets one person pay alone', () => {
		const live = { wouldSend: true, why: 'new', client: 'live' };
		for (const payAlone of [false, undefined, 'true']) {
			expect(reviewed(live, { payAlone })).toMatchObject({
				ready: false,
				why: expect.stringMatching(/real money.*payAlone/),
			});
		}
		expect(reviewed(live, { payAlone: true })).toMatchObject({ ready: true });
		expect(reviewed({ ...live, client: undefined })).toMatchObject({ ready: false });
	});

	it('is paid only by the client that has checked it', () => {
		const [own, other] = ['0e9a1b7c-own', '5d2f8e3a-other'];
		const row = reviewed({ wouldSend: true, why: 'new', nonce: own }) as IDataObject;
		expect(() => requireAsChecked(row, own, 'test-a')).not.toThrow();
		expect(() => requireAsChecked(row, other, 'test-b')).toThrow(/a different payment/);
		expect(() => requireAsChecked(row, own, 'live-a')).toThrow(/live client/);
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
