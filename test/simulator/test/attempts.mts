import fc from 'fast-check';
import { disbursementBody, paymentRequestBody, sessionBody } from './orders.mts';
import { body as verificationBody } from './verification-bodies.mts';

const refundBody = { charge: 'x', amount: 1, currency: 'ZAR', reason: 'fraud', nonce: 'n' };

const graphqlBody = {
	query:
		'query ($n: String!, $f: UInt, $a: Cursor) { client { disbursements(filter: {nonce: {glob: $n}}, first: $f, after: $a) { edges { node { id } } } } }',
	variables: { n: '*', f: 2, a: null },
	operationName: null,
};

const webhookBody = {
	query:
		'mutation ($url: URL!, $types: [String!]!) { clientWebhookAdd(input: {url: $url, filterTypes: $types}) { id } }',
	variables: { url: 'http://127.0.0.1:9/', types: ['payment'] },
};

/** Every endpoint, with a body that it would accept. `:id` is replaced. */
const endpoints: Array<[method: string, path: string, body?: object]> = [
	['POST', '/v2/payment-requests', paymentRequestBody()],
	['GET', '/v2/payment-requests/:id'],
	['POST', '/v2/payment-requests/:id/cancel', { reason: 'r' }],
	['POST', '/v2/disbursements', disbursementBody()],
	['GET', '/v2/disbursements/:id'],
	['POST', '/v2/disbursements/cancel', { id: 'x', reason: 'r' }],
	['POST', '/v2/bank-account-verifications', verificationBody({ branchCode: '250655' })],
	['GET', '/v2/cards'],
	['DELETE', '/v2/cards/:id'],
	['GET', '/v2/terminal-sessions'],
	['POST', '/v2/terminal-sessions', sessionBody()],
	['GET', '/v2/terminal-sessions/:id'],
	['POST', '/v2/terminal-sessions/:id/cancel'],
	['GET', '/v2/refunds'],
	['POST', '/v2/refunds', refundBody],
	['GET', '/v2/refunds/:id'],
	['POST', '/v2/files', {}],
	['GET', '/v2/fingerprint/events'],
	['POST', '/graphql', graphqlBody],
	['POST', '/graphql', webhookBody],
	['POST', '/connect/token', {}],
	['GET', '/connect/authorize'],
	['GET', '/connect/interaction/:id'],
	['POST', '/connect/interaction/:id'],
	['GET', '/connect/jwks'],
	['GET', '/pay/:id'],
	['POST', '/pay/:id'],
	['PUT', '/v2/:id'],
];

const value = fc.oneof(
	fc.jsonValue({ maxDepth: 2 }),
	fc.constantFrom('', ' ', '0', '-1', '1e309', 'ZAR', '__proto__', '9'.repeat(400), '\u0000', '𝕏'),
	fc.constantFrom(0, -1, 0.001, 1e15, 2 ** 53, null, true, [], {}),
);

/** The paths of all fields of a body. */
function fieldsOf(body: unknown, prefix: string[] = []): string[][] {
	if (typeof body !== 'object' || body === null) return [];
	return Object.entries(body).flatMap(([name, inner]) => {
		const here = [...prefix, name];
		return [here, ...fieldsOf(inner, here)];
	});
}

/** A body with one field replaced: `name` is its path. */
export function changed(body: unknown, [name, ...rest]: string[], replacement: unknown): unknown {
	if (name === undefined) return replacement;
	const copy: Record<string, unknown> = { ...(body as Record<string, unknown>) };
	copy[name] = changed(copy[name], rest, replacement);
	return copy;
}

/** Gives a body that has a nonce one of its own. */
function withNonce(body: object | undefined, nonce: string): object | undefined {
	return body && 'nonce' in body ? { ...body, nonce } : body;
}

const jsonType = 'application/json';
const formType = 'application/x-www-form-urlencoded';

/** One request to send. */
export interface Attempt {
	method: string;
	path: string;
	body: string | undefined;
	type: string | undefined;
	token: 'good' | 'bad' | 'none';
}

