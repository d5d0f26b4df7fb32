import type { IDataObject } from 'n8n-workflow';

import { deleteCard } from '../../../nodes/Stitch/actions/card/delete.operation';
import { cancel as cancelPayout } from '../../../nodes/Stitch/actions/disbursement/cancel.operation';
import { cancel as cancelConsent } from '../../../nodes/Stitch/actions/paymentConsent/cancel.operation';
import { revoke } from '../../../nodes/Stitch/actions/paymentConsent/revoke.operation';
import { cancel as cancelRequest } from '../../../nodes/Stitch/actions/paymentRequest/cancel.operation';
import { create as createRequest } from '../../../nodes/Stitch/actions/paymentRequest/create.operation';
import { simulatePayment } from '../../../nodes/Stitch/actions/paymentRequest/simulatePayment.operation';
import { cancel as cancelSession } from '../../../nodes/Stitch/actions/terminalSession/cancel.operation';
import type { Operation } from '../../../nodes/Stitch/run/operation';
import { answer } from '../builders.mts';
import { simple } from '../actions/paymentRequest/creating.mts';
import { perform } from '../actions/perform.mts';

const reason = 'Wrong person';

describe.each<[string, Operation, IDataObject]>([
	['Card → Delete', deleteCard, { cardId: 'a' }],
	['Disbursement → Cancel', cancelPayout, { disbursementId: 'a', reason }],
	['Payment Consent → Cancel', cancelConsent, { id: 'a', reason }],
	['Payment Consent → Revoke', revoke, { id: 'a', reason }],
	['Payment Request → Cancel', cancelRequest, { paymentRequestId: 'a', reason }],
	[
		'Payment Request → Create',
		createRequest,
		{ ...simple, options: { oneLinkPerReference: false } },
	],
	['Payment Request → Simulate Payment', simulatePayment, { paymentRequestId: 'a', paidBy: 'eft' }],
	['Terminal Session → Cancel', cancelSession, { terminalSessionId: 'a' }],
])('%s', (_, operation, parameters) => {
	it('is not repeated when it is unknown whether it was processed', async () => {
		const lost = [{ kind: 'answerLost' as const, happened: 'maybe' as const }];
		const { failure, sent } = await perform(operation, parameters, lost, { maxTries: 5 });
		expect(sent).toHaveLength(1);
		expect(failure).toMatchObject({ details: { kind: 'answerLost', happened: 'maybe' } });
	});

	it('is repeated when it certainly was not carried out', async () => {
		const script = [
			{ kind: 'notConnected' as const, happened: 'no' as const },
			answer(429, {}),
			answer(409, {}),
		];
		const { failure, sent } = await perform(operation, parameters, script, { maxTries: 5 });
		expect(sent).toHaveLength(3);
		expect(failure).toMatchObject({ details: { status: 409 } });
	});
});
