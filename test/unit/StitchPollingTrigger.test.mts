import type { IPollFunctions } from 'n8n-workflow';

import * as pollingDelivery from '../../nodes/Stitch/polling/deliver';
import { poller } from '../../nodes/Stitch/polling/poll';
import { StitchPollingTrigger } from '../../nodes/Stitch/StitchPollingTrigger.node';
import { columns, outputOf, passedOn, triggerContext } from './triggering.mts';

afterEach(() => {
	jest.restoreAllMocks();
});

describe('Stitch Payments Polling Trigger', () => {
	const node = new StitchPollingTrigger();

	it('polls when n8n says so', async () => {
		const poll = jest.spyOn(poller, 'poll').mockResolvedValue(null);
		const polling = triggerContext<IPollFunctions>();
		await node.poll.call(polling);
		expect(poll).toHaveBeenCalledWith(polling);
		expect(node.description.polling).toBe(true);
	});

	it.each([true, false])('makes columns of a change, fewer with Simplify: %s', async (simplify) => {
		jest.spyOn(pollingDelivery, 'deliver').mockResolvedValue(passedOn());
		expect(await outputOf(node, simplify)).toEqual(columns(simplify));
	});
});
