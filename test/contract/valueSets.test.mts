import { readFileSync } from 'node:fs';
import type { IDataObject, ILoadOptionsFunctions, INodeProperties } from 'n8n-workflow';

import { StitchApi } from '../../credentials/StitchApi.credentials';
import { StitchUserOAuth2Api } from '../../credentials/StitchUserOAuth2Api.credentials';
import { verifyAccount } from '../../nodes/Stitch/actions/bankAccount/verify.operation';
import { create as createPaymentRequest } from '../../nodes/Stitch/actions/paymentRequest/create.operation';
import { properties } from '../../nodes/Stitch/catalogue/properties';
import { resources } from '../../nodes/Stitch/catalogue/resources';
import { listSearch } from '../../nodes/Stitch/methods/listSearch';
import type { ResourceWith, StatusMeaning } from '../../nodes/Stitch/run/resource';
import type { Operation } from '../../nodes/Stitch/run/operation';
import {
	banksWithoutInstant,
	beneficiaryBanks,
	disbursementBanks,
	payerBanks,
	verificationBanks,
} from '../../nodes/Stitch/schemas/bank';
import { eventFamilies } from '../../nodes/Stitch/webhook/catalogue';
import { complaints } from '../unit/actions/perform.mts';
import { optionValues, withInner } from './fields.mts';

/**
 * Copied by hand from the specification and, where it is silent, from the public documentation of
 * the service: a list of the node's own cannot show that it is the right one.
 */
const words = (text: string) => text.trim().split(/\s+/).sort();

describe('banks', () => {
	/** BankBeneficiaryBankId, DisbursementBankBeneficiaryBankId and PayerBankId: public documentation. */
	const beneficiary = words(`
		absa african_bank capitec discovery_bank fnb grindrod_bank investec nedbank sasfin_bank
		standard_bank tymebank za_access_bank za_albaraka_bank za_bank_windhoek za_bank_zero za_bidvest
		za_bnp_paribas za_capitec_business za_citibank za_finbond_mutual_bank za_finbond_net1
		za_habib_overseas_bank za_hbz_bank za_hsbc za_ithala_bank za_jp_morgan_chase_bank
		za_mercantile_bank za_nedbank_namibia za_olympus_mobile za_people_bank za_postbank
		za_standard_chartered_bank za_state_bank_of_india za_u_bank za_unibank za_vbs_mutual_bank
	`);
	const disbursement = words(`
		absa african_bank capitec discovery_bank fnb grindrod_bank investec nedbank sasfin_bank
		standard_bank tymebank za_access_bank za_albaraka_bank za_bank_zero za_bidvest za_bnp_paribas
		za_capitec_business za_citibank za_finbond_mutual_bank za_finbond_net1 za_habib_overseas_bank
		za_hbz_bank za_hsbc za_jp_morgan_chase_bank za_mercantile_bank za_olympus_mobile za_people_bank
		za_postbank za_standard_chartered_bank za_state_bank_of_india za_u_bank za_unibank
		za_vbs_mutual_bank
	`);
	const payers = words('absa capitec discovery_bank fnb investec nedbank standard_bank tymebank');
	/** Spec 2.6. */
	const verification = words(`
		absa african_bank capitec discovery_bank fnb grindrod_bank investec nedbank sasfin_bank
		standard_bank tymebank za_access_bank za_albaraka_bank za_bank_zero za_bidvest
		za_standard_chartered_bank
	`);
	/** Spec 2.5. */
	const withoutInstant = words('za_olympus_mobile za_citibank grindrod_bank');

	it.each([
		['a payment request can settle to', beneficiaryBanks, beneficiary],
		['a disbursement can be paid to', disbursementBanks, disbursement],
		['a payer can be limited to', payerBanks, payers],
		['can verify an account', verificationBanks, verification],
		['cannot take an instant disbursement', banksWithoutInstant, withoutInstant],
	])('that %s are those of the service', (_, known, documented) => {
		expect([...known].sort()).toEqual(documented);
	});

	it('that a payer can be limited to are offered all, and no others', () => {
		expect(offered('paymentRequest', 'create', 'restrictPayerBank')).toEqual(payers);
	});

	it.each([
		['paymentRequest', 'create', 'searchBeneficiaryBanks'],
		['disbursement', 'create', 'searchDisbursementBanks'],
		['bankAccount', 'verify', 'searchVerificationBanks'],
	])('of %s %s are those of the list that %s fills', (resource, operation, method) => {
		const [field] = fieldsNamed(resource, operation, 'bank');
		expect(field?.modes?.[0]?.typeOptions?.searchListMethod).toBe(method);
	});

	it.each([
		['searchBeneficiaryBanks', beneficiary],
		['searchDisbursementBanks', disbursement],
		['searchVerificationBanks', verification],
	])('of the list that %s fills are all, and no others', async (method, documented) => {
		const listed = await listSearch[method]?.call({} as ILoadOptionsFunctions);
		expect(listed?.results.map(({ value }) => value).sort()).toEqual(documented);
	});
});

