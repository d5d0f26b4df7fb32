import type { FastifyInstance, FastifyRequest } from 'fastify';

export const formType = 'application/x-www-form-urlencoded';

/** Lets a scope accept form bodies, as text: each field may occur more than once. */
export function acceptForms(scope: FastifyInstance): void {
	scope.addContentTypeParser(formType, { parseAs: 'string' }, (_request, text, done) =>
		done(null, text),
	);
}

export function formTextOf(request: FastifyRequest): string {
	return typeof request.body === 'string' ? request.body : '';
}

export function formOf(request: FastifyRequest): URLSearchParams {
	return new URLSearchParams(formTextOf(request));
}
