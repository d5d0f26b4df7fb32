import type { NewWorkflow } from '../host/api.mts';
import { runCode, type Json } from '../setup/examples.mts';
import { BOSS, CLERK, PARTNER, reviewed } from './payAFile.mts';

export const codes = [
	{ address: BOSS, approves: true, code: 'a1b2c3d4' },
	{ address: PARTNER, approves: true, code: 'b1b2c3d4' },
	{ address: CLERK, approves: false, code: 'c1b2c3d4' },
];

const DECLINE = 'Decline or withdraw: pay nothing';

/** What every example that asks for an approval with codes makes of an answer. */
export function answersOf(example: NewWorkflow): void {
	const answer = (input: Json) =>
		runCode(example, 'Answer', { 'Reviewed List': [reviewed()], Codes: codes }, [input], {
			$runIndex: 0,
		})[0]?.json;
	const given = (code?: string, decision = 'Approve: pay these rows', reason?: string) =>
		answer({
			data: {
				...{ 'Your decision': decision, 'Your code from the email': code },
				'Reason (if you decline)': reason,
			},
		});

	it('approves with the code of an approver, however it is written, and says who it was', () => {
		expect(given('a1b2c3d4')).toMatchObject({ approves: true, again: false, by: BOSS });
		expect(given(' B1B2C3D4 ')).toMatchObject({ approves: true, by: PARTNER });
	});

	it.each(['', undefined, 'ffffffff', 'c1b2c3d4'])('does not approve with the code %j', (code) => {
		expect(given(code)).toMatchObject({
			...{ approves: false, again: true, says: 'The code did not match.' },
		});
	});

	it('declines with or without a code, and its uploader withdraws the list', () => {
		expect(given('a1b2c3d4', DECLINE)).toMatchObject({ approves: false, again: false });
		expect(given('a1b2c3d4', DECLINE)?.says).toBe('Declined by boss@example.com.');
		expect(given('c1b2c3d4', DECLINE)?.says).toBe('Withdrawn by clerk@example.com.');
		const because = 'Declined by someone who gave no code. The reason: Row 2 left us.';
		expect(given('', DECLINE, ' Row 2 left us. ')?.says).toBe(because);
		expect(given('', DECLINE, 'Row 2 left us')?.says).toBe(because);
	});

	it('that never came, or was never asked for, approves nothing and says so', () => {
		expect(answer({})).toMatchObject({
			...{ approves: false, again: false },
			says: expect.stringMatching(
				/^boss@example.com or partner@example.com did not answer within three days/,
			),
		});
		expect(answer({ error: 'No such mailbox' })?.says).toContain('could not be sent');
	});
}