describe('identifying documents', () => {
	/** Spec 2.2 and 2.6. */
	const ofPayer = words('identity_document passport temporary_residence');
	const ofHolder = words('identity_document passport');
	const document = { documentCountry: 'ZA', documentNumber: '1' };
	const payerWith = (documentType: string) => ({
		amount: 1,
		paymentMethods: ['card'],
		settleTo: 'bankAccount',
		payerId: 'p',
		additionalFields: { payer: { details: { ...document, documentType } } },
	});
	const holderWith = (documentType: string) => ({
		bank: 'fnb',
		accountNumber: '1234567890',
		accountType: 'savings',
		holderType: 'individual',
		...document,
		documentType,
	});

	it.each<[string, string[], Operation, (type: string) => IDataObject]>([
		['a payer', ofPayer, createPaymentRequest, payerWith],
		['an account holder', ofHolder, verifyAccount, holderWith],
	])('of %s are those of the specification', (_, documented, operation, parametersWith) => {
		const taken = [...ofPayer, 'driving_licence'].filter(
			(type) => complaints(operation, parametersWith(type)).length === 0,
		);
		expect(taken).toEqual(documented);
	});

	it.each([
		['paymentRequest', 'create', 'documentType', ofPayer],
		['paymentConsent', 'create', 'documentType', ofPayer],
		['bankAccount', 'verify', 'documentType', ofHolder],
	])('of %s %s are offered all, and no others', (resource, operation, field, documented) => {
		expect(offered(resource, operation, field)).toEqual(documented);
	});
});

it.each([
	// Spec 2.5 and 2.6.
	['disbursement', 'create', 'payoutSpeed', 'default instant'],
	['bankAccount', 'verify', 'accountType', 'current savings credit loan investment other unknown'],
	['bankAccount', 'verify', 'holderType', 'individual business'],
	// Companion spec 2.1 and 2.2.
	['refund', 'create', 'reason', 'fraud requested_by_customer duplicate_charge'],
	// Public reference: `ClearingType`.
	['refund', 'create', 'refundSpeed', 'default instant'],
	['terminalSession', 'create', 'intent', 'charge disbursement'],
	['terminalSession', 'create', 'captureMethod', 'automatic manual'],
	// Public reference.
	['paymentConsent', 'create', 'frequency', 'ONCE_OFF DAILY WEEKLY MONTHLY YEARLY'],
])('%s %s offers for %s: %s', (resource, operation, field, documented) => {
	expect(offered(resource, operation, field)).toEqual(words(documented));
});

describe('scopes', () => {
	/** Spec 5.1, companion spec 5, and for recurring payments the public reference. */
	const ofClient = words(`
		accountholders client_bankaccountverification client_card client_disbursement
		client_file_management client_paymentrequest client_recurringpaymentconsentrequest
		client_refund client_terminal_session transaction_initiate
	`);
	/** Spec 5.1; `openid` always goes along. */
	const ofUser = words('accounts balances offline_access transactions');

	it.each([
		['a client', new StitchApi(), ofClient],
		['a user', new StitchUserOAuth2Api(), ofUser],
	])('of %s are offered all, and no others', (_, credential, documented) => {
		const scopes = credential.properties.find(({ name }) => name === 'chosenScopes');
		const offered = scopes ? optionValues(scopes) : [];
		// The last one shows Additional Scopes.
		expect(offered.pop()).toBe('other');
		expect(offered.sort()).toEqual(documented);
	});
});

