import { sleep } from 'n8n-workflow';

/**
 * Milliseconds of work after which n8n gets a turn: a queue worker has to show that it is alive. With
 * more, runs take longer, because the service then has less to do meanwhile.
 */
const workMs = 5;

/**
 * For work on many items, in which n8n can do nothing else.
 * @param elapsed milliseconds on a clock that never goes back
 * @returns what is to be awaited before each item: it gives n8n a turn when it is time for one
 */
export function turns(elapsed = () => performance.now()): () => Promise<void> {
	let since = elapsed();
	return async () => {
		if (elapsed() - since < workMs) return;
		await sleep(0);
		since = elapsed();
	};
}
