import { get } from '../../../../nodes/Stitch/actions/charge/get.operation';
import { chargeById } from '../../../../nodes/Stitch/actions/charge/charge.graphql';
import { answer } from '../../builders.mts';
import { complaints, perform } from '../perform.mts';
import { chargeNode } from './answers.mts';

const read = (changes: object = {}) => answer(200, { data: { node: chargeNode(changes) } });

describe('Charge → Get', () => {
	it('reads it by its ID', async () => {
		const { output, sent } = await perform(get, { recurringChargeId: ' charge-1 ' }, [read()]);
		expect(sent[0]?.body).toEqual({ query: chargeById.full, variables: { id: 'charge-1' } });
		expect(output).toMatchObject({ id: 'charge-1', status: 'success', interactionUrl: null });
	});

	it('gives a link to confirm it that brings the payer back', async () => {
		const interactionUrl = 'https://secure.stitch.money/interaction?id=1';
		const options = { redirectUrl: 'https://shop.test/done' };
		const { output } = await perform(get, { recurringChargeId: 'charge-1', options }, [
			read({ interactionUrl }),
		]);
		expect(output).toMatchObject({
			interactionUrl: `${interactionUrl}&redirect_uri=https%3A%2F%2Fshop.test%2Fdone`,
		});
	});

	it('rejects an empty ID and an address that is none', () => {
		expect(complaints(get, { recurringChargeId: '', options: { redirectUrl: 'nowhere' } })).toEqual(
			["'Charge' is empty", expect.stringMatching(/^'Redirect URL' /)],
		);
	});
});
