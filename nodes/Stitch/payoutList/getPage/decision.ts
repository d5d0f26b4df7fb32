import type { IDataObject } from 'n8n-workflow';

import { formatRand } from '../../schemas/money';
import { joinWithOr } from '../../transport/wording';
import type { Page } from './page';
import { sumInWords, type ShownRow } from './shownRow';

export interface Deciding {
	/** The email addresses of the persons of whom one has to approve it; empty if there are none. */
	approvers: string[];
	/** The email address of the person who uploaded it. */
	uploader: string;
	/** Whether a live list may be paid without a second person. */
	payAlone: boolean;
	isLive: boolean;
}

/**
 * Whether a list can be paid, and what a form asks the person who uploaded it: the fields of n8n's Form
 * node, in which each held row can be ticked.
 */
export function decisionOn(
	{ headline, held, formHtml }: Pick<Page, 'headline' | 'held' | 'formHtml'>,
	who: Deciding,
): IDataObject {
	const { whyNot: whyNotPaid, asked } = headline;
	// Nobody approves their own list.
	const approvers = who.approvers.filter((one) => mailbox(one) !== mailbox(who.uploader));
	const whyNot = whyNotPaid || whyNotDecided(who, approvers);
	const names = joinWithOr(approvers);
	if (whyNot) {
		const nothing = { choice: '', about: '', heldRows: [], formFields: [] };
		return { ...{ canBePaid: false, whyNot, asked, approvers }, ...nothing };
	}
	const heldRows = held.map(heldRow);
	const choice = `${names ? `Ask ${names} to approve` : 'Pay'} ${whatIsAsked(asked, held)}`;
	return {
		...{ canBePaid: true, whyNot, asked, approvers, choice, heldRows },
		formFields: fieldsOf(formHtml, choice, heldRows),
		about: names
			? `After you, ${names} has to approve this list. You get the result by email.`
			: 'Nothing is paid before you confirm at the bottom of this page. After that, it takes up to a minute until you see the result, and a few minutes if Stitch is down. Wait for it.',
	};
}

/** The sum does not follow the ticks: a form of n8n has no scripts. */
function whatIsAsked(asked: string, held: readonly ShownRow[]): string {
	if (held.length === 0) return asked;
	const ticked = `the held rows that you tick, up to ${sumInWords(held)}`;
	return asked ? `${asked} (and ${ticked})` : ticked;
}

/** A held row as a box to tick, and the reference by which Check knows it. */
function heldRow({ json, payee, bank, account, cents = 0 }: ShownRow) {
	const facts = [`Row ${String(json.row)}`, payee, `${bank} ${account}`, formatRand(cents)];
	const label = `${facts.join(', ')}: I called them on a number that I already had`;
	// n8n evaluates what could be an expression, and options are shown as they are.
	return { label: label.replace(/[{}<>$&"'`\\]/g, ''), reference: String(json.externalReference) };
}

const payNothing = 'Pay nothing';

function fieldsOf(
	html: string,
	choice: string,
	heldRows: ReadonlyArray<{ label: string }>,
): IDataObject[] {
	const optionsOf = (texts: string[]) => ({ values: texts.map((option) => ({ option })) });
	const ticks = {
		...{ fieldType: 'checkbox', fieldName: 'called' },
		fieldLabel:
			'Held rows: tick only those whose payee you called. Without a tick, a row is not paid.',
		fieldOptions: optionsOf(heldRows.map(({ label }) => label)),
	};
	return [
		{ fieldType: 'html', elementName: 'list', html },
		...(heldRows.length > 0 ? [ticks] : []),
		{
			...{ fieldType: 'radio', fieldName: 'decision', fieldLabel: 'Your decision' },
			...{ fieldOptions: optionsOf([choice, payNothing]), requiredField: true },
		},
		{ fieldType: 'date', fieldName: 'payOn', fieldLabel: 'Pay on (empty: today)' },
	];
}

/** Without a name next to it, which a form could show instead. */
const address = /^[\w.+'-]+@[\w-]+(\.[\w-]+)+$/;

function whyNotDecided(
	{ payAlone, isLive, ...who }: Deciding,
	approvers: readonly string[],
): string {
	if (who.approvers.length === 0) {
		return isLive && !payAlone
			? "This would move real money, so a second person has to approve it. The person who runs your n8n enters their email address as 'Second Person'."
			: '';
	}
	if (!who.approvers.every((one) => address.test(one))) {
		return "'Second Person' must be an email address, or several, without names.";
	}
	if (who.uploader === '') {
		return 'n8n does not say who submitted this list. Turn on n8n User Auth in its form.';
	}
	return approvers.length === 0
		? 'You cannot be your own second person. Another person has to submit this list.'
		: '';
}

/** Whose mail an address is: “me+anything” is “me”, and at Gmail “m.e” is, too. */
function mailbox(written: string): string {
	const [, inBrackets = written] = /<([^<>]*)>/.exec(written) ?? [];
	const plain = inBrackets.normalize('NFKC').trim().toLowerCase().replace(/\.$/, '');
	const [, name = '', domain = ''] = /^"?(.*?)"?@([^@]*)$/.exec(plain) ?? [];
	const person = name.replace(/\+.*/, '');
	if (!/^(gmail|googlemail)\.com$/.test(domain)) return `${person}@${domain}`;
	return `${person.replaceAll('.', '')}@gmail.com`;
}
