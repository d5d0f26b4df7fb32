import type { IDataObject } from 'n8n-workflow';

import { create } from '../../../../nodes/Stitch/actions/paymentConsent/create.operation';
import {
	consentById,
	consentCreate,
} from '../../../../nodes/Stitch/actions/paymentConsent/paymentConsent.graphql';
import { makeNonce } from '../../../../nodes/Stitch/idempotency/nonce';
import { guardDuplicates } from '../../../../nodes/Stitch/run/guard';
import type { Unique } from '../../../../nodes/Stitch/run/operation';
import { itemOf, serviceOf } from '../../builders.mts';
import { complaints, perform } from '../perform.mts';
import { consentNode, mutated, readAs } from './consents.mts';

const byCard: IDataObject = {
	paymentMethod: 'card',
	externalReference: 'subscription-204',
	chargeAtOnce: false,
	additionalFields: { redirectUrl: 'https://shop.test/done' },
};
const byCapitec: IDataObject = {
	paymentMethod: 'capitecPay',
	externalReference: 'subscription-204',
	maximumAmount: '150',
	frequency: 'MONTHLY',
	startDate: '2026-12-01',
	paymentDescription: 'Example Gym',
};

const created = mutated('paymentConsentRequestCreate', consentNode());

/** What would be sent, without the nonce. */
async function inputOf(parameters: IDataObject) {
	const { sent, failure } = await perform(create, parameters, [created]);
	if (failure) throw failure;
	const { variables } = sent[0]?.body as { variables: { input: IDataObject } };
	const { nonce, ...input } = variables.input;
	return { input, nonce };
}

