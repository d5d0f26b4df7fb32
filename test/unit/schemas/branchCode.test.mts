import { bankName, disbursementBanks } from '../../../nodes/Stitch/schemas/bank';
import { branchCode, knownBranchCode } from '../../../nodes/Stitch/schemas/branchCode';

it.each([
	['051001', 'standard_bank'],
	['51001', 'standard_bank'],
	['51 001', 'standard_bank'],
	['250655', 'fnb'],
	['250655.0', 'fnb'],
	['632 005', 'absa'],
	['198765', 'nedbank'],
	['470010', 'capitec'],
	['580105', 'investec'],
	['678910', 'tymebank'],
	['679000', 'discovery_bank'],
	['888000', 'za_bank_zero'],
	['430000', 'african_bank'],
	['462005', 'za_bidvest'],
	['683000', 'sasfin_bank'],
	['800000', 'za_albaraka_bank'],
	['460005', 'za_postbank'],
	['431010', 'za_u_bank'],
	['589000', 'za_finbond_mutual_bank'],
	['591000', 'za_finbond_net1'],
	['585001', 'za_olympus_mobile'],
	['350005', 'za_citibank'],
	['587000', 'za_hsbc'],
	['730020', 'za_standard_chartered_bank'],
	['432000', 'za_jp_morgan_chase_bank'],
	['801000', 'za_state_bank_of_india'],
	['410506', 'za_access_bank'],
	['410105', 'za_access_bank'],
])('the branch code %s is a bank that can be paid: %s', (code, bank) => {
	expect(branchCode(code)).toEqual({ bank });
	expect(disbursementBanks).toContain(bank);
	expect(bankName(bank)).not.toBe(bank);
});

it.each([
	['450105', /Mercantile or Capitec Business, and it is not known/],
	['584000', /Grindrod or African Bank Business, and it is not known/],
	['588000', /a bank that has closed/],
	['790005', /a bank that has closed/],
	['261251', /one of FirstRand's own/],
	['281667', /a bank in a different country/],
	['283767', /a bank in a different country/],
	['260006', /a bank in a different country/],
])('the branch code %s is known and not paid to', (code, why) => {
	expect(knownBranchCode(code)).toMatchObject({ why: expect.stringMatching(why) });
});

it.each(['623005', '51002', '19876500', '2506550', '5.1E+04', 'FNB', '0', '', 'constructor'])(
	'no bank is guessed from %j',
	(code) => {
		expect(knownBranchCode(code)).toBeUndefined();
		expect(branchCode(code)).toMatchObject({
			why: 'is not the universal branch code of a bank',
		});
	},
);
