import type { IWebhookDescription } from 'n8n-workflow';

/**
 * Where a payer comes back to an execution that waits. n8n lets nobody through who does not have
 * the signature of that execution's own address, `$execution.resumeUrl`.
 */
export const resumeWebhooks: IWebhookDescription[] = [
	{
		name: 'default',
		httpMethod: 'GET',
		responseMode: 'onReceived',
		path: '',
		restartWebhook: true,
	},
];
