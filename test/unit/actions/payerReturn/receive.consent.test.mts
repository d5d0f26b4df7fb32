import type { IDataObject } from 'n8n-workflow';

import { returned, Stitch } from './returning.mts';

beforeEach(() => void jest.useFakeTimers());

afterEach(() => void jest.useRealTimers());

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
	const consent = (__typename: string) => ({
		id: 'c=',
		url: 'https://secure.test/consent?x=1',
		externalReference: 'subscription-204',
		status: { __typename },
	});
	const back = async (states: string[], query: IDataObject = {}, row = asked()) => {
		const stitch = new Stitch(...states.map((state) => ({ data: { node: consent(state) } })));
		return { stitch, ...(await returned({ parameters, row, query, stitch })) };
	};

	it('continues with the status that Stitch returns, whatever the address says', async () => {
		const query = { consent: 'c=', id: 'any', status: 'failed' };
		const { continued, shown } = await back(['PaymentConsentGranted'], query);
		expect(continued?.json).toMatchObject({
			member: 7,
			waitForConsent: { outcome: 'granted', final: true, paymentConsent: { id: 'c=' } },
		});
		expect(shown.body).toContain('You have agreed');
		expect(shown.body).toContain('subscription-204');
	});

	it('is waited for while the bank is still working on it', async () => {
		const types = ['PaymentConsentProcessing', 'PaymentConsentProcessing', 'PaymentConsentGranted'];
		const { continued, stitch } = await back(types, { consent: 'c=' });
		expect(stitch.readings).toHaveLength(3);
		expect(continued).toBeDefined();
	});

	it('sees a link back that names the consent, and the workflow stays parked', async () => {
		const { continued, shown } = await back(['PaymentConsentPending'], { consent: 'c=' });
		expect(continued).toBeUndefined();
		const here = encodeURIComponent('https://n8n.test/webhook-waiting/7?signature=s&consent=c%3D');
		expect(shown.body).toContain(`https://secure.test/consent?x=1&#38;redirect_uri=${here}`);
	});

	it('lets the workflow continue without consent when On Early Return is Continue', async () => {
		const { continued } = await back(
			['PaymentConsentPending'],
			{ consent: 'c=' },
			asked('continue'),
		);
		expect(continued?.json).toMatchObject({
			waitForConsent: { outcome: 'notGranted', final: false },
		});
	});

	it('of another consent sees nothing of this one', async () => {
		const { stitch, shown } = await back([], { consent: 'another' });
		expect([stitch.readings, shown.status]).toEqual([[], 200]);
		expect(shown.body).not.toContain('subscription-204');
	});
});
