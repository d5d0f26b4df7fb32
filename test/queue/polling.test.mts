import { expectNothingLostByPublishing } from '../e2e/support/pollingTrigger.mts';
import { startQueueMode, type QueueMode } from './queueMode.mts';

describe('in queue mode, the polling trigger', () => {
	let queue: QueueMode;

	beforeAll(async () => {
		queue = await startQueueMode();
	});

	afterAll(async () => {
		await queue?.stop();
	});

	it('starts once for each change that a poll has found while the workflow is published anew', async () => {
		await expectNothingLostByPublishing(queue);
	});
});
