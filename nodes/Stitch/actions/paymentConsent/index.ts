import type { CatalogueEntry } from '../../run/operation';
import { cancel } from './cancel.operation';
import { create } from './create.operation';
import { get } from './get.operation';
import { revoke } from './revoke.operation';
import { waitForConsent } from './waitForConsent.operation';

export const paymentConsent: CatalogueEntry = {
	value: 'paymentConsent',
	name: 'Payment Consent',
	operations: [cancel, create, get, revoke, waitForConsent],
};
