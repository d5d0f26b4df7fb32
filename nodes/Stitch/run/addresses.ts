import type { IExecuteFunctions, IWebhookFunctions } from 'n8n-workflow';

/** The address, signed by n8n, that resumes this execution while it waits. */
export function resumeAddress(context: IExecuteFunctions | IWebhookFunctions): string {
	return String(context.evaluateExpression('{{ $execution.resumeUrl }}', 0));
}

/**
 * What the addresses of this n8n begin with, each with a slash at its end: first those of its
 * webhooks, then those of the editor, with which test webhooks begin where the two differ.
 */
export function ownAddresses(context: IExecuteFunctions): string[] {
	// It ends with the name of the endpoint and the ID of the execution.
	const webhooks = new URL('..', resumeAddress(context)).href;
	const editor = new URL(context.getInstanceBaseUrl()).href;
	return [...new Set([webhooks, editor])];
}
