import type { IExecuteFunctions, IWebhookFunctions } from 'n8n-workflow';

import * as payerReturn from '../../nodes/Stitch/actions/payerReturn/receive';
import { consentWait } from '../../nodes/Stitch/actions/paymentConsent/waitForConsent.operation';
import { paymentWait } from '../../nodes/Stitch/actions/paymentRequest/waitForPayment.operation';
import { findOperation } from '../../nodes/Stitch/catalogue/resources';
import { listSearch } from '../../nodes/Stitch/methods/listSearch';
import * as engine from '../../nodes/Stitch/run/run';
import { Stitch } from '../../nodes/Stitch/Stitch.node';

afterEach(() => {
	jest.restoreAllMocks();
});

describe('Stitch Payments', () => {
	const node = new Stitch();

	it('runs the operations of its catalogue', async () => {
		const run = jest.spyOn(engine, 'run').mockResolvedValue([[]]);
		const execution = {} as IExecuteFunctions;
		await node.execute.call(execution);
		expect(run).toHaveBeenCalledWith(execution, findOperation);
	});

	it('takes a payer who comes back to a wait for a payment or for a consent', async () => {
		const receiveReturn = jest.spyOn(payerReturn, 'receiveReturn').mockResolvedValue({});
		const request = {} as IWebhookFunctions;
		await node.webhook.call(request);
		expect(receiveReturn).toHaveBeenCalledWith(request, [paymentWait, consentWait]);
		expect(node.description.webhooks).toBe(payerReturn.resumeWebhooks);
	});

	it('searches the lists that its fields name', () => {
		expect(node.methods.listSearch).toBe(listSearch);
	});
});
