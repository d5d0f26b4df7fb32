import type { EventRow } from './eventRow';

/** In every row. Whoever is told that it is new has created the row. */
const taken = 'taken';

/**
 * Whether an event starts the workflow, in however many processes its copies arrive at once.
 *
 * Whoever creates the event's row has it; the others drop out. The row is needed only until the
 * memory is sure to recognize the event, so that the table does not grow with every event: it is
 * created before the memory is asked and removed after the event was found there. So there is no
 * moment in which a copy finds neither.
 * @param execution differs for each copy, and stays when n8n tries the node again
 * @param isFirst asks the memory; what it is given runs when the event will be recognized
 * @throws what `row` and `isFirst` throw, and if it cannot be told who has created the row
 */
export async function isFirstAnywhere(
	row: EventRow,
	execution: string,
	isFirst: (whenKept: () => void) => Promise<boolean>,
): Promise<boolean> {
	const isOurs = await claim(row, execution);
	await row.expectOwn();
	if (!isOurs) return false;
	// A row that stays only takes up space: its event is recognized all the same.
	const release = async () => await row.remove().catch(() => undefined);
	let goesOn = false;
	try {
		goesOn = await isFirst(() => void release());
		return goesOn;
	} finally {
		if (!goesOn) await release();
	}
}

/**
 * Creating the row fails where another process does it at the same moment. Then it is there the
 * second time, with the execution that has created it and not with this one.
 */
async function claim(row: EventRow, execution: string): Promise<boolean> {
	const entries = [taken, execution];
	const added = await row.record(entries).catch(async () => await row.record(entries));
	if (added.length > 0) return added.includes(taken);
	// A try before this one has recorded it and was not told whether it has created the row.
	throw new Error(
		'The connection to the database of n8n was lost, so it is not known whether this event has started the workflow. If no other execution shows the event, retry this one.',
	);
}
