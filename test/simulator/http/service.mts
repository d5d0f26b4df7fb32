import type { Socket } from 'node:net';
import fastify from 'fastify';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { authorizeRoutes } from '../endpoints/authorize.mts';
import { cardRoutes } from '../endpoints/cards.mts';
import { disbursementRoutes } from '../endpoints/disbursements.mts';
import { fileRoutes } from '../endpoints/files.mts';
import { fingerprintRoutes } from '../endpoints/fingerprintEvents.mts';
import { graphqlRoutes } from '../endpoints/graphql.mts';
import { hostedPageRoutes } from '../endpoints/hostedPage.mts';
import { paymentRequestRoutes } from '../endpoints/paymentRequests.mts';
import { recurringPageRoutes } from '../endpoints/recurringPages.mts';
import { reauthorizationRoutes } from '../endpoints/reauthorize.mts';
import { refundRoutes } from '../endpoints/refunds.mts';
import { terminalSessionRoutes } from '../endpoints/terminalSessions.mts';
import { tokenRoutes } from '../endpoints/tokens.mts';
import { verificationRoutes } from '../endpoints/verifications.mts';
import { invalidInput, notFound, Refusal, statusRefusal } from '../errors.mts';
import type { Simulation } from '../state/simulation.mts';
import { openCall, requireLiveToken } from './call.mts';
import { ConnectionCut, hasObstacles, meetObstacles, spoil } from './obstacles.mts';

/** Builds the service: every public address of the simulator. It is not listening yet. */
export function createService(simulation: Simulation, unexpected: (error: Error) => void) {
	const app = fastify({
		bodyLimit: 1024 * 1024,
		routerOptions: { maxParamLength: 5000 },
		forceCloseConnections: true,
		keepAliveTimeout: 60_000,
		clientErrorHandler: refuseUnparsable,
		frameworkErrors: (_error, _request, reply) => {
			answer(invalidInput('The address is not valid.'), reply as unknown as FastifyReply);
		},
	});
	app.decorateRequest('call');
	acceptJson(app);
	addHooks(app, simulation);
	app.setNotFoundHandler((request, reply) => {
		answer(notFound(`There is nothing at ${request.method} ${request.call.path}.`), reply);
	});
	app.setErrorHandler((error, request, reply) => {
		if (error instanceof ConnectionCut) return;
		answer(refusalOf(error as FastifyError, request, unexpected), reply);
	});
	cardRoutes(app);
	disbursementRoutes(app);
	fileRoutes(app);
	fingerprintRoutes(app);
	graphqlRoutes(app);
	paymentRequestRoutes(app);
	refundRoutes(app);
	terminalSessionRoutes(app);
	verificationRoutes(app);
	hostedPageRoutes(app, simulation);
	recurringPageRoutes(app, simulation);
	authorizeRoutes(app, simulation);
	reauthorizationRoutes(app, simulation);
	tokenRoutes(app, simulation);
	return app;
}

function addHooks(app: FastifyInstance, simulation: Simulation): void {
	app.addHook('onRequest', (request, reply, done) => {
		request.call = openCall(simulation, request, reply);
		if (request.routeOptions.config.caller !== 'bearer') return done();
		try {
			requireLiveToken(request.call, request.headers.authorization);
		} catch (error) {
			return done(error as Error);
		}
		done();
	});
	app.addHook('preHandler', (request, reply, done) => {
		if (!hasObstacles(request)) return done();
		meetObstacles(request, reply).then(() => done(), done);
	});
	app.addHook('onSend', (request, reply, payload, done) => {
		reply.header('date', new Date(simulation.clock.now()).toUTCString());
		const rule = request.call?.pendingFault;
		if (!rule) return done(null, payload);
		request.call.pendingFault = undefined;
		if (rule.kind === 'held-answer') {
			void request.call.client?.faults.untilCleared().then(() => done(null, payload));
			return;
		}
		try {
			done(null, spoil(rule, payload, request, reply));
		} catch {
			// The connection is cut: there is nothing left to send.
		}
	});
}

/** JSON bodies as text first: an empty one is no body, and a broken one is the caller's fault. */
function acceptJson(app: FastifyInstance): void {
	app.removeAllContentTypeParsers();
	app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, text, done) => {
		if (text === '') return done(null, undefined);
		try {
			done(null, JSON.parse(text as string));
		} catch {
			done(invalidInput('The body is not valid JSON.'));
		}
	});
}

function answer(refusal: Refusal, reply: FastifyReply): void {
	reply.code(refusal.status).headers(refusal.headers).send(refusal.body);
}

/** Turns whatever went wrong into an error shape of spec 7. */
function refusalOf(
	error: FastifyError,
	request: FastifyRequest,
	unexpected: (error: Error) => void,
): Refusal {
	if (error instanceof Refusal) return error;
	if (error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') {
		const given = request.headers['content-type'] ?? 'none';
		return invalidInput(`The content type ${given} is not accepted here.`);
	}
	if (error.statusCode && error.statusCode < 500) return invalidInput(error.message);
	unexpected(error);
	return statusRefusal(500);
}

/** Answers bytes that are not HTTP with the same error shape. */
function refuseUnparsable(error: Error & { code?: string }, socket: Socket): void {
	if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) return;
	const body = JSON.stringify(invalidInput('The request is not valid HTTP.').body);
	const head = `HTTP/1.1 400 Bad Request\r\nContent-Type: application/json\r\n`;
	socket.end(
		`${head}Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
	);
}
