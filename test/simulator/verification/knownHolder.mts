/**
 * The fixed values that verify. The service's own are not public: these are made up (our choice).
 * Any other value gives `refuted` for its field.
 */
export const knownHolder = {
	identityNumber: '9001010000080',
	passport: 'A00000000',
	initials: 'T',
	familyName: 'Tester',
	registrationNumber: '2000/000000/07',
	businessName: 'Test Traders',
	phone: '+27000000000',
	email: 'holder@example.com',
	accountType: 'current',
};

/** Universal branch codes, used when the request names none (spec 2.6). */
export const universalBranchCodes: Record<string, string> = {
	absa: '632005',
	african_bank: '430000',
	capitec: '470010',
	discovery_bank: '679000',
	fnb: '250655',
	grindrod_bank: '223626',
	investec: '580105',
	nedbank: '198765',
	sasfin_bank: '683000',
	standard_bank: '051001',
	tymebank: '678910',
	za_access_bank: '410506',
	za_albaraka_bank: '800000',
	za_bank_zero: '888000',
	za_bidvest: '462005',
	za_standard_chartered_bank: '730020',
};
