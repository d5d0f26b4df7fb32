import { nearTests } from '../../scripts/near/nearTests.mts';
import { projectFolder } from '../host/project.mts';

const near = (...changed: string[]) => nearTests(projectFolder, changed);

describe('the tests near to a change', () => {
	it.each([
		['nodes/Stitch/run/run.ts', 'test/unit/run/run.payments.test.mts'],
		['nodes/Stitch/transport/n8nInternals.ts', 'test/unit/polling/poll.failed.test.mts'],
		['nodes/Stitch/polling/settings.ts', 'test/unit/polling/poll.unread.test.mts'],
		['nodes/Stitch/idempotency/age.ts', 'test/unit/idempotency/sendOnce.test.mts'],
		['nodes/Stitch/actions/fields/payer.ts', 'test/unit/actions/paymentRequest/create.test.mts'],
		['credentials/StitchApi.credentials.ts', 'test/unit/credentials/StitchApi.test.mts'],
		['test/unit/idempotency/sending.mts', 'test/unit/idempotency/sendOnce.payAgain.test.mts'],
	])('of %s have %s among them', (changed, test) => {
		expect(near(changed)).toContain(test);
	});

	it('are the tests that have changed, and no test that is gone', () => {
		const test = 'test/unit/run/run.test.mts';
		expect(near(test, 'test/unit/run/gone.test.mts')).toEqual([test]);
	});

	it('are none of a document', () => {
		expect(near('docs/your-own-workflow.md')).toEqual([]);
	});
});
