import { create } from '../../../../nodes/Stitch/actions/refund/create.operation';
import { ServiceFailure } from '../../../../nodes/Stitch/transport/failure';
import { answer, restPage } from '../../builders.mts';
import { perform } from '../perform.mts';
import { createdAt, none, ofCharge } from './inPerson.mts';

const refundFailed = () => ({ __typename: 'RefundFailed' });

it.each([
	['on its answer', [none, answer(201, { id: 'refund-1', status: refundFailed(), createdAt })]],
	[
		'in the list',
		[restPage({ id: 'refund-1', nonce: 'nonce-1', status: refundFailed(), createdAt })],
	],
])('reads a status that is written as an object %s', async (_, script) => {
	const { failure } = await perform(create, ofCharge, script);
	expect((failure as ServiceFailure).message).toContain('no money was given back');
});

describe('a refund that was accepted and then failed', () => {
	const failed = () => [none, answer(201, { id: 'refund-1', status: 'error', createdAt })];

	it('is a failed item', async () => {
		const { failure } = await perform(create, ofCharge, failed());
		expect((failure as ServiceFailure).message).toContain('no money was given back');
	});

	it('is returned where On Failure says so', async () => {
		const parameters = { ...ofCharge, options: { onFailure: 'return' } };
		const { output } = await perform(create, parameters, failed());
		expect(output).toMatchObject({ id: 'refund-1', status: 'error' });
	});
});
