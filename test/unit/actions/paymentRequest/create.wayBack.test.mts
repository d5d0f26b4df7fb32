import type { IDataObject } from 'n8n-workflow';

import { create } from '../../../../nodes/Stitch/actions/paymentRequest/create.operation';
import { answer, itemOf, serviceOf } from '../../builders.mts';
import { complaints } from '../perform.mts';
import { simple, simpleBody, page, run, whatIsWrong, withRedirect } from './creating.mts';

describe('the address of the payment page', () => {
	const back = 'https://shop.example.com/thanks?order=1&x=ä';

	it('carries both addresses for the way back, encoded', async () => {
		const { output, body } = await run({
			...withRedirect({
				redirectUrl: back,
				failureRedirectUrl: 'https://shop.example.com/sorry',
			}),
		});
		const url = new URL(String(output.paymentUrl));
		expect(url.searchParams.get('redirect_uri')).toBe(back);
		expect(url.searchParams.get('failure_redirect_uri')).toBe('https://shop.example.com/sorry');
		expect([...url.searchParams.keys()]).toEqual(['redirect_uri', 'failure_redirect_uri']);
		expect(body).toEqual(simpleBody);
	});

	it('may not lead back to something that is no address', () => {
		const redirectUrl = 'shop.example.com/thanks';
		expect(whatIsWrong(withRedirect({ redirectUrl, failureRedirectUrl: redirectUrl }))).toEqual([
			"'Redirect URL' is not a full web address",
			"'Failure Redirect URL' is not a full web address",
		]);
	});

	it('needs Redirect URL when Failure Redirect URL is given', () => {
		expect(whatIsWrong(withRedirect({ failureRedirectUrl: back }))).toEqual([
			"'Failure Redirect URL' is filled in without 'Redirect URL'",
		]);
	});
});

describe('Return to This Workflow', () => {
	const here = 'https://n8n.test/webhook-waiting/7?signature=a%2Fb&x=1';
	const returning = { ...simple, returnToThisWorkflow: true };
	const execution = { count: 1, resumeUrl: here };

	async function paymentUrlOf(parameters: IDataObject): Promise<URLSearchParams> {
		const created = {
			id: 'request=1',
			status: 'pending',
			interaction: { url: `${page}?a=b` },
		};
		const { service } = serviceOf([answer(201, created)]);
		const options = { oneLinkPerReference: false };
		const item = itemOf({ ...parameters, options }, 0, execution);
		const output = await create.send(create.prepare(item, service), service, item);
		return new URL(String((output as IDataObject).paymentUrl)).searchParams;
	}

	it("puts this execution's address into both redirect addresses, encoded", async () => {
		const query = await paymentUrlOf(returning);
		expect([...query]).toEqual([
			['a', 'b'],
			['redirect_uri', here],
			['failure_redirect_uri', here],
		]);
	});

	it('leaves a Failure Redirect URL that the user gave', async () => {
		const failureRedirectUrl = 'https://shop.test/not-paid';
		const query = await paymentUrlOf({
			...withRedirect({ failureRedirectUrl }),
			returnToThisWorkflow: true,
		});
		expect(query.get('redirect_uri')).toBe(here);
		expect(query.get('failure_redirect_uri')).toBe(failureRedirectUrl);
	});

	it('takes no notice of a Redirect URL, which the editor then hides', async () => {
		const query = await paymentUrlOf({
			...withRedirect({ redirectUrl: 'https://shop.test/' }),
			returnToThisWorkflow: true,
		});
		expect(query.get('redirect_uri')).toBe(here);
	});

	it('is rejected where the payer could not come back', () => {
		const item = itemOf(returning, 0, { ...execution, resumeUrl: 'http://n8n.test/7' });
		expect(complaints(create, item)).toEqual([
			expect.stringContaining("'Return to This Workflow' needs an n8n"),
		]);
	});
});
