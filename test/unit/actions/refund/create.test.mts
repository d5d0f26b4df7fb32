import type { IDataObject } from 'n8n-workflow';

import { create } from '../../../../nodes/Stitch/actions/refund/create.operation';
import { ServiceFailure } from '../../../../nodes/Stitch/transport/failure';
import { answer, restPage } from '../../builders.mts';
import { perform } from '../perform.mts';

const ofSession: IDataObject = {
	refundOf: 'terminalSession',
	terminalSessionId: 'session-1',
	amount: '10.50',
	reason: 'requested_by_customer',
	nonceSource: 'custom',
	customNonce: 'nonce-1',
};
const ofCharge: IDataObject = { ...ofSession, refundOf: 'charge', chargeId: 'charge-1' };

const createdAt = '2026-11-20T10:00:00Z';
/** Nothing is there when it is looked up before. */
const none = restPage();
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
