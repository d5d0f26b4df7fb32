import { assignedIn, readExample, valueOf } from '../examples.mts';

const example = readExample('failed-payouts.json');
const { nodes, connections } = example;

/** What the email says is to be done about an event. */
function nextStep(status: string, reason: string): string {
	const value = assignedIn(example, 'Reason and Next Step', 'nextStep');
	return String(valueOf(value, { $json: { status, reason } }));
}

/** Whether an event leads to an email. */
function isTold(event: object): boolean {
	const { parameters } = nodes.find(({ name }) => name === 'Still So?') ?? {};
	const { conditions } = parameters?.conditions as { conditions: Array<{ leftValue: string }> };
	return valueOf(conditions[0]?.leftValue, { $json: event }) as boolean;
}

describe('an event about a payout', () => {
	it.each([
		['is told where the payout still waits', 'paused', { status: 'paused' }, true],
		['is told where the payout could not be read', 'paused', null, true],
		['is not told where the payout has gone on since', 'paused', { status: 'completed' }, false],
		['is told where what was read is older than the event', 'error', { status: 'submitted' }, true],
		['is told of a payout that was sent back', 'reversed', { status: 'completed' }, true],
		['is told of a payout that was cancelled', 'cancelled', { status: 'paused' }, true],
	])('%s', (_, status, current, told) => {
		expect(isTold({ status, current })).toBe(told);
	});

	it('is looked at before anything is sent', () => {
		expect(connections['Payout Did Not Go Through']?.main?.[0]).toMatchObject([
			{ node: 'Still So?' },
		]);
	});
});

describe('the next step after a payout that failed', () => {
	it.each([
		['error', 'bank_error', 'Leave its row as it is, and run the file again later.'],
		['error', 'bank_processing_error', 'Leave its row as it is, and run the file again later.'],
		['reversed', 'bank_processing_error', 'Leave its row as it is, and run the file again later.'],
		[
			'error',
			'beneficiary_bank_processing_error',
			'later. If it fails again, ask the recipient for',
		],
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
