import type { IExecuteFunctions, INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import * as pollingDelivery from '../../nodes/Stitch/polling/deliver';
import { poller } from '../../nodes/Stitch/polling/poll';
import { StitchPollingTrigger } from '../../nodes/Stitch/StitchPollingTrigger.node';

/** What n8n calls the node with; nothing of it is used here but Simplify. */
const context = <Of,>(simplify?: boolean) =>
	({ getNodeParameter: () => simplify }) as unknown as Of;

const amount = { quantity: '10.00', currency: 'ZAR' };
const passedOn = (): INodeExecutionData[][] => [
	[{ json: { event: 'disbursement.completed', amount, nonce: 'nonce-1' } }],
];
/** What passed on becomes: columns, of which Simplify leaves out some. */
const columns = { amount: '10.00', currency: 'ZAR' };

afterEach(() => {
	jest.restoreAllMocks();
});

describe('Stitch Payments Polling Trigger', () => {
	const node = new StitchPollingTrigger();

	it('polls when n8n says so', async () => {
		const poll = jest.spyOn(poller, 'poll').mockResolvedValue(null);
		const polling = context<IPollFunctions>();
		await node.poll.call(polling);
		expect(poll).toHaveBeenCalledWith(polling);
		expect(node.description.polling).toBe(true);
	});

	it.each([true, false])('makes columns of a change, fewer with Simplify: %s', async (simplify) => {
		jest.spyOn(pollingDelivery, 'deliver').mockResolvedValue(passedOn());
		const [items] = await node.execute.call(context<IExecuteFunctions>(simplify));
		expect(items).toMatchObject([{ json: columns }]);
		expect('nonce' in (items?.[0]?.json ?? {})).toBe(!simplify);
	});
});
