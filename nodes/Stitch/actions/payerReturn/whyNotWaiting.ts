import type { Item } from '../../run/item';
import type { Mistake } from '../../schemas/field';
import { oneAtATime, whyReturnIsUnsafe, type Waits } from './openedByReturn';

/** How messages call an operation that waits. */
interface Waiting {
	what: Waits;
	/** What an AI agent can use: `Payment Request → Get`. */
	instead: string;
}

/** Why an item cannot wait for its payer. */
export function whyNotWaiting(item: Item, { what, instead }: Waiting): Mistake[] {
	if (item.isForTool) {
		return [
			{
				what: `${what} cannot be used as a tool of an AI agent`,
				fix: `Use ${instead} as the tool instead.`,
			},
		];
	}
	return item.count === 1 ? whyReturnIsUnsafe(item, what) : [oneAtATime(item, what, what)];
}