const queryNames = [
	'limit',
	'offset',
	'payerId',
	'nonce',
	'charge',
	'correlationId',
	'deviceId',
	'client_id',
	'redirect_uri',
	'state',
	'scope',
	'failure_redirect_uri',
];

const query = fc
	.array(
		fc.tuple(
			fc.constantFrom(...queryNames),
			fc.oneof(fc.string(), fc.constantFrom('0', '51', '-1', 'https://n8n.example.com/callback')),
		),
		{ maxLength: 4 },
	)
	.map((pairs) => (pairs.length === 0 ? '' : `?${new URLSearchParams(pairs)}`));

function bodyFor(
	body: object | undefined,
	{ clientId, clientSecret }: Known,
): fc.Arbitrary<[string | undefined, string | undefined]> {
	const asJson = (content: unknown): [string, string] => [JSON.stringify(content), jsonType];
	const fields = fieldsOf(body);
	const right = fc.uuid().map((nonce) => asJson(withNonce(body, nonce)));
	const nearlyRight =
		fields.length === 0
			? value.map(asJson)
			: fc
					.tuple(fc.constantFrom(...fields), value, fc.uuid())
					.map(([field, replacement, nonce]) =>
						asJson(changed(withNonce(body, nonce), field, replacement)),
					);
	const form = fc
		.dictionary(
			fc.constantFrom('grant_type', 'scope', 'action', 'code', 'refresh_token'),
			fc.string(),
		)
		.map((pairs): [string, string] => [
			new URLSearchParams({
				client_id: clientId,
				client_secret: clientSecret,
				...pairs,
			}).toString(),
			formType,
		]);
	return fc.oneof(
		{ weight: 2, arbitrary: right },
		{ weight: 5, arbitrary: nearlyRight },
		{ weight: 1, arbitrary: value.map(asJson) },
		{ weight: 1, arbitrary: form },
		{
			weight: 2,
			arbitrary: fc.tuple(
				fc.string({ unit: 'binary', maxLength: 60 }),
				fc.constantFrom(
					jsonType,
					formType,
					'text/plain',
					'multipart/form-data; boundary=b',
					'x',
					undefined,
				),
			),
		},
		{ weight: 1, arbitrary: fc.constant<[undefined, undefined]>([undefined, undefined]) },
	);
}

/** What the attempts can refer to: a client, and ids that exist. */
export interface Known {
	clientId: string;
	clientSecret: string;
	ids: string[];
}

/** Requests to every endpoint: right, nearly right and wrong ones. */
export const attempts = (known: Known): fc.Arbitrary<Attempt> =>
	fc.constantFrom(...endpoints).chain(([method, path, body]) =>
		fc
			.record({
				id: fc.oneof(
					fc.nat(3),
					fc.string({ unit: 'binary', maxLength: 30 }),
					fc.constantFrom('%', '%00', '..', '%E0%A4%A'),
				),
				query,
				content:
					method === 'GET'
						? fc.constant<[undefined, undefined]>([undefined, undefined])
						: bodyFor(body, known),
				token: fc.constantFrom<Attempt['token']>('good', 'good', 'good', 'good', 'bad', 'none'),
				verb: fc.oneof(
					{ weight: 15, arbitrary: fc.constant(method) },
					{
						weight: 1,
						arbitrary: fc.constantFrom('GET', 'PUT', 'PATCH', 'DELETE', 'POST', 'OPTIONS', 'HEAD'),
					},
				),
			})
			.map(({ id, query: text, content, token: kind, verb }) => {
				const name = typeof id === 'number' ? (known.ids[id] ?? '') : id;
				const raw = typeof id === 'string' && id.startsWith('%');
				return {
					method: verb,
					path:
						path.replace(':id', () => (raw ? name : encodeURIComponent(wellFormed(name)))) + text,
					body: verb === 'GET' || verb === 'HEAD' ? undefined : content[0],
					type: content[1],
					token: kind,
				};
			}),
	);

const wellFormed = (text: string): string => text.replace(/\p{Surrogate}/gu, '');
