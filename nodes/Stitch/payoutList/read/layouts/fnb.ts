import type { Layout } from '../layout';
import { written } from '../line';

/**
 * FNB's CSV file for payments (“BInSol”): its version, the day, the account that pays, and headings above
 * the payments. Its hash is not compared: most programs calculate it in another way.
 */
export const fnb: Layout = {
	name: 'an FNB payment file',
	fits: ([first]) => /^BInSol\b/i.test(written(first?.cells[0])),
	payers: ([, , third]) => [written(third?.cells[0])],
	notAccounts: {
		0: 'an FNB public recipient',
		d: 'an eWallet',
		s: 'an eWallet',
		f: 'an FNB card',
		w: 'a WesBank contract',
	},
};
