import type { IDataObject } from 'n8n-workflow';

import { cancel as cancelPayout } from '../../../nodes/Stitch/actions/disbursement/cancel.operation';
import { cancel as cancelRequest } from '../../../nodes/Stitch/actions/paymentRequest/cancel.operation';
import { cancel as cancelSession } from '../../../nodes/Stitch/actions/terminalSession/cancel.operation';
import type { Operation } from '../../../nodes/Stitch/run/operation';
import type { ServiceFailure } from '../../../nodes/Stitch/transport/failure';
import { explain } from '../../../nodes/Stitch/transport/messages';
import { answer } from '../builders.mts';
import { perform } from '../actions/perform.mts';

const reason = 'Wrong person';
const detail = 'Stitch says why';

async function messageFor(operation: Operation, parameters: IDataObject, status: number) {
	const { failure } = await perform(operation, parameters, [answer(status, { detail })]);
	return explain((failure as ServiceFailure).details);
}

describe.each`
	what                    | operation        | parameters                           | done           | message                                                                                                   | description
	${'a disbursement'}     | ${cancelPayout}  | ${{ disbursementId: 'a', reason }}   | ${'completed'} | ${'This disbursement cannot be cancelled: Stitch cancels only those that are paused'}                     | ${'Nothing was changed. Read its status with Disbursement → Get: it may be paid already.'}
	${'a payment request'}  | ${cancelRequest} | ${{ paymentRequestId: 'a', reason }} | ${'completed'} | ${'This payment request cannot be cancelled: it is being paid, or it is completed, expired or cancelled'} | ${'Nothing was changed. Read its status with Payment Request → Get. If it is still pending, it can be paid: cancel it again in a few minutes.'}
	${'a terminal session'} | ${cancelSession} | ${{ terminalSessionId: 'a' }}        | ${'success'}   | ${'This terminal session cannot be cancelled: it is completed or cancelled'}                              | ${'Nothing was changed. See with Terminal Session → Get whether the customer has paid.'}
`('$what', ({ operation, parameters, done, message, description }) => {
	it('that cannot be cancelled says why, and that it may be paid', async () => {
		expect(await messageFor(operation, parameters, 409)).toEqual({
			message: `${message} (Stitch says: ${detail})`,
			description,
		});
		expect((await messageFor(operation, parameters, 404)).message).toBe(
			'Stitch does not know this ID',
		);
	});

	it('that is not cancelled says why and where to look, with whatever status Stitch refuses it', async () => {
		for (const status of [400, 405, 410, 412, 422]) {
			const told = await messageFor(operation, parameters, status);
			expect(told.message).toContain(detail);
			expect(told.description).toBe(description);
		}
	});

	describe('that was paid while it was cancelled', () => {
		const answered = async (record: IDataObject) =>
			await perform(operation, parameters, [answer(200, { id: 'a', ...record })]);

		it('is not returned as cancelled, even if Stitch answers with success', async () => {
			const { failure, sent } = await answered({ status: done });
			const { details } = failure as ServiceFailure;
			expect(explain(details).message).toContain(message);
			expect(details).toMatchObject({ happened: 'no', status: 409, id: 'a' });
			expect(sent).toHaveLength(1);
		});

		it('is not returned as cancelled, in whatever way Stitch writes that it is paid', async () => {
			const { failure } = await answered({ status: String(done).toUpperCase() });
			expect((failure as ServiceFailure).details).toMatchObject({ status: 409, id: 'a' });
		});

		it('is returned with a warning, as long as its status does not say that it is over', async () => {
			const { output } = await answered({ status: 'pending', warnings: ['Told before.'] });
			expect(output).toMatchObject({ id: 'a', status: 'pending' });
			expect((output as IDataObject).warnings).toEqual([
				'Told before.',
				'Stitch accepted this, but the status is “pending”. Read it again with Get before you rely on it.',
			]);
		});

		it('is told from one that was cancelled, whose status need not be said', async () => {
			expect((await answered({})).output).toEqual({ id: 'a' });
			expect((await answered({ status: 'cancelled' })).output).toMatchObject({
				status: 'cancelled',
			});
		});
	});
});

it('says which value to change, if Stitch names one', async () => {
	const { failure } = await perform(cancelPayout, { disbursementId: 'a', reason }, [
		answer(400, { detail: 'reason: too long' }),
	]);
	const { message, description } = explain((failure as ServiceFailure).details);
	expect(message).toBe("Stitch refused 'Reason': too long");
	expect(description).toMatch(/^Change the value/);
});
