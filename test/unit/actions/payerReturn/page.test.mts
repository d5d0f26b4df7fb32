import { createHash } from 'node:crypto';

import {
	factsOf,
	lastPageHeaders,
	pageHeaders,
	payerPage,
	type PayerPage,
} from '../../../../nodes/Stitch/actions/payerReturn/page';
import {
	paymentLanguages,
	type PageName,
} from '../../../../nodes/Stitch/actions/payerReturn/texts';
import fc from '../../properties.mts';

const names: PageName[] = ['paid', 'pending', 'notPaid', 'over', 'unknown', 'other'];
const english = paymentLanguages.en;
const paymentUrl = 'https://pay.test/1?redirect_uri=https%3A%2F%2Fn8n.test%2Fx&a=1';

const paid = { amount: { currency: 'ZAR', quantity: 1234567.5 }, externalReference: 'order-1' };

const page = (name: PageName, more: Partial<PayerPage> = {}) =>
	payerPage({ name, language: english, ...more });

describe('every page', () => {
	it.each(names)('is self-contained: %s', (name) => {
		const html = page(name, { paymentUrl, business: 'Example Shop', facts: factsOf(paid) });
		expect(html).not.toMatch(/<script|<img|<link|<iframe|<form|@import|url\(|\son\w+=/i);
		expect(html).toMatch(/^<!DOCTYPE html>\n<html lang="en">/);
	});

	it('has a style that its policy lets through, and nothing else', () => {
		const [, style = ''] = /<style>(.*)<\/style>/s.exec(page('paid')) ?? [];
		const hash = createHash('sha256').update(style).digest('base64');
		expect(pageHeaders['Content-Security-Policy']).toBe(
			`default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox`,
		);
	});
});

describe('a page that one trusts with money', () => {
	it('says who is paid, how much, and for what', () => {
		const html = page('paid', { business: 'Smith & Sons', facts: factsOf(paid) });
		expect(html).toContain('<header>Smith &#38; Sons</header>');
		expect(html).toContain('<title>Thank you · Smith &#38; Sons</title>');
		expect(html).toContain('<dt>Amount</dt><dd>R1\u00a0234\u00a0567.50</dd>');
		expect(html).toContain('<dt>Reference</dt><dd>order-1</dd>');
	});

	it('shows a reference in the order in which it was written', () => {
		const facts = { amount: undefined, reference: 'order\u202e1-99' };
		expect(page('paid', { facts })).toContain('<dd>order1-99</dd>');
	});

	it('says it in the language of the page', () => {
		const html = page('pending', {
			language: paymentLanguages.af,
			facts: factsOf(paid),
		});
		expect(html).toContain('<dt>Bedrag</dt>');
		expect(html).toContain('<dt>Verwysing</dt>');
	});

	it('shows nothing in the place of what is not known', () => {
		expect(page('paid', { facts: factsOf({ amount: 'soon' }) })).not.toMatch(/<dl>|<dt>|undefined/);
		expect(page('paid')).not.toMatch(/<header>|<dl>|undefined/);
	});

	it('is marked by what it says: one mark for each, and none where nothing is said', () => {
		const markOf = (name: PageName) => /<svg.*<\/svg>/.exec(page(name))?.[0];
		expect(markOf('paid')).toBeDefined();
		expect(markOf('pending')).not.toBe(markOf('paid'));
		expect(markOf('notPaid')).not.toBe(markOf('paid'));
		expect(markOf('other')).toBeUndefined();
	});
});

it("may be stored by the payer's browser only, when it is the last page", () => {
	const { 'Cache-Control': caching, ...others } = lastPageHeaders;
	expect(caching).toBe('private, max-age=86400');
	expect(pageHeaders).toEqual({ ...others, 'Cache-Control': 'no-store' });
});

describe('the way back to the payment', () => {
	it('is on the page of a payment that is still open, and on no other', () => {
		const withLink = names.filter((name) => page(name, { paymentUrl }).includes('pay.test'));
		expect(withLink).toEqual(['pending']);
		expect(page('pending', { paymentUrl })).toContain(
			'<a href="https://pay.test/1?redirect_uri=https%3A%2F%2Fn8n.test%2Fx&#38;a=1">Back to payment</a>',
		);
	});

	it.each([
		undefined,
		'',
		'javascript:alert(1)',
		'data:text/html,x',
		'http://pay.test/1',
		'//pay.test',
		'https://user:password@pay.test/',
	])('never leads to %p', (address) => {
		expect(page('pending', { paymentUrl: address })).not.toContain('Back to payment');
	});
});

it('escapes whatever the name, the facts and the address hold', () => {
	fc.assert(
		fc.property(fc.string(), fc.string(), fc.webUrl({ withQueryParameters: true }), (a, b, url) => {
			const shown = (one: string, other: string): Partial<PayerPage> => ({
				business: one,
				facts: { amount: other, reference: one },
			});
			const marks = (text: string) => text.replace(/[^<>"]/g, '');
			const address = { paymentUrl: url.replace(/^http:/, 'https:') };
			expect(marks(page('pending', { ...shown(a, b), ...address }))).toBe(
				marks(page('pending', { ...shown('x', 'x'), paymentUrl })),
			);
		}),
		{ seed: 8 },
	);
});
