import type { CatalogueEntry } from '../../run/operation';
import { cancel } from './cancel.operation';
import { confirmReturn } from './confirmReturn.operation';
import { create } from './create.operation';
import { get } from './get.operation';
import { getAll } from './getAll.operation';
import { simulatePayment } from './simulatePayment.operation';
import { waitForPayment } from './waitForPayment.operation';

export const paymentRequest: CatalogueEntry = {
	value: 'paymentRequest',
	name: 'Payment Request',
	operations: [cancel, confirmReturn, create, get, getAll, simulatePayment, waitForPayment],
};
