import { DateTime } from 'luxon';

import { contextOf } from './decisions.mts';
import { outputsOf, readExample, runCode, textOf, valueOf, type Json } from '../setup/examples.mts';

const example = readExample('all-my-links.json');
const nodeOf = (name: string) => example.nodes.find((node) => node.name === name);

const link = (more: Json) => ({
	...{ id: 'p', externalReference: 'R-1', amount: 1500, status: 'pending', reasonText: null },
	...{ paymentUrl: 'https://pay.example/1', expireAt: '2026-12-05T21:59:59Z', ...more },
});

/** What the page is made of, where Stitch lists these links and a part of a reference is asked for. */
function found(reference: string, ...links: Json[]): Json {
	const executed = { 'Which Links?': [{ reference }], Links: links };
	return runCode(example, 'Page of Links', executed)[0]?.json ?? {};
}

const shown = (...links: Json[]) => found('', ...links);

describe('the links on the page', () => {
	it.each([
		[{ status: 'pending' }, 'Sent, not paid so far'],
		[{ status: 'completed', paymentConfirmation: 'received' }, 'Paid, the money has arrived'],
		[{ status: 'completed', paymentConfirmation: 'unsettled' }, 'the money has not arrived'],
		[{ status: 'completed', paymentConfirmation: null }, 'the money may be on its way'],
		[{ status: 'expired' }, 'Not paid: expired'],
		[{ status: 'cancelled' }, 'Not paid: cancelled'],
		[{ status: 'manually_completed' }, 'no payment'],
		[{ status: 'new_word' }, 'new_word'],
	])('say what became of one: %j', (more, words) => {
		expect(shown(link(more)).table).toContain(words);
	});

	it('are counted from one, with amount, last day and the link itself while it can be paid', () => {
		const { table } = shown(link({}), link({ id: 'q', status: 'completed' }));
		expect(table).toContain('<td>1</td><td>R-1</td><td>R1\u00a0500.00</td>');
		expect(table).toMatch(
			/until 5 December 2026<\/td><td><a href="https:\/\/pay\.example\/1">Open/,
		);
		expect(table).toMatch(/<td>2<\/td>.*on its way<\/td><td><\/td><\/tr>/);
	});

	it('are found by any part of their reference', () => {
		const other = link({ id: 'q', externalReference: 'Order-2' });
		expect(found(' ORDER ', link({}), other)).toMatchObject({ count: 1, open: [{ id: 'q' }] });
	});

	it('are the latest 200, and the page says how many there are', () => {
		const many = Array.from({ length: 201 }, (_, index) => link({ id: `p${index}` }));
		expect(shown(...many)).toMatchObject({ count: 200, more: expect.stringContaining('of 201') });
		expect(shown(...many.slice(1)).more).toBe('');
	});

	it.each([
		['the last 31 days', '2026-10-28T00:00:00.000+02:00'],
		['the last 366 days', '2025-11-27T00:00:00.000+02:00'],
	])('are read as far back as the form says: %s', (since, from) => {
		const { createdAfter } = nodeOf('Links')?.parameters.filters as Json;
		expect(valueOf(createdAfter, contextOf({ json: { since } }))).toBe(from);
	});

	it('show no column that is empty, and what was refunded', () => {
		expect(shown(link({})).table).not.toContain('Refunded');
		expect(shown(link({ refundedAmount: 20 })).table).toContain('<td>R20.00</td>');
	});

	it('are text, never code', () => {
		const { table, open } = shown(link({ externalReference: '<b>"$&{{ x }}' }));
		expect(table).not.toMatch(/<b>|\{\{|\$/);
		expect(open).toEqual([{ id: 'p', choice: '1:  b  x  , R1\u00a0500.00' }]);
	});

	it('can be cancelled only while they are not paid, each by its own choice', () => {
		const { open } = shown(link({}), link({ id: 'q', status: 'completed' }), link({ id: 'r' }));
		expect(open).toEqual([
			{ id: 'p', choice: '1: R-1, R1\u00a0500.00' },
			{ id: 'r', choice: '3: R-1, R1\u00a0500.00' },
		]);
	});

	it.each([
		['All', []],
		['Sent, not paid so far', ['pending']],
		['Paid', ['completed']],
		['Expired or cancelled', ['expired', 'cancelled']],
	])('are those that the form asks for: %s', (which, statuses) => {
		const offered = JSON.stringify(nodeOf('Which Links?')?.parameters.formFields);
		expect(offered).toContain(`{"option":"${which}"}`);
		const { status } = nodeOf('Links')?.parameters.filters as Json;
		expect(valueOf(status, { $json: { which } })).toEqual(statuses);
	});
});

/** A last page, where these nodes have put out these items. */
function page(name: string, executed: Record<string, Json[]>): string {
	const outputs = outputsOf(executed);
	const params = { options: { path: 'all-my-links' } };
	const $ = (node: string) => ({ ...outputs(node), params });
	const { completionTitle, completionMessage } = nodeOf(name)?.parameters ?? {};
	return [completionTitle, completionMessage]
		.map((text) => textOf(text, { $, DateTime }))
		.join('\n');
}

describe('the page without a link that can be paid', () => {
	const pageOf = (...links: Json[]) => page('The Links', { 'Page of Links': [shown(...links)] });

	it('shows the links', () => {
		expect(pageOf(link({ status: 'expired' }))).toMatch(/^Your payment links\n<table>/);
	});

	it('says that there is none', () => {
		expect(pageOf({})).toMatch(/^There is no such link\nCheck the reference/);
	});

	it('says why they could not be read', () => {
		const text = pageOf({ error: 'No <access>', details: { howToFix: 'Add the scope.' } });
		expect(text).toMatch(
			/^The links could not be read\nNo &#60;access&#62;\.<br><br>Add the scope\./,
		);
	});
});

describe('the page after a link was to be cancelled', () => {
	const pageOf = (answer: Json) =>
		page('Cancelled', {
			'Cancel One?': [{ cancel: '1: R-1, R10.00' }],
			'Cancel the Link': [answer],
		});

	it('says that it can no longer be paid', () => {
		expect(pageOf({ status: 'cancelled' })).toMatch(
			/^The link is cancelled\n<b>1: R-1, R10\.00<\/b><br>It can no longer be paid/,
		);
	});

	it('says that it was not cancelled, why, and what to do', () => {
		const details = { happened: 'no', howToFix: 'Read its status.' };
		const text = pageOf({ error: 'It is being paid', details });
		expect(text).toMatch(
			/^The link was not cancelled\n[^]*It is being paid\.<br><br>Read its status/,
		);
		expect(text).toContain('No money moved by this.');
	});

	it.each<[string, Json, string]>([
		['no answer came', { error: 'No answer', details: { happened: 'maybe' } }, 'No answer.'],
		[
			'Stitch still shows it as open',
			{ status: 'pending', warnings: ['Open'] },
			'may still be paid',
		],
	])('does not claim what is not known: %s', (_, answer, says) => {
		const text = pageOf(answer);
		expect(text).toMatch(/^It is not known whether the link was cancelled\n/);
		expect(text).toContain(says);
		expect(text).not.toContain('no longer be paid');
	});
});
