/** The error bodies of spec 7: `title`, `code`, `detail`, and what some statuses add. */
interface ErrorBody {
	title: string;
	code: string;
	detail: string;
	missingScopes?: string[];
	reason?: string | null;
}

/** Thrown by a handler to answer with an error status and body. */
export class Refusal extends Error {
	readonly status: number;
	readonly body: ErrorBody;
	readonly headers: Record<string, string>;

	constructor(status: number, body: ErrorBody, headers: Record<string, string> = {}) {
		super(body.detail);
		this.status = status;
		this.body = body;
		this.headers = headers;
	}
}

export const invalidInput = (detail: string): Refusal =>
	new Refusal(400, { title: 'Invalid Input', code: 'BAD_USER_INPUT', detail });

export const unauthorized = (detail: string): Refusal =>
	new Refusal(401, { title: 'Unauthorized', code: 'UNAUTHORIZED', detail });

export const forbidden = (missingScopes: string[]): Refusal =>
	new Refusal(403, {
		title: 'Forbidden',
		code: 'FORBIDDEN',
		detail: `The access token lacks the scope ${missingScopes.join(', ')}.`,
		missingScopes,
	});

/** Spec 7 does not show the `code` of 404, 409, 429 and 500: these are our choice. */
export const notFound = (detail: string): Refusal =>
	new Refusal(404, { title: 'Not Found', code: 'NOT_FOUND', detail });

export const conflict = (detail: string, code = 'CONFLICT'): Refusal =>
	new Refusal(409, { title: 'Conflict', code, detail });

export const duplicateNonce = (): Refusal =>
	conflict('A request with this nonce was already accepted.', 'NONCE_DUPLICATE');

export const unprocessable = (reason: string | null, detail: string): Refusal =>
	new Refusal(422, { title: 'Verification Error', code: 'VERIFICATION_ERROR', detail, reason });

const statusTitles: Record<number, [title: string, code: string]> = {
	429: ['Too Many Requests', 'TOO_MANY_REQUESTS'],
	500: ['Internal Server Error', 'INTERNAL_SERVER_ERROR'],
	502: ['Bad Gateway', 'BAD_GATEWAY'],
	503: ['Service Unavailable', 'SERVICE_UNAVAILABLE'],
	504: ['Gateway Timeout', 'GATEWAY_TIMEOUT'],
};

/** An answer with the given status, as asked for by a fault or a rate limit. */
export function statusRefusal(status: number, headers: Record<string, string> = {}): Refusal {
	const [title, code] = statusTitles[status] ?? ['Request Refused', 'REQUEST_REFUSED'];
	return new Refusal(status, { title, code, detail: `${title}.` }, headers);
}

/** A status and the words for it, as a gateway's page shows them. */
export const statusLine = (status: number): string =>
	`${status} ${(statusTitles[status] ?? ['Request Refused'])[0]}`;
