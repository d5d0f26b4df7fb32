import { DateTime } from 'luxon';

import { readExample, textOf, type Json } from '../setup/examples.mts';

/** The page after a form, where these nodes have put out these items on their outputs. */
function pageOf(file: string, node: string, outputs: Record<string, Json[]>): string {
	const { parameters } = readExample(file).nodes.find(({ name }) => name === node) ?? {};
	const $ = (name: string) => ({
		isExecuted: name in outputs,
		first: (output = 0) => ({ json: outputs[name]?.[output] ?? {} }),
		all: () => outputs[name]?.map((json) => ({ json })) ?? [],
		params: { options: { path: 'payment-link' } },
	});
	return [parameters?.completionTitle, parameters?.completionMessage]
		.map((text) => textOf(text, { $, DateTime }))
		.join('\n');
}

const form = { reference: 'order-1', payer: 'a@example.com' };
const failed = (happened: string) => ({
	error: 'Stitch did not answer <b>in time',
	details: { happened, howToFix: 'Check in Stitch before you run it again.' },
});

describe.each([
	['payment-link.json', 'No Link'],
	['templates/payment-link-by-email.json', 'Link Page'],
])('the page of %s', (file, node) => {
	const page = (happened: string) =>
		pageOf(file, node, { 'Create the Link': [{}, failed(happened)], Settings: [form] });

	it('says that no link was created only where that is known', () => {
		expect(page('no')).toMatch(/^No link was created\n/);
		expect(page('maybe')).toMatch(/^It is not known whether a link was created\n/);
	});

	it('says why and what to do, none of it as code', () => {
		expect(page('maybe')).toContain('Stitch did not answer &#60;b&#62;in time');
		expect(page('maybe')).toContain('Check in Stitch before you run it again.');
	});
});

describe('the page of the template payment-link-by-email.json', () => {
	const file = 'templates/payment-link-by-email.json';
	const link = {
		amount: 10,
		expireAt: '2026-12-05T21:59:59Z',
		paymentUrl: 'https://pay.example/1',
	};
	const page = (mailed: Json) =>
		pageOf(file, 'Link Page', {
			...{ 'Create the Link': [link], 'Still to Be Paid?': [link], 'Email the Link': [mailed] },
			...{ Settings: [form], 'New Link': [] },
		});
	const copy = '<a href="https://pay.example/1">https://pay.example/1</a>';

	it('says whether the link was emailed, and shows it to copy', () => {
		expect(page({})).toMatch(/^The link was emailed to a@example\.com\n<b>R10\.00 for order-1</);
		expect(page({})).toContain(`The link, to copy:<br>${copy}`);
		const refused = page({ error: 'No <route>' });
		expect(refused).toMatch(/^The link was created, but the email could not be sent\n/);
		expect(refused).toContain(`No &#60;route&#62;<br><br>Send the customer this link yourself:`);
		expect(refused).toContain(copy);
	});
});

describe('the page of payment-link.json for a reference that was used before', () => {
	it.each([
		['pending', 'A link already exists', 'It can still be paid.'],
		['completed', 'This reference was already paid', 'The payment went through.'],
		['manually_completed', 'This reference was used before', 'completed manually'],
	])('says what became of it: %s', (status, title, text) => {
		const link = { status, amount: 10, paymentUrl: 'https://pay.example/1' };
		const page = pageOf('payment-link.json', 'Link Exists', {
			...{ 'Create the Link': [link], 'Read the Link': [] },
			...{ Settings: [form], 'New Link': [] },
		});
		expect(page.startsWith(`${title}\n`)).toBe(true);
		expect(page).toContain(text);
		expect(page.includes(link.paymentUrl)).toBe(status === 'pending');
	});
});

it.each([
	['a@example.com', false],
	['b<@example.com', true],
])('the page of payment-link.json says whose link a used reference has: %s', (payer, isOther) => {
	const link = { id: '2', status: 'pending', amount: 10, paymentUrl: 'https://pay.example/1' };
	const page = pageOf('payment-link.json', 'Link Exists', {
		'Create the Link': [link],
		'Read the Link': [
			{ id: '1', metadata: { receiptTo: 'old@example.com' } },
			{ id: '2', metadata: { receiptTo: payer } },
		],
		...{ Settings: [form], 'New Link': [] },
	});
	expect(page).toContain(`The link was made for ${payer.replace('<', '&#60;')}.<br>`);
	expect(page.includes('<b>You entered a@example.com: check the reference.</b>')).toBe(isOther);
});

describe('the page of payment-link.json after a new link', () => {
	const link = {
		amount: 10,
		expireAt: '2026-12-05T21:59:59Z',
		paymentUrl: 'https://pay.example/?a=1&b',
	};
	const page = (node: string, mailed: Json[]) =>
		pageOf('payment-link.json', node, {
			'Create the Link': [link],
			'Email the Link': mailed,
			'New Link': [],
			Settings: [form],
		});
	const copy = '<a href="https://pay.example/?a=1&#38;b">https://pay.example/?a=1&#38;b</a>';

	it('says that the link was emailed, and shows it to copy', () => {
		const shown = page('Link Sent', [{ messageId: '1' }]);
		expect(shown).toMatch(/^The link was emailed to a@example\.com\n/);
		expect(shown).toContain('R10.00 for order-1');
		expect(shown).toContain('until the end of Saturday, 5 December 2026');
		expect(shown).toContain(copy);
	});

	it('says why the email was not sent, and shows the link to send', () => {
		const shown = page('Link Not Sent', [{}, { error: 'No <route>' }]);
		expect(shown).toMatch(/^The link was created, but not emailed\n/);
		expect(shown).toContain('The email to a@example.com could not be sent: No &#60;route&#62;');
		expect(shown).toContain(`Send the customer this link yourself:<br>${copy}`);
	});

	it('comes after the email, by what became of it', () => {
		const { connections } = readExample('payment-link.json');
		const ways = (name: string) => connections[name]?.main?.map((next) => next?.[0]?.node);
		expect(ways('New?')?.[0]).toBe('Email the Link');
		expect(ways('Email the Link')).toEqual(['Link Sent', 'Link Not Sent']);
	});
});
