import type { IExecuteFunctions } from 'n8n-workflow';

import { reasonInWords } from '../transport/reasons';
import { asSentence } from '../transport/wording';
import type { Entry } from './entry';
import { meaningOf, type ResourceWith } from './resource';

/**
 * Shows a hint on the node if payments are on hold, such as payouts that the float account cannot pay: they are
 * on the success output, where they look paid.
 */
export function showOnHold(
	context: Pick<IExecuteFunctions, 'addExecutionHints'>,
	entries: ReadonlyArray<Pick<Entry, 'output'>>,
	lifecycle: ResourceWith<'one' | 'statuses'>,
): void {
	const records = entries.map(({ output }) => output?.[0]?.json ?? {});
	const held = records.filter((json) => meaningOf(json, lifecycle) === 'paused');
	const [first] = held;
	if (first === undefined) return;
	const which = entries.length === 1 ? 'The row' : `${held.length} of ${entries.length} rows`;
	const why = asSentence(String(first.reasonText ?? reasonInWords(first) ?? ''));
	const message = `${which} ${held.length === 1 ? 'is' : 'are'} on hold, not paid yet. ${why} Do not pay in another way.`;
	context.addExecutionHints({ type: 'warning', message: message.replace('  ', ' ') });
}
