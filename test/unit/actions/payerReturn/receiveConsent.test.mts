import type { IDataObject } from 'n8n-workflow';

import { returnedInTime } from './returning.mts';

describe('a payer who was asked to agree to charges', () => {
	const parameters = { resource: 'paymentConsent', operation: 'waitForConsent' };
	const asked = (onEarlyReturn = 'keepWaiting') => ({
		member: 7,
		waitForConsent: {
			outcome: 'timedOut',
			final: false,
			onEarlyReturn,
			paymentConsent: { id: 'c=', status: 'pending' },
		},
	});
	const answer = (__typename: string) => ({
		data: {
			node: {
				id: 'c=',
				url: 'https://secure.test/consent?x=1',
				externalReference: 'subscription-204',
				status: { __typename },
			},
		},
	});
	const back = async (answers: string[], query: IDataObject = {}, row = asked()) =>
		await returnedInTime({ parameters, row, query, answers: answers.map(answer) });

	it('continues with the status that Stitch returns, whatever the address says', async () => {
		const query = { consent: 'c=', id: 'any', status: 'failed' };
		const { result, shown } = await back(['PaymentConsentGranted'], query);
		expect(result.workflowData?.[0]?.[0]?.json).toMatchObject({
			member: 7,
			waitForConsent: { outcome: 'granted', final: true, paymentConsent: { id: 'c=' } },
		});
		expect(shown.body).toContain('You have agreed');
		expect(shown.body).toContain('subscription-204');
	});

	it('is waited for while the bank is still working on it', async () => {
		const types = ['PaymentConsentProcessing', 'PaymentConsentProcessing', 'PaymentConsentGranted'];
		const { result, sent } = await back(types, { consent: 'c=' });
		expect(sent).toHaveLength(3);
		expect(result.workflowData).toBeDefined();
	});

	it('sees a link back that names the consent, and the workflow stays parked', async () => {
		const pendings = Array<string>(3).fill('PaymentConsentPending');
		const { result, shown } = await back(pendings, { consent: 'c=' });
		expect(result.workflowData).toBeUndefined();
		const here = encodeURIComponent('https://n8n.test/webhook-waiting/7?signature=s&consent=c%3D');
		expect(shown.body).toContain(`https://secure.test/consent?x=1&#38;redirect_uri=${here}`);
	});

	it('lets the workflow continue without consent when On Early Return is Continue', async () => {
		const pendings = Array<string>(3).fill('PaymentConsentPending');
		const { result } = await back(pendings, { consent: 'c=' }, asked('continue'));
		expect(result.workflowData?.[0]?.[0]?.json).toMatchObject({
			waitForConsent: { outcome: 'notGranted', final: false },
		});
	});

	it('of another consent sees nothing of this one', async () => {
		const { sent, shown } = await back([], { consent: 'another' });
		expect([sent, shown.status]).toEqual([[], 200]);
		expect(shown.body).not.toContain('subscription-204');
	});
});