describe('statuses', () => {
	type Statuses = Partial<Record<StatusMeaning, string>>;

	/** Spec 3, and companion spec 3. */
	const documented: Record<string, Statuses> = {
		disbursement: {
			open: 'pending submitted',
			paused: 'paused',
			done: 'completed',
			failed: 'error cancelled reversed',
		},
		// Public reference: marked completed by hand, with no payment behind it.
		paymentRequest: {
			open: 'pending',
			done: 'completed',
			failed: 'cancelled expired manually_completed',
		},
		// Public reference: `TransactionState`.
		charge: { open: 'pending', done: 'success', failed: 'failure cancelled' },
		// The status of a cancelled one is not shown; all other resources call it so.
		terminalSession: { open: 'pending', done: 'success', failed: 'failure cancelled' },
	};

	const lifecycles = resources.flatMap(({ value, name, operations }) =>
		operations.flatMap(({ value: operation, lifecycle }) =>
			lifecycle ? [{ value, name, operation, lifecycle }] : [],
		),
	);

	const withMeaning = ({ statuses }: ResourceWith<'statuses'>, ...meanings: StatusMeaning[]) =>
		Object.keys(statuses)
			.filter((status) => meanings.some((meaning) => statuses[status] === meaning))
			.sort();

	it('are documented for every resource that continues after its first answer', () => {
		const goOn = new Set(lifecycles.map(({ value }) => value));
		expect([...goOn].sort()).toEqual(Object.keys(documented).sort());
	});

	it.each(
		lifecycles.map(({ value, operation, lifecycle }) => [value, operation, lifecycle] as const),
	)('of %s mean for %s what the specification says', (resource, _, lifecycle) => {
		for (const meaning of ['open', 'paused', 'done', 'failed'] as const) {
			const statuses = words(documented[resource]?.[meaning] ?? '').filter(Boolean);
			expect([meaning, withMeaning(lifecycle, meaning)]).toEqual([meaning, statuses]);
		}
		const all = Object.values(documented[resource] ?? {}).flatMap(words);
		expect(Object.keys(lifecycle.statuses).sort()).toEqual(all.sort());
	});

	it('that are final are in the documentation, for each resource', () => {
		const [, section = ''] = readFileSync('docs/reference.md', 'utf8').split(
			'\n## Wait Until Final\n',
		);
		const [text = ''] = section.split('\n## ');
		const rows = [...text.matchAll(/^\| ([A-Z][^|]*) \| (`.*) \|$/gm)].map(
			([, resource = '', cell = '']) => {
				const statuses = [...cell.matchAll(/`(\w+)`/g)].map(([, status = '']) => status);
				return [resource.trim(), statuses.sort()];
			},
		);
		const known = lifecycles.map(({ name, lifecycle }) => [
			name,
			withMeaning(lifecycle, 'done', 'failed'),
		]);
		expect(Object.fromEntries(rows)).toEqual(Object.fromEntries(known));
	});
});

describe('events', () => {
	/** Spec 6 and public documentation: the statuses, and the types of a subscription to them. */
	const documented: Record<string, { statuses: string; types: string }> = {
		disbursement: {
			statuses: 'submitted completed error paused cancelled reversed',
			types: 'disbursement',
		},
		paymentRequest: {
			statuses: 'pending completed cancelled expired manually_completed',
			types: 'payment',
		},
		paymentConfirmation: { statuses: 'received unsettled', types: 'payment.confirmation' },
		// Public reference: `PaymentConsentStatus` and `TransactionState`.
		paymentConsent: {
			statuses: 'processing granted failed cancelled expired revoked paused',
			types: 'payment-consent-request',
		},
		charge: { statuses: 'pending success failure cancelled', types: 'transaction' },
		chargeRefund: { statuses: 'pending success failure cancelled', types: 'transaction' },
		refund: { statuses: 'pending submitted completed error paused', types: 'refund' },
		terminalSession: {
			statuses: 'success failure',
			types: 'terminal-session.success terminal-session.failure',
		},
	};

	it('are documented for every family', () => {
		const families = eventFamilies.map(({ family }) => family);
		expect(families.sort()).toEqual(Object.keys(documented).sort());
	});

	it.each(eventFamilies.map((family) => [family.family, family] as const))(
		'of %s are those of the service',
		(name, { meanings, filterType }) => {
			const statuses = Object.keys(meanings);
			const types = [...new Set(statuses.map(filterType))];
			expect(statuses.sort()).toEqual(words(documented[name]?.statuses ?? ''));
			expect(types.sort()).toEqual(words(documented[name]?.types ?? ''));
		},
	);
});

/** What a drop-down of an operation offers. */
function offered(resource: string, operation: string, field: string): string[] {
	const found = fieldsNamed(resource, operation, field).find(({ type }) => type === 'options');
	return found ? optionValues(found).sort() : [];
}

function fieldsNamed(resource: string, operation: string, field: string): INodeProperties[] {
	return properties
		.filter(
			({ displayOptions }) =>
				displayOptions?.show?.resource?.includes(resource) === true &&
				displayOptions.show.operation?.includes(operation) === true,
		)
		.flatMap(withInner)
		.filter(({ name }) => name === field);
}
