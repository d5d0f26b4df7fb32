import type { Mail } from '../../test/host/mailServer.mts';
import { escaped, htmlPage } from './html-page.mts';

/** Where the list of mails is; each mail is below, by its number, counted from 1. */
export const MAILBOX = '/mails';

// Not by itself: who reads, or goes from link to link, would begin anew every time.
const again = `<p><a href="${MAILBOX}">Look for new emails</a></p>`;
const back = `<p><a href="${MAILBOX}">All emails</a></p>`;

/** The list of mails. @param mails the oldest first */
export function mailList(mails: Mail[]): string {
	return htmlPage(MAILBOX, 'Mailbox', `${again}${listOf(mails)}`);
}

/** One mail. @param number its place among the mails, counted from 1 */
export function mailPage(mail: Mail, number: number): string {
	return htmlPage(MAILBOX, mail.subject || 'No subject', content(mail, number));
}

function listOf(mails: Mail[]): string {
	if (mails.length === 0) {
		return '<p>No email yet. What the workflows send arrives here, and goes nowhere else.</p>';
	}
	const lines = mails.map(
		(mail, index) =>
			`<li><a href="${MAILBOX}/${index + 1}">${escaped(mail.subject || 'No subject')}</a><br>${sentTo(mail)}</li>`,
	);
	return `<ol reversed>${lines.toReversed().join('\n')}</ol>`;
}

function content(mail: Mail, number: number): string {
	const { text, html, attachments } = mail;
	const files = attachments.map(
		({ filename }, index) =>
			`<a href="${MAILBOX}/${number}/${index + 1}" download>${escaped(filename ?? 'A file')}</a>`,
	);
	const attached = files.length > 0 ? `<p class="links">Attached: ${files.join(' ')}</p>` : '';
	const head = `${back}<p>${sentTo(mail)}</p>${attached}`;
	if (html === '') return `${head}<pre>${linked(escaped(text))}</pre>`;
	// A mail's links open beside the page; its scripts do not run.
	const inside = escaped(`<base target="_blank">${html}`);
	return `${head}<iframe title="The email" sandbox="allow-popups allow-popups-to-escape-sandbox" srcdoc="${inside}"></iframe>`;
}

function sentTo({ to, receivedAt }: Mail): string {
	return `<span class="dim">to ${escaped(to)}, ${receivedAt.toLocaleTimeString('en-ZA', { timeZone: 'Africa/Johannesburg' })}</span>`;
}

/** Text that is escaped already, with its web addresses as links. */
function linked(text: string): string {
	return text.replace(/https?:\/\/[^\s<]+/g, (address) => `<a href="${address}">${address}</a>`);
}
