import type { IWebhookDescription } from 'n8n-workflow';

/**
 * Where a payer comes back to a waiting execution. n8n refuses everybody without the signature of
 * that execution's own address, `$execution.resumeUrl`.
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
