import { capitec, recurringRuns, toErrorOutput } from './recurring.mts';
import { simulatedService } from './service.mts';

const service = simulatedService({ seed: 51 });
const { run, asked, granted } = recurringRuns(service);

const read = async (id: string) =>
	(await run({ resource: 'paymentConsent', operation: 'get', id })).done[0];

describe('a payment consent', () => {
	it('is asked for by a link that brings the payer back, and granted on its page', async () => {
		await service.client.change({ returnDomains: ['shop.test'] });
		const { done } = await run({
			resource: 'paymentConsent',
			operation: 'create',
			paymentMethod: 'card',
			externalReference: 'subscription-204',
			redirectUrl: 'https://shop.test/done?step=2',
		});
		const page = String(done[0]?.consentUrl);
		const back = await fetch(page, {
			method: 'POST',
			redirect: 'manual',
			body: new URLSearchParams({ action: 'grant' }),
		});
		expect(back.headers.get('location')).toBe('https://shop.test/done?step=2');
		expect(await read(String(done[0]?.id))).toMatchObject({
			status: 'granted',
			isPendingRevocation: false,
			externalReference: 'subscription-204',
			paymentMethod: 'card',
		});
	});

	it('can bring the payer back to the execution, which needs an address of its own', async () => {
		const parameters = {
			resource: 'paymentConsent',
			operation: 'create',
			paymentMethod: 'card',
			returnToThisWorkflow: true,
		};
		const { done, error } = await run(parameters);
		// Without a public address nothing is sent; no field that the editor hides is read.
		expect(error?.message ?? String(done[0]?.consentUrl)).toMatch(
			/^Return to This Workflow needs|consent%3D/,
		);
	});

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
			const { done, refused } = await recurringRuns(service).charge(rows, {}, toErrorOutput);
			if (chargeList) expect(done[0]).toMatchObject({ id: charges[0]?.id, alreadyExisted: true });
			else expect(refused[0]?.error).toContain('could not be looked up');
			expect((await service.client.summary()).charges).toBe(1);
		},
	);

	it('of a Capitec customer is granted once their bank has approved it', async () => {
		const id = await asked({ ...capitec, startDate: '2026-12-01' });
		await service.simulator.control.consent('grant', id);
		expect(await read(id)).toMatchObject({ status: 'processing' });
		await service.simulator.control.advance(5000);
		expect(await read(id)).toMatchObject({ status: 'granted', paymentMethod: 'capitecPay' });
		const { consents } = await service.client.ledger();
		expect(consents[0]?.capitec).toEqual({
			maxCents: 15_000,
			start: '2026-12-01',
			frequency: 'MONTHLY',
			description: 'Example Gym',
		});
	});

	it.each([
		['decline', 'failed'],
		['pause', 'paused'],
		['expire', 'expired'],
		['revoke', 'revoked'],
	] as const)('says after "%s" that it is %s', async (action, status) => {
		const id = action === 'decline' ? await asked() : await granted();
		await service.simulator.control.consent(action, id);
		expect(await read(id)).toMatchObject({ status });
	});

	it.each([
		['cancel', 'cancelled', asked, granted],
		['revoke', 'revoked', granted, asked],
	])('can be ended: %s makes it %s, at the right time only', async (operation, status, at, not) => {
		const ending = { resource: 'paymentConsent', operation, reason: 'Membership ended' };
		const { done } = await run({ ...ending, id: await at() });
		expect(done[0]).toMatchObject({ status, reasonText: 'Membership ended' });
		const { error } = await run({ ...ending, id: await not() });
		expect(error?.message).toContain('the consent is');
	});

	it('is not known under an ID of something else', async () => {
		const { error } = await run({ resource: 'paymentConsent', operation: 'get', id: 'none' });
		expect(error).toBeDefined();
	});

	it('has columns', async () => {
		const id = await granted();
		const parameters = { resource: 'paymentConsent', operation: 'get', id };
		const { done } = await run(parameters);
		expect(Object.keys(done[0] ?? {})).toEqual([
			'externalReference',
			'consentUrl',
			'status',
			'reasonText',
			'isPendingRevocation',
			'paymentMethod',
			'statusDate',
			'nonce',
			'id',
		]);
	});
});
