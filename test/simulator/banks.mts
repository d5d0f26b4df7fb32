/** Bank ids that a payment request can pay into (public documentation). */
export const beneficiaryBanks = [
	'absa',
	'african_bank',
	'capitec',
	'discovery_bank',
	'fnb',
	'grindrod_bank',
	'investec',
	'nedbank',
	'sasfin_bank',
	'standard_bank',
	'tymebank',
	'za_access_bank',
	'za_albaraka_bank',
	'za_bank_windhoek',
	'za_bank_zero',
	'za_bidvest',
	'za_bnp_paribas',
	'za_capitec_business',
	'za_citibank',
	'za_finbond_mutual_bank',
	'za_finbond_net1',
	'za_habib_overseas_bank',
	'za_hbz_bank',
	'za_hsbc',
	'za_ithala_bank',
	'za_jp_morgan_chase_bank',
	'za_mercantile_bank',
	'za_nedbank_namibia',
	'za_olympus_mobile',
	'za_people_bank',
	'za_postbank',
	'za_standard_chartered_bank',
	'za_state_bank_of_india',
	'za_u_bank',
	'za_unibank',
	'za_vbs_mutual_bank',
];

const notForDisbursements = new Set(['za_bank_windhoek', 'za_nedbank_namibia', 'za_ithala_bank']);

/** Bank ids that a disbursement can pay into (public documentation). */
export const disbursementBanks = beneficiaryBanks.filter((bank) => !notForDisbursements.has(bank));

/** Spec 2.5: banks that do not support instant disbursements. */
export const banksWithoutInstant = new Set(['za_olympus_mobile', 'za_citibank', 'grindrod_bank']);

/** Bank ids that a payer can be limited to (public documentation). */
export const payerBanks = [
	'absa',
	'capitec',
	'discovery_bank',
	'fnb',
	'investec',
	'nedbank',
	'standard_bank',
	'tymebank',
];

/** Spec 2.6: banks whose accounts can be verified. */
export const verificationBanks = [
	'absa',
	'african_bank',
	'capitec',
	'discovery_bank',
	'fnb',
	'grindrod_bank',
	'investec',
	'nedbank',
	'sasfin_bank',
	'standard_bank',
	'tymebank',
	'za_access_bank',
	'za_albaraka_bank',
	'za_bank_zero',
	'za_bidvest',
	'za_standard_chartered_bank',
];
