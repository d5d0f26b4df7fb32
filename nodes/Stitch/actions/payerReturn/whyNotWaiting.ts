import type { Item } from '../../run/item';
import type { Mistake } from '../../schemas/field';
import { awaitedBy, whyReturnIsUnsafe, type Waits } from './openedByReturn';

/** How messages call an operation that waits. */
interface Waiting {
	what: Waits;
	/** What an AI agent can use: `Payment Request → Get`. */
	instead: string;
}

/** An execution has one address to come back to, so it waits for one payer at a time. */
export function whyNotWaiting(item: Item, { what, instead }: Waiting): Mistake[] {
	if (item.isForTool) {
		return [
			{
				what: `${what} cannot be used as a tool of an AI agent`,
				fix: `Use ${instead} as the tool instead.`,
			},
		];
	}
	if (item.count === 1) return whyReturnIsUnsafe(item, what);
	return [
		{
			what: `${what} takes one ${awaitedBy[what]} per execution, and ${item.count} items came`,
			fix: 'Create and wait in a sub-workflow that runs once for each item (Execute Sub-workflow).',
		},
	];
}
