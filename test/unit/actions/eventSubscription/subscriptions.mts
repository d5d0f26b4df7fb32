import { answer, type SentRequest } from '../../builders.mts';

/** Subscriptions as the service lists them. */
export const here = {
	id: 'ep_1',
	url: 'https://n8n.test/webhook/1/webhook',
	filterTypes: ['payment', 'refund'],
};
export const old = {
	id: 'ep_2',
	url: 'https://Old.test/webhook/1/webhook',
	filterTypes: ['refund'],
};

/** What the service answers. */
export const listed = (...webhookEndpoints: unknown[]) =>
	answer(200, { data: { client: { webhookEndpoints } } });
export const deleted = answer(200, { data: { clientWebhookDelete: { url: old.url } } });
export const gone = answer(200, {
	data: null,
	errors: [{ message: 'There is no webhook', extensions: { code: 'BAD_USER_INPUT' } }],
});
export const lost = { kind: 'answerLost', happened: 'maybe' } as const;

/** What was asked: the first field that each request names, and the variables of deletions. */
export function asked(sent: readonly SentRequest[]): unknown[] {
	return sent.map(({ body }) => {
		const { query, variables } = body as { query: string; variables: unknown };
		return query.includes('clientWebhookDelete') ? variables : 'list';
	});
}
