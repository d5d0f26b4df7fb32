import { DateTime } from 'luxon';

import { readExample, textOf, valueOf } from '../setup/examples.mts';

const { nodes } = readExample('till-charge.json');

/** The title and the words of a page about what became of a sale. */
function page(name: string, sale: object): { title: string; message: string } {
	const { parameters = {} } = nodes.find((node) => node.name === name) ?? {};
	const given: Record<string, object> = {
		Settings: { shop: 'Example Shop' },
		Charge: sale,
		'New Sale': { submittedAt: '2026-11-19T23:30:00Z' },
	};
	const params = { options: { path: 'till-charge' } };
	const $ = (node: string) => ({ first: () => ({ json: given[node] }), params });
	return {
		title: textOf(parameters.completionTitle, { $, DateTime }),
		message: textOf(parameters.completionMessage, { $, DateTime }),
	};
}

describe('the page after a card payment', () => {
	const paid = {
		...{ externalReference: 'r-1', amount: 149, cardNetwork: 'visa', cardLast4: '1234' },
		...{ retrievalReferenceNumber: '7' },
	};

	it('is a receipt with the time of the payment, and a link for the next customer', () => {
		const { title, message } = page('Receipt', { ...paid, alreadyExisted: false });
		expect(title).toBe('Example Shop: thank you');
		expect(message).toMatch(/^<b>Receipt r-1<\/b><br>Amount: R149.00/);
		expect(message).toContain('Time: 2026-11-20 01:30');
		expect(message).toContain('<a href="../form/till-charge">Next customer</a>');
	});

	it('says why the card was declined, and how to try again', () => {
		const declined = { status: 'failure', reasonText: 'Wrong <PIN>' };
		const next = (externalReference: string) =>
			page('No Receipt', { ...declined, externalReference });
		const { message } = next('R-1');
		expect(message).toContain('The reason: Wrong &#60;PIN&#62;.');
		const sentence = page('No Receipt', {
			...declined,
			reasonText: 'Declined.',
			externalReference: 'R-1',
		});
		expect(sentence.message).toContain('The reason: Declined. To');
		expect(message).toContain('enter the receipt number <b>R-1 TRY 2</b>.');
		expect(next('R-1 TRY 2').message).toContain('<b>R-1 TRY 3</b>');
		expect(next('R-1 TRY 9').message).toContain('<b>R-1 TRY 10</b>');
		expect(next('2026/11').message).toContain('<b>2026/11 TRY 2</b>');
	});

	it('calls no card payment paid that was only authorised', () => {
		const { title, message } = page('Receipt', { ...paid, chargeStatus: 'authorized' });
		expect(title).toBe('Example Shop: authorised, not paid yet');
		expect(message).toMatch(/^<b>The card was only authorised\. You are paid once/);
		expect(page('Receipt', { ...paid, chargeStatus: 'captured' }).title).toBe(
			'Example Shop: thank you',
		);
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
		expect(title).toBe('Example Shop: paid earlier');
		expect(message).toContain(
			'The card machine was not started again; below is the earlier payment',
		);
		expect(message).not.toContain('Time:');
	});

	it.each([
		['failure', 'Not paid', 'The card was not charged.'],
		['cancelled', 'Not paid', 'The card was not charged.'],
		['pending', 'Not finished yet', 'We do not know yet whether the customer has paid.'],
		['new', 'Not finished yet', 'We do not know yet whether the customer has paid.'],
	])('says what is known of a payment that is %s', (status, title, words) => {
		const shown = page('No Receipt', { status, externalReference: 'R-1' });
		expect(shown.title).toBe(title);
		expect(shown.message).toContain(words);
	});

	it('says that a payment may be under way where there was no answer', () => {
		const details = { happened: 'maybe', howToFix: 'Look it up.' };
		const { title, message } = page('Not Started', { error: 'No answer', details });
		expect(title).toBe('We do not know whether the card machine was started');
		expect(message).toMatch(
			/^No answer\.<br><br>Enter the same receipt number, amount and card machine/,
		);
	});

	it('does not say that Stitch gave no answer where it did', () => {
		const details = { happened: 'maybe' };
		const { message } = page('Not Started', { error: 'The credential lacks the scope.', details });
		expect(message).toMatch(/^The credential lacks the scope\.<br><br>Enter the same/);
		expect(message).not.toContain('did not answer');
	});

	it('says what a receipt number with a different amount was used for, and what to enter', () => {
		const error = "Already sent under the reference R-1. 'Amount' was R149.00 and is now R150.00";
		const details = { kind: 'alreadySentWithOtherValues', howToFix: 'Use another reference.' };
		const { title, message } = page('Not Started', { error, details });
		expect(title).toBe('This receipt number was used before');
		expect(message).toMatch(/was R149\.00 and is now R150\.00\.<br><br>The card machine was not/);
		expect(message).toContain('enter everything as it was then. For another sale, enter another');
		expect(message).not.toMatch(/R150\.00\.\.|Use another reference/);
	});

	it('says why the card machine was not started, and what to do with the receipt number', () => {
		const details = { howToFix: 'Fix it.' };
		const { title, message } = page('Not Started', { error: 'Wrong', details });
		expect(title).toBe('The card machine was not started');
		expect(message).toMatch(
			/^Wrong<br><br>Fix it\.<br><br>Was this receipt number entered before\? Then the customer may have paid\. Enter it again exactly as then, before you use a different number\./,
		);
	});
});

it.each(['R-1', 'r-1', ' r-1 '])('the receipt number %j is that of one sale', (receipt) => {
	const { parameters } = nodes.find((node) => node.name === 'Charge') ?? {};
	expect(valueOf(parameters?.externalReference, { $json: { receipt } })).toBe('R-1');
});

it('the card is charged at once, not only authorised', () => {
	const { parameters } = nodes.find((node) => node.name === 'Charge') ?? {};
	expect(parameters?.additionalFields).toEqual({ captureMethod: 'automatic' });
});
