import type { IDataObject } from 'n8n-workflow';

import { create } from '../../../../nodes/Stitch/actions/paymentRequest/create.operation';
import { answer, itemOf, serviceOf } from '../../builders.mts';
import { complaints, mistakesIn } from '../perform.mts';
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

	it.each(['http://localhost:5678/back', 'http://127.0.0.1/back', 'http://[::1]/back'])(
		'may lead back to this computer over http: %s',
		async (redirectUrl) => {
			const { output } = await run(withRedirect({ redirectUrl }));
			expect(new URL(String(output.paymentUrl)).searchParams.get('redirect_uri')).toBe(redirectUrl);
		},
	);

	it.each([
		['http://shop.example.com', 'must start with https://'],
		['http://localhost.example.com', 'must start with https://'],
		['javascript:alert(1)', 'must start with https://'],
		['shop.example.com/thanks', 'is not a full web address'],
		['https://', 'is not a full web address'],
		['https://user:pass@shop.example.com', 'must not contain a user name or password'],
	])('may not lead back to %s', (redirectUrl, why) => {
		expect(whatIsWrong(withRedirect({ redirectUrl }))).toEqual([
			expect.stringContaining(`'Redirect URL' ${why}`),
		]);
		expect(
			whatIsWrong(withRedirect({ redirectUrl: back, failureRedirectUrl: redirectUrl })),
		).toEqual([expect.stringContaining(`'Failure Redirect URL' ${why}`)]);
	});

	it('needs Redirect URL when Failure Redirect URL is given', () => {
		expect(whatIsWrong(withRedirect({ failureRedirectUrl: back }))).toEqual([
			"'Failure Redirect URL' is given without 'Redirect URL'",
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
		const item = itemOf(parameters, 0, execution);
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

	it('is read as a column may give it, and rejected where it cannot be', async () => {
		const query = await paymentUrlOf({ ...returning, returnToThisWorkflow: 'TRUE' });
		expect(query.get('redirect_uri')).toBe(here);
		expect(complaints(create, { ...returning, returnToThisWorkflow: 'here' })).toEqual([
			"'Return to This Workflow' is neither true nor false: here",
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

	it('is for one payment per execution, because there is one address', () => {
		expect(complaints(create, itemOf(returning, 1, { ...execution, count: 2 }))).toEqual([
			"'Return to This Workflow' takes one payment per execution, and 2 items came",
		]);
	});

	it('is rejected where the payer could answer another node of the same execution', () => {
		const behind = [
			{
				name: 'Approve',
				type: 'n8n-nodes-base.wait',
				typeVersion: 1.1,
				disabled: false,
				parameters: { resume: 'webhook' },
			},
		];
		const item = itemOf(returning, 0, { ...execution, behind });
		expect(complaints(create, item)).toEqual([
			expect.stringContaining('could also answer “Approve”'),
		]);
		// Whoever does not come back to this execution can answer nothing in it.
		const elsewhere = { ...returning, returnToThisWorkflow: false };
		expect(complaints(create, itemOf(elsewhere, 0, { ...execution, behind }))).toEqual([]);
	});

	it.each(['http://n8n.test/webhook-waiting/7', 'http://192.168.0.7:5678/x', 'undefined'])(
		'is rejected where the payer could not come back: %s',
		(resumeUrl) => {
			const [mistake] = mistakesIn(create, itemOf(returning, 0, { ...execution, resumeUrl }));
			expect(mistake).toMatchObject({
				field: 'Return to This Workflow',
				what: expect.stringContaining('needs an n8n') as string,
			});
			expect(mistake?.fix).toContain('WEBHOOK_URL');
		},
	);
});
