import { get } from '../../../../nodes/Stitch/actions/paymentConsent/get.operation';
import { consentById } from '../../../../nodes/Stitch/actions/paymentConsent/paymentConsent.graphql';
import { perform } from '../perform.mts';
import { grantedNode, readAs } from './consents.mts';

describe('Payment Consent → Get', () => {
	it('reads it by its ID', async () => {
		const { output, sent } = await perform(get, { id: ' consent-1 ' }, [readAs(grantedNode())]);
		expect(sent[0]?.body).toEqual({ query: consentById.full, variables: { id: 'consent-1' } });
		expect(output).toMatchObject({ id: 'consent-1', status: 'granted' });
	});

	it('gives a link that brings the payer back', async () => {
		const options = { redirectUrl: 'https://shop.test/done' };
		const parameters = { id: 'consent-1', options };
		const { output } = await perform(get, parameters, [readAs(grantedNode())]);
		expect(output).toMatchObject({
			consentUrl: expect.stringContaining('&redirect_uri=') as string,
		});
	});

	it('gives a link that brings the payer back to this execution', async () => {
		const parameters = { id: 'consent-1', options: { returnToThisWorkflow: true } };
		const { output } = await perform(get, parameters, [readAs(grantedNode())]);
		expect(output).toMatchObject({
			consentUrl: expect.stringContaining('consent%3Dconsent-1') as string,
		});
	});
});
