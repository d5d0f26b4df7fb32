import { recurringRuns, toErrorOutput } from './recurring.mts';
import { simulatedService } from './service.mts';

const service = simulatedService({ seed: 51 });
const { granted } = recurringRuns(service);

describe('a payment consent', () => {
	it.each([
		['shares its nonce with later charges', 'shared', true],
		['does not share its nonce with later charges', 'own', true],
		['shares its nonce, and the client may list no charges', 'shared', false],
	] as const)(
		'of a card can come with a first charge that no later one repeats, if it %s',
		async (...of) => {
			const [, firstChargeNonces, chargeList] = of;
			await service.client.change({ firstChargeNonces, chargeList });
			const consent = await granted({
				chargeAtOnce: true,
				firstChargeAmount: '99',
				firstChargeReference: 'sub-204-2026-11',
			});
			const { charges } = await service.client.ledger();
			expect(charges).toMatchObject([{ externalReference: 'sub-204-2026-11', state: 'success' }]);
			const rows = [{ consent, amount: '99', reference: 'sub-204-2026-11' }];
			await service.simulator.control.advance(10_000);
			const { done, refused } = await recurringRuns(service).charge(rows, {}, toErrorOutput);
			if (chargeList) expect(done[0]).toMatchObject({ id: charges[0]?.id, alreadyExisted: true });
			else expect(refused[0]?.error).toContain('could not be looked up');
			expect((await service.client.summary()).charges).toBe(1);
		},
	);
});
