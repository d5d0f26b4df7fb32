import { carryOut, movesMoney } from './madeUp.mts';

describe('a node with Execute Once', () => {
	it('works on no list, of which only the first row would reach it', async () => {
		const sendTogether = async () => [{ rows: 1 }];
		const setting = { operation: { sendTogether }, executeOnce: true };
		const { error, journal } = await carryOut([{}], setting);
		expect(error?.message).toBe(
			"'Execute Once' would drop every row but the first. Turn it off in this node's Settings",
		);
		expect(journal).toEqual([]);
	});

	it('says that it has paid only the first item', async () => {
		const { hints } = await carryOut([{}], { operation: movesMoney, executeOnce: true });
		expect(hints).toContainEqual({
			type: 'warning',
			message:
				"'Execute Once' is on in this node's Settings, so only the first item was sent. If more are to be paid, turn it off.",
		});
	});

	it.each([
		['nothing is sent', { operation: movesMoney, executeOnce: true, options: { dryRun: true } }],
		['nothing is paid', { executeOnce: true }],
		['it is off', { operation: movesMoney, executeOnce: false }],
	])('says nothing of that where %s', async (_, setting) => {
		expect((await carryOut([{}], setting)).hints).toEqual([]);
	});
});
