import type { IExecuteFunctions, IWebhookFunctions } from 'n8n-workflow';

/** The address, signed by n8n, that resumes this execution while it waits. */
export function resumeAddress(context: IExecuteFunctions | IWebhookFunctions): string {
	return String(context.evaluateExpression('{{ $execution.resumeUrl }}', 0));
}
