import { runInNewContext } from 'node:vm';
import { DateTime } from 'luxon';

import { readExample, valueOf } from '../examples.mts';

const { nodes } = readExample('till-charge.json');

/** The title and the words of a page about what became of a sale. */
function page(name: string, sale: object): { title: string; message: string } {
	const { parameters = {} } = nodes.find((node) => node.name === name) ?? {};
	const given: Record<string, object> = { Settings: { shop: 'Example Shop' }, Charge: sale };
	const $ = (node: string) => ({ first: () => ({ json: given[node] }) });
	const filledIn = (text: unknown) =>
		String(text)
			.replace(/^=/, '')
			.replace(/\{\{([^]*?)\}\}/g, (_, code: string) =>
				String(runInNewContext(code, { $, DateTime })),
			);
	return {
		title: filledIn(parameters.completionTitle),
		message: filledIn(parameters.completionMessage),
	};
}

describe('the page after a card payment', () => {
	const paid = {
		...{ externalReference: 'r-1', amount: 149, cardNetwork: 'visa', cardLast4: '1234' },
		...{ retrievalReferenceNumber: '7', createdAt: '2026-11-19T23:30:00Z' },
	};

	it('is a receipt with the time of the payment', () => {
		const { title, message } = page('Receipt', { ...paid, alreadyExisted: false });
		expect(title).toBe('Example Shop: thank you');
		expect(message).toMatch(/^<b>Receipt r-1<\/b><br>Amount: R149.00/);
		expect(message).toContain('Time: 2026-11-20 01:30');
	});

	it.each(['Receipt', 'Not Started'])('shows whatever was typed as text: %s', (name) => {
		const typed = `<b> {{ $1 }} & "O'N"`;
		const given = name === 'Receipt' ? { ...paid, externalReference: typed } : { error: typed };
		const { message } = page(name, given);
		expect(message).toContain(
			'&#60;b&#62; &#123;&#123; &#36;1 &#125;&#125; &#38; &#34;O&#39;N&#34;',
		);
	});

	it('says that the customer paid before where the receipt number was used', () => {
		const { title, message } = page('Receipt', { ...paid, alreadyExisted: true });
		expect(title).toBe('Example Shop: paid before');
		expect(message).toContain('The card machine was not started again; this is the payment of');
		expect(message).toContain('Time: 2026-11-20 01:30');
	});

	it.each([
		['failure', 'Not paid', 'The card was not charged.'],
		['cancelled', 'Not paid', 'The card was not charged.'],
		['pending', 'Not finished yet', 'It is not known yet whether the customer has paid.'],
		['new', 'Not finished yet', 'It is not known yet whether the customer has paid.'],
	])('says what is known of a payment that is %s', (status, title, words) => {
		const shown = page('No Receipt', { status });
		expect(shown.title).toBe(title);
		expect(shown.message).toContain(words);
	});

	it('says that a payment may be under way where there was no answer', () => {
		const details = { carriedOut: 'unknown', howToFix: 'Look it up.' };
		const { title, message } = page('Not Started', { error: 'No answer', details });
		expect(title).toBe('It is not known whether the card machine was started');
		expect(message).toContain('Enter the same receipt number, amount and card machine again');
	});

	it.each([
		['Correct it. Nothing was sent for this item.', 'Correct it.'],
		['Nothing was done. Try again in a few minutes.', 'Try again in a few minutes.'],
	])('says that the card machine was not started this time, and why: %s', (howToFix, shown) => {
		const { title, message } = page('Not Started', { error: 'Wrong', details: { howToFix } });
		expect(title).toBe('The card machine was not started this time');
		// The customer may have paid since somebody last entered the same.
		expect(message).toBe(
			`Wrong<br><br>${shown}<br><br>Was this receipt number entered before? Then the customer may have paid. Enter it again exactly as then, until a page says whether it is paid, before you use another number.`,
		);
	});

	it('does not call a receipt number that was used before charged', () => {
		const error =
			'Already sent under External Reference r-1, but with other values: nothing was sent again. Amount was 149.00 and is now 159.00';
		const { message } = page('Not Started', { error, details: {} });
		expect(message).toMatch(
			/^There is a sale already under receipt number r-1, but with other values: nothing was started\. Amount was 149\.00 and is now 159\.00\.<br><br>It may have been paid, declined or not finished/,
		);
		expect(message).not.toContain('charged');
	});
});

it.each(['R-1', 'r-1', ' r-1 '])('the receipt number %j is that of one sale', (receipt) => {
	const { parameters } = nodes.find((node) => node.name === 'Charge') ?? {};
	expect(valueOf(parameters?.externalReference, { $json: { receipt } })).toBe('R-1');
});
