import fastify from 'fastify';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Mail } from '../../test/host/mailServer.mts';
import type { Demo } from './guide.mts';
import { noSuchPage } from './html-page.mts';
import { mailList, mailPage, MAILBOX } from './mail-pages.mts';
import { readSample } from './samples.mts';
import { startPage, waitingPage } from './start-page.mts';

/** The pages of `npm start` on this machine: the start page and the mailbox. */
export interface Site {
	url: string;
	/** From now on the start page shows this. */
	show(demo: Demo): void;
	stop(): Promise<void>;
}

/** Names of this machine: a page of elsewhere whose name is made to lead here gets no answer. */
const OWN_HOST = /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/i;

/** The pages and the mails in them have their styles and pictures inside. Nothing else is loaded. */
const HEADERS = {
	'content-security-policy':
		"default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'none'; frame-ancestors 'none'",
	'referrer-policy': 'no-referrer',
	'x-content-type-options': 'nosniff',
	'cache-control': 'no-store',
};

/**
 * Opens the start page at `/`, the mails below `/mails` and the sample files below `/samples`.
 * @param mails a list that may grow, the oldest first
 * @param port 0 for a free one
 */
export async function openSite(mails: Mail[], port: number): Promise<Site> {
	const app = fastify({ forceCloseConnections: true });
	let demo: Demo | undefined;
	app.addHook('onRequest', refuseOthers);
	app.setNotFoundHandler((_request, reply) => notFound(reply));
	app.get('/', (_request, reply) => html(reply, demo ? startPage(demo) : waitingPage()));
	app.get(MAILBOX, (_request, reply) => html(reply, mailList(mails)));
	app.get(`${MAILBOX}/:number`, (request, reply) => {
		const { number } = request.params as { number: string };
		const mail = mails[Number(number) - 1];
		return mail ? html(reply, mailPage(mail, Number(number))) : notFound(reply);
	});
	app.get(`${MAILBOX}/:number/:place`, (request, reply) => {
		const { number, place } = request.params as { number: string; place: string };
		const attached = mails[Number(number) - 1]?.attachments[Number(place) - 1];
		return download(reply, attached?.filename ?? 'file', attached?.content);
	});
	app.get('/samples/:name', (request, reply) => {
		const { name } = request.params as { name: string };
		return download(reply, name, readSample(name));
	});
	const url = await app.listen({ port, host: '127.0.0.1' });
	return {
		url,
		show(ready) {
			demo = ready;
		},
		stop: async () => await app.close(),
	};
}

/** Answers only who asks for this machine by its name, and only reads. */
async function refuseOthers(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
	reply.headers(HEADERS).type('text/plain');
	if (!OWN_HOST.test(request.headers.host ?? '')) {
		return await reply.code(421).send('This site answers under its own address only.');
	}
	if (['GET', 'HEAD'].includes(request.method)) return undefined;
	return await reply.code(405).header('allow', 'GET, HEAD').send('This site can only be read.');
}

function html(reply: FastifyReply, page: string): FastifyReply {
	return reply.type('text/html; charset=utf-8').send(page);
}

function notFound(reply: FastifyReply): FastifyReply {
	return html(reply.code(404), noSuchPage());
}

/** Saves a file at whoever asks; what is in it is never shown as a page of this site. */
function download(reply: FastifyReply, name: string, content: Buffer | undefined): FastifyReply {
	if (content === undefined) return notFound(reply);
	// By way of a buffer, because what is no text in UTF-8 cannot be encoded.
	const inAscii = encodeURIComponent(Buffer.from(name).toString()).replace(
		/['()*]/g,
		(character) => `%${character.charCodeAt(0).toString(16)}`,
	);
	return reply
		.type('application/octet-stream')
		.header('content-disposition', `attachment; filename*=UTF-8''${inAscii}`)
		.send(content);
}
