import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';

import type { NewWorkflow } from '../host/api.mts';
import { projectFolder } from '../host/project.mts';

const file = join(projectFolder, 'examples', 'failed-payouts.json');
const { nodes } = JSON.parse(readFileSync(file, 'utf8')) as NewWorkflow;

/** What the email says is to be done about an event. */
function nextStep(status: string, reason: string): string {
	const { parameters } = nodes.find(({ name }) => name === 'Reason and Next Step') ?? {};
	const { assignments } = parameters?.assignments as {
		assignments: Array<{ name: string; value: string }>;
	};
	const value = assignments.find(({ name }) => name === 'nextStep')?.value ?? '';
	const [, expression = ''] = /^=\{\{([^]*)\}\}$/.exec(value) ?? [];
	return String(runInNewContext(expression, { $json: { status, reason } }));
}

describe('the next step after a payout that failed', () => {
	it.each([
		['error', 'bank_error', 'Leave its row as it is, and run the file again later.'],
		['error', 'bank_processing_error', 'Leave its row as it is, and run the file again later.'],
		['reversed', 'bank_processing_error', 'Leave its row as it is, and run the file again later.'],
		['error', 'insufficient_funds', 'Top up the float account, then run the file again. Leave'],
		['error', 'exceeded_limit', 'Have the limit raised and leave its row as it is, or make its'],
		['error', 'inactive_account', 'Correct the row in your file, keep its reference, and run'],
		['error', 'new_reason', 'Correct the row in your file, keep its reference, and run'],
		// The text of a person.
		['cancelled', 'bank_error', 'If it is to be paid after all, leave its row as it is, and run'],
		['paused', 'insufficient_funds', 'Send nothing again. Top up the float account within 7 days'],
	])('fits the reason: %s, %s', (status, reason, step) => {
		expect(nextStep(status, reason)).toContain(step);
	});
});
