import type { IExecuteFunctions, IWebhookFunctions } from 'n8n-workflow';

/** The address, signed by n8n, at which this execution goes on when it waits. */
export function resumeAddress(context: IExecuteFunctions | IWebhookFunctions): string {
	return String(context.evaluateExpression('{{ $execution.resumeUrl }}', 0));
}
