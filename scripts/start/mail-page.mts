import fastify from 'fastify';
import type { FastifyReply } from 'fastify';
import type { Mail } from '../../test/host/mail-server.mts';

/** A page on this machine that shows mails. */
export interface MailPage {
	url: string;
	stop(): Promise<void>;
}

/**
 * Opens the list at `/`, and each mail at `/<its number>`, counted from 1.
 * @param mails a list that may grow, the oldest first
 * @param port 0 for a free one
 */
export async function openMailPage(mails: Mail[], port: number): Promise<MailPage> {
	const app = fastify({ forceCloseConnections: true });
	app.get('/', (_request, reply) => send(reply, 'Mails', list(mails), 3));
	app.get('/:number', (request, reply) => {
		const { number } = request.params as { number: string };
		const mail = mails[Number(number) - 1];
		if (mail === undefined) return send(reply.code(404), 'There is no such mail', back);
		return send(reply, mail.subject, content(mail));
	});
	const url = await app.listen({ port, host: '127.0.0.1' });
	return { url, stop: async () => await app.close() };
}

const back = '<p><a href="/">All mails</a></p>';

function list(mails: Mail[]): string {
	if (mails.length === 0) {
		return '<p>No mail yet. What the workflows send arrives here, and goes nowhere else.</p>';
	}
	const lines = mails.map(
		({ subject, to, receivedAt }, index) =>
			`<li><a href="/${index + 1}">${escaped(subject || 'No subject')}</a><br>to ${escaped(to)}, ${receivedAt.toLocaleTimeString('en-ZA')}</li>`,
	);
	return `<ol reversed>${lines.toReversed().join('\n')}</ol>`;
}

function content({ to, text, html, receivedAt }: Mail): string {
	const head = `${back}<p>to ${escaped(to)}, ${receivedAt.toLocaleTimeString('en-ZA')}</p>`;
	if (html === '') return `${head}<pre>${linked(escaped(text))}</pre>`;
	// A mail's links open beside the page; its scripts do not run.
	const inside = escaped(`<base target="_blank">${html}`);
	return `${head}<iframe sandbox="allow-popups allow-popups-to-escape-sandbox" srcdoc="${inside}"></iframe>`;
}

/** Text that is escaped already, with its web addresses as links. */
function linked(text: string): string {
	return text.replace(/https?:\/\/[^\s<]+/g, (address) => `<a href="${address}">${address}</a>`);
}

const style = `:root { color-scheme: light dark }
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 48rem; margin: 2rem auto; padding: 0 1rem }
pre { white-space: pre-wrap; overflow-wrap: anywhere; font: inherit }
li { margin-bottom: .75rem }
iframe { width: 100%; height: 70vh; border: 1px solid gray; background: white }`;

/** @param refreshSeconds after which the browser loads the page again */
function send(reply: FastifyReply, title: string, body: string, refreshSeconds?: number) {
	const refresh = refreshSeconds ? `<meta http-equiv="refresh" content="${refreshSeconds}">` : '';
	return reply.type('text/html; charset=utf-8').send(`<!DOCTYPE html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width">${refresh}
<title>${escaped(title)}</title><style>${style}</style></head>
<body><h1>${escaped(title)}</h1>
${body}</body></html>
`);
}

function escaped(text: string): string {
	return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
