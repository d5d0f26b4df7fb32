import type { IExecuteFunctions, INode } from 'n8n-workflow';

import { InvalidInput } from '../schemas/invalidInput';

/**
 * With Execute Once, n8n drops every item but the first, before the node sees them.
 * @param dropped after “every”, such as `row but the first`
 * @throws {InvalidInput}
 */
export function requireAllItems({ executeOnce }: INode, dropped: string): void {
	if (executeOnce !== true) return;
	// Where publishing fails, n8n shows these words alone.
	const what = `would drop every ${dropped}. Turn it off in this node's Settings`;
	throw new InvalidInput([{ field: 'Execute Once', what, fix: '' }]);
}

/** Shows a hint if only the first item was paid: the run looks as if all had been. */
export function showExecuteOnce(
	context: Pick<IExecuteFunctions, 'addExecutionHints' | 'getNode'>,
): void {
	if (context.getNode().executeOnce !== true) return;
	const message =
		"'Execute Once' is on in this node's Settings, so only the first item was sent. If more are to be paid, turn it off.";
	context.addExecutionHints({ type: 'warning', message });
}
