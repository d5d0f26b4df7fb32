import type { Layout } from './layout';
import { absaBio } from './layouts/absaBio';
import { acbeft, acbeftWithHeadings } from './layouts/acbeft';
import { bankservAcb, fnbObeAcb } from './layouts/bankservAcb';
import { capitecBusiness } from './layouts/capitecBusiness';
import { fnb } from './layouts/fnb';
import { netcash } from './layouts/netcash';

/** All layouts besides lists that only their headings describe. */
export const layouts: readonly Layout[] = [
	absaBio,
	acbeft,
	acbeftWithHeadings,
	bankservAcb,
	capitecBusiness,
	fnb,
	fnbObeAcb,
	netcash,
];
