import { carryOut, failure, lost, movesMoney } from './madeUp.mts';

/** Pays R6 of at most R10 a day; every nonce is one of its own. */
let payments = 0;
async function pay(row: Parameters<typeof carryOut>[0][number]) {
	const nonce = `of-a-day-${++payments}`;
	const operation = {
		...movesMoney,
		payment: () => ({
			...{ amount: { cents: 600 }, nonce, nonces: [nonce] },
			...{ shared: 'My Own Key' as const, body: {} },
			dryRun: async () => ({ wouldSend: true }),
		}),
		paidSince: async () => [],
	};
	return await carryOut([row], { operation, options: { maxTotalPerDay: '10' }, continues: true });
}

it('gives back what was sent before or certainly failed, and counts what may have been made', async () => {
	const isSent = async (row: Parameters<typeof pay>[0]) =>
		(await pay(row)).journal.includes('send 0');
	expect(await isSent({ gives: { alreadyExisted: true } })).toBe(true);
	expect(await isSent({ fails: failure })).toBe(true);
	expect(await isSent({ fails: lost })).toBe(true);
	expect(await isSent({})).toBe(false);
});
