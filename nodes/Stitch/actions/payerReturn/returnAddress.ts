import { yesNo, type Mistake } from '../../schemas/field';
import type { Item } from '../../run/item';
import { whyUnsafe } from '../../transport/addresses';
import { oneAtATime, whyReturnIsUnsafe, type Waits } from './openedByReturn';

/**
 * "Return to This Workflow": this execution's address, or why the payer cannot come back to it;
 * undefined if the user did not ask for it.
 * @param wanted the value of the field
 * @throws {InvalidInput} for a value that cannot be read
 */
export function readReturn(
	item: Item,
	wanted: unknown,
	waits: Waits = 'Wait for Payment',
): { address?: string; mistakes: Mistake[] } | undefined {
	if (!yesNo('Return to This Workflow', wanted, false)) return undefined;
	if (item.count > 1) return { mistakes: [oneAtATime(item, 'Return to This Workflow', waits)] };
	const mistakes = whyReturnIsUnsafe(item, waits);
	const address = item.resumeUrl;
	if (whyUnsafe(address) === undefined) return { address, mistakes };
	const what = 'Return to This Workflow needs an n8n whose public address starts with https://';
	const fix = 'Have that address set up (WEBHOOK_URL of n8n), or give Redirect URL instead.';
	return { mistakes: [...mistakes, { what, fix }] };
}
