import { readExample, textOf } from '../setup/examples.mts';

/** The mail about payouts that failed or wait. */
function mailAbout(...payouts: object[]): string {
	const { nodes } = readExample('react-to-events.json');
	const { parameters } = nodes.find(({ name }) => name === 'Email: Payout Failed') ?? {};
	const items = payouts.map((json) => ({ json }));
	return textOf(parameters?.text, { $: () => ({ all: () => items }), $json: payouts[0] });
}

const waits = { externalReference: 'p-1', amount: 1150, status: 'paused' };

describe('the mail about payouts that failed or wait', () => {
	it('says only what to do about those that wait where no other has failed', () => {
		expect(mailAbout({ ...waits, reasonText: 'The float account is too low.' })).toBe(
			'The payout p-1 of R1\u00a0150.00 is waiting.\nReason: The float account is too low.\nDo not send it again. If the float account is too low, top it up within 7 days: the payout then continues.\n',
		);
	});

	it('says how to pay one that failed, beside one that waits', () => {
		const mail = mailAbout(waits, { ...waits, externalReference: 'p-2', status: 'error' });
		expect(mail).toMatch(/Reason: Stitch names no reason\.\nDo not send it again\./);
		expect(mail).toMatch(
			/p-2 of R1\u00a0150\.00 was not paid\.[^]*\n\nTo pay a payout that failed: /,
		);
	});
});
