import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { SMTPServer } from 'smtp-server';
import { hostFolder } from './project.mts';

/** A mail as it arrived. */
export interface Mail {
	to: string;
	subject: string;
	text: string;
	/** Empty for a mail of text only. */
	html: string;
	/** Addresses of the links in its HTML. */
	links: string[];
	/** Files that came with it. */
	attachments: Array<{ filename?: string; content: Buffer }>;
	receivedAt: Date;
}

/** A mail server on this machine that keeps what it gets and sends nothing on. */
export interface MailServer {
	port: number;
	/** The oldest first. */
	mails: Mail[];
	/** From now on refuses mails to whoever fits, as a real server does for an address it does not know. */
	refuse(fits: (to: string) => boolean): void;
	stop(): Promise<void>;
}

interface Parsed {
	to?: { text: string };
	subject?: string;
	text?: string;
	html?: string | false;
	attachments: Mail['attachments'];
}

/** What the server says of an address that it does not know. */
class Refusal extends Error {
	readonly responseCode = 550;
}

/** Starts a mail server on a free port. */
export async function startMailServer(): Promise<MailServer> {
	const mails: Mail[] = [];
	let isRefused = (_to: string): boolean => false;
	const server = new SMTPServer({
		disabledCommands: ['AUTH', 'STARTTLS'],
		// It asks the name service for the sender's name otherwise.
		disableReverseLookup: true,
		closeTimeout: 100,
		onRcptTo({ address }, _session, done) {
			done(isRefused(address) ? new Refusal('No such mailbox') : undefined);
		},
		onData(content, _session, done) {
			read(content).then(
				(mail) => {
					mails.push(mail);
					done();
				},
				(cause: Error) => done(cause),
			);
		},
	});
	// A client that hangs up in the middle of a mail is no reason to end.
	server.on('error', () => undefined);
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return {
		port: (server.server.address() as AddressInfo).port,
		mails,
		refuse(fits) {
			isRefused = fits;
		},
		stop: async () => await new Promise<void>((resolve) => server.close(resolve)),
	};
}

/** What n8n needs to send mails to it: the content of a credential of type "smtp". */
export function smtpCredential({ port }: Pick<MailServer, 'port'>): Record<string, unknown> {
	return { user: '', password: '', host: '127.0.0.1', port, secure: false, disableStartTls: true };
}

async function read(content: Readable): Promise<Mail> {
	// The parser that n8n itself brings; n8n is installed later than this file may be loaded.
	const ofHost = createRequire(join(hostFolder, 'package.json'));
	const { simpleParser } = ofHost('mailparser') as {
		simpleParser(content: Readable): Promise<Parsed>;
	};
	const { to, subject, text, html, attachments } = await simpleParser(content);
	const links = [...(html || '').matchAll(/href="([^"]+)"/g)].map((match) =>
		(match[1] ?? '').replaceAll('&amp;', '&'),
	);
	return {
		to: to?.text ?? '',
		subject: subject ?? '',
		text: text ?? '',
		html: html || '',
		links,
		attachments,
		receivedAt: new Date(),
	};
}
