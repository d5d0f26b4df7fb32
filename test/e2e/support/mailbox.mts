import { createRequire } from 'node:module';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { join } from 'node:path';
import type { Credential } from '../../host/api.mts';
import { hostFolder } from '../../host/project.mts';
import type { Environment } from './environment.mts';
import { until } from './until.mts';

/** A mail as it arrived. */
export interface Mail {
	to: string;
	subject: string;
	text: string;
	/** Addresses of the links in it. */
	links: string[];
}

/** A mail server that keeps what it gets. */
export interface Mailbox {
	port: number;
	/** @returns the first mail that fits, waiting for it if need be, and takes it out */
	next(fits: (mail: Mail) => boolean): Promise<Mail>;
	stop(): Promise<void>;
}

interface Parsed {
	to?: { text: string };
	subject?: string;
	text?: string;
	html?: string | false;
}

// The parser that n8n itself brings.
const ofHost = createRequire(join(hostFolder, 'package.json'));
const { simpleParser } = ofHost('mailparser') as {
	simpleParser(content: string): Promise<Parsed>;
};

/** Starts a mail server on a free port of this machine: as much of SMTP as n8n speaks to it. */
export async function openMailbox(): Promise<Mailbox> {
	const mails: Mail[] = [];
	const sockets = new Set<Socket>();
	const server = createServer((socket) => {
		sockets.add(socket);
		socket.on('close', () => sockets.delete(socket)).on('error', () => socket.destroy());
		receive(socket, async (content) => mails.push(await read(content)));
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return {
		port: (server.address() as AddressInfo).port,
		async next(fits) {
			const look = async () => {
				const index = mails.findIndex(fits);
				return index < 0 ? undefined : mails.splice(index, 1)[0];
			};
			const complaint = () => {
				const others = mails.map(({ subject }) => subject).join('; ');
				return `The mail did not come. Others that did: ${others || 'none'}`;
			};
			return await until(look, { complaint });
		},
		async stop() {
			for (const socket of sockets) socket.destroy();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}

/** Saves what n8n needs to send mails to it. */
export async function saveMailCredential(
	{ api }: Environment,
	{ port }: Mailbox,
): Promise<Credential> {
	const data = { user: '', password: '', host: '127.0.0.1', port, secure: false };
	const name = `Mail ${port}`;
	return await api.createCredential({
		name,
		type: 'smtp',
		data: { ...data, disableStartTls: true },
	});
}

function receive(socket: Socket, keep: (content: string) => void): void {
	let unread = '';
	let inContent = false;
	socket.setEncoding('utf8');
	socket.write('220 mailbox\r\n');
	socket.on('data', (chunk: string) => {
		unread += chunk;
		for (;;) {
			const end = inContent ? '\r\n.\r\n' : '\r\n';
			const at = unread.indexOf(end);
			if (at < 0) return;
			const part = unread.slice(0, at);
			unread = unread.slice(at + end.length);
			if (inContent) {
				inContent = false;
				keep(part.replaceAll('\r\n..', '\r\n.'));
				socket.write('250 kept\r\n');
				continue;
			}
			const command = part.slice(0, 4).toUpperCase();
			inContent = command === 'DATA';
			if (command === 'QUIT') socket.end('221 bye\r\n');
			else socket.write(inContent ? '354 go on\r\n' : '250 well\r\n');
		}
	});
}

async function read(content: string): Promise<Mail> {
	const { to, subject, text, html } = await simpleParser(content);
	const links = [...(html || '').matchAll(/href="([^"]+)"/g)].map((match) =>
		(match[1] ?? '').replaceAll('&amp;', '&'),
	);
	return { to: to?.text ?? '', subject: subject ?? '', text: text ?? '', links };
}