describe('Payment Consent → Create', () => {
	it('asks for a card by GraphQL, and returns the link with the way back', async () => {
		const { output, sent } = await perform(create, byCard, [created, readAs(consentNode())]);
		expect(sent).toEqual([
			{
				method: 'POST',
				url: 'https://graphql.test/graphql',
				body: { query: consentCreate, variables: { input: expect.anything() as object } },
			},
			expect.objectContaining({
				body: { query: consentById.full, variables: { id: 'consent-1' } },
			}),
		]);
		expect(output).toMatchObject({
			id: 'consent-1',
			client: 'test',
			status: 'pending',
			consentUrl:
				'https://secure.stitch.money/consent?id=1&redirect_uri=https%3A%2F%2Fshop.test%2Fdone',
		});
	});

	it('brings the payer back to this execution, by an address that names the consent', async () => {
		const parameters = { ...byCard, returnToThisWorkflow: true };
		const { output } = await perform(create, parameters, [created]);
		const here = 'https://n8n.test/webhook-waiting/1?signature=a1&consent=consent-1';
		expect(output).toMatchObject({
			consentUrl: `https://secure.stitch.money/consent?id=1&redirect_uri=${encodeURIComponent(here)}`,
		});
	});

	it('sends no more of a card than that it is wanted', async () => {
		expect((await inputOf(byCard)).input).toEqual({
			externalReference: 'subscription-204',
			paymentMethods: { card: { enabled: true } },
		});
	});

	it('charges a card first under the nonce that Charge → Create has for the reference', async () => {
		const { input } = await inputOf({
			...byCard,
			chargeAtOnce: true,
			firstChargeAmount: '99',
			firstChargeReference: 'subscription-204-2026-11',
		});
		const nonce = makeNonce('externalReference', {
			clientId: 'test-client',
			kind: 'charge.create',
			externalReference: 'subscription-204-2026-11',
		});
		expect(input.paymentMethods).toEqual({
			card: {
				enabled: true,
				initialCharge: {
					amount: { quantity: '99.00', currency: 'ZAR' },
					nonce,
					externalReference: 'subscription-204-2026-11',
				},
			},
		});
	});

	it('lets no model write the amount of the first charge, which no limit bounds', () => {
		const chargedBy = (type: string, firstChargeAmount: string) => {
			const charging = { ...byCard, chargeAtOnce: true, firstChargeReference: 'r-1' };
			return complaints(create, itemOf({ ...charging, firstChargeAmount }, 0, undefined, { type }));
		};
		const complaint =
			"'First Charge Amount in Rand' is made with $fromAI, and in a tool no model may decide it";
		expect(chargedBy('stitchTool', "={{ $fromAI('amount') }}")).toContain(complaint);
		expect(chargedBy('stitch', "={{ $fromAI('amount') }}")).not.toContain(complaint);
		expect(chargedBy('stitchTool', '99')).toEqual([]);
	});

	it('shows a Capitec customer the maximum, the frequency, the start and the description', async () => {
		expect((await inputOf(byCapitec)).input.paymentMethods).toEqual({
			capitecPay: {
				enabled: true,
				paymentOptions: { variable: { max: { quantity: '150.00', currency: 'ZAR' } } },
				paymentSchedule: { start: '2026-12-01', frequency: 'MONTHLY' },
				paymentDescription: 'Example Gym',
			},
		});
		const { input } = await inputOf({ ...byCapitec, startDate: '' });
		expect(input.paymentMethods).toMatchObject({
			capitecPay: { paymentSchedule: { frequency: 'MONTHLY' } },
		});
	});

	it.each([
		['identity_document', 'identityDocument'],
		['passport', 'passport'],
		['temporary_residence', 'temporaryResidenceId'],
	])("sends the payer's details, with a document of the type %s", async (type, field) => {
		const { input } = await inputOf({
			...byCapitec,
			additionalFields: {
				payer: {
					details: {
						payerId: 'customer-204',
						fullName: 'N Dlamini',
						email: 'name@example.com',
						mobileNumber: '+27820000000',
						documentType: type,
						documentCountry: 'za',
						documentNumber: '123',
					},
				},
				metadata: { entry: [{ key: 'plan', value: 'gold' }] },
			},
		});
		expect(input).toMatchObject({
			payerInformation: {
				payerId: 'customer-204',
				fullName: 'N Dlamini',
				email: 'name@example.com',
				mobileNumber: '+27820000000',
				identifyingDocument: { [field]: { country: 'ZA', number: '123' } },
			},
			metadata: { plan: 'gold' },
		});
	});

	it('has a new nonce in every run, so each run gets a new link', async () => {
		const nonces = [await inputOf(byCard), await inputOf(byCard)].map(({ nonce }) => nonce);
		expect(new Set(nonces).size).toBe(2);
	});

	it.each([
		[{ ...byCard, paymentMethod: 'debicheck' }, "'Payment Method' cannot be debicheck"],
		[{ ...byCard, additionalFields: { redirectUrl: 'nowhere' } }, /^'Redirect URL' /],
		[{ ...byCard, chargeAtOnce: true }, "'First Charge Amount in Rand' is empty"],
		[
			{ ...byCard, chargeAtOnce: true, firstChargeAmount: '99' },
			"'First Charge Reference' is empty",
		],
		[
			{
				...{ ...byCard, chargeAtOnce: true, firstChargeAmount: '99' },
				firstChargeReference: 'x'.repeat(4097),
			},
			"'First Charge Reference' can have at most 4096 characters and has 4097",
		],
		[{ ...byCapitec, maximumAmount: '0' }, /^'Maximum Amount in Rand' must be more than 0/],
		[{ ...byCapitec, frequency: 'HOURLY' }, "'Frequency' cannot be HOURLY"],
		[{ ...byCapitec, startDate: '04/05/2026' }, /^'Start Date' is not a date/],
		[{ ...byCapitec, paymentDescription: '' }, "'Payment Description' is empty"],
	])('rejects %j', (parameters, complaint) => {
		expect(complaints(create, parameters as IDataObject)[0]).toMatch(complaint);
	});

	it('reads nothing of a first charge that is not wanted', async () => {
		const { input } = await inputOf({ ...byCard, firstChargeAmount: 'a hundred' });
		expect(input.paymentMethods).toEqual({ card: { enabled: true } });
	});

	it('promises no list: Stitch has none of payment consents', () => {
		expect(JSON.stringify(create.form.properties)).not.toContain('Get Many');
	});

	it('is not asked for twice within a run, and is called what it is', () => {
		const { service } = serviceOf([]);
		const requests = [0, 1].map((itemIndex) => ({
			itemIndex,
			unique: create.unique?.(create.prepare(itemOf(byCard), service)) as Unique,
		}));
		expect(guardDuplicates(requests).get(1)?.mistakes).toEqual([
			{
				field: 'External Reference',
				what: 'is the same as in item 0',
				fix: "If both rows mean one payment consent, remove one of them. Only if two payment consents are due, check in Stitch which of them was sent before, leave its 'External Reference' as it is, and change only the other one.",
			},
		]);
		const without = create.prepare(itemOf({ ...byCard, externalReference: '' }), service);
		expect(create.unique?.(without)).toBeUndefined();
	});

	it('does not bring the payers of several rows back, and says so of a consent', () => {
		const parameters = { ...byCard, returnToThisWorkflow: true };
		const item = itemOf(parameters, 0, { count: 2, resumeUrl: 'https://n8n.test/1' });
		expect(complaints(create, item)).toEqual([
			"'Return to This Workflow' takes one payment consent per execution, and got 2 items",
		]);
	});

	it('is not repeated after a lost answer, and says that running it again is safe', async () => {
		const script = [{ kind: 'answerLost' as const, happened: 'maybe' as const }];
		const { failure, sent } = await perform(create, byCard, script, { maxTries: 5 });
		expect(sent).toHaveLength(1);
		expect(failure).toMatchObject({
			details: {
				kind: 'answerLost',
				happened: 'maybe',
				advice: expect.stringMatching(/^Run it again: /) as string,
			},
		});
	});
});

it('rejects a first charge whose reference has a hole in it: the next payer would not be charged', () => {
	const firstCharge = {
		chargeAtOnce: true,
		firstChargeAmount: '99',
		firstChargeReference: '=first-{{ $json.member }}',
	};
	expect(complaints(create, { ...byCard, ...firstCharge })).toEqual([
		"'First Charge Reference' is made with the column member, which is empty or missing in this item",
	]);
});
