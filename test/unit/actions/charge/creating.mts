import type { IDataObject } from 'n8n-workflow';
import { create } from '../../../../nodes/Stitch/actions/charge/create.operation';
import { chargeList } from '../../../../nodes/Stitch/actions/charge/charge.graphql';
import { refused, type Script } from '../../builders.mts';
import { grantedNode, readAs } from '../paymentConsent/consents.mts';
import { perform } from '../perform.mts';
import { chargeNode, failure, listed } from './answers.mts';

export const parameters: IDataObject = {
	chargeWith: 'paymentConsent',
	paymentConsentId: 'consent-1',
	amount: '99',
	externalReference: 'subscription-204-2026-11',
	nonceSource: 'custom',
	customNonce: 'nonce-1',
};
export const byCard = { ...parameters, chargeWith: 'card', cardId: 'card-1' };
export const capitec = grantedNode();
capitec.consentDetails = { __typename: 'CapitecPayRecurringConsentDetails' } as never;

export const granted = readAs(grantedNode());
export const duplicate = refused('NONCE_DUPLICATE', 'Used');

export const again = { ...parameters, options: { onDuplicate: 'payAgainIfFailed' } };
export const failed = chargeNode(failure('insufficientFunds'));

/** Nothing is listed, however often one looks. */
export const none = [listed(), listed(), listed()];
export const noList = refused('GRAPHQL_VALIDATION_FAILED', 'Cannot query field "transactions"');

export const input = {
	token: 'consent-1',
	externalReference: 'subscription-204-2026-11',
	amount: { quantity: '99.00', currency: 'ZAR' },
	nonce: 'nonce-1',
};

export const queries = (sent: Array<{ body?: unknown }>) =>
	sent.map(({ body }) => (body as { query: string }).query);

/** Performs it where nothing is listed under its nonce; `sent` is what follows the look-up. */
export async function performNew(row: IDataObject, script: Script, options = {}) {
	const performed = await perform(create, row, [listed(), ...script], options);
	expect(queries(performed.sent.splice(0, 1))).toEqual([chargeList.full]);
	return performed;
}
