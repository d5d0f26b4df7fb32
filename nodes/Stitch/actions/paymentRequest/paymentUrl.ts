import type { IDataObject } from 'n8n-workflow';

import { asFields } from '../../transport/json';
import { hostedPage } from '../hostedPage';
import type { RedirectAddresses } from './paymentRequest.schema';

/**
 * The address to send the payer to: the hosted page's, with the addresses for the return (spec 4.2)
 * added to whatever it already contains.
 * @returns undefined if the service gave no address
 */
export function paymentUrl(
	paymentRequest: IDataObject,
	{ redirectUrl, failureRedirectUrl }: RedirectAddresses,
): string | undefined {
	const { url } = asFields(paymentRequest.interaction);
	return hostedPage(url, { redirect_uri: redirectUrl, failure_redirect_uri: failureRedirectUrl });
}

/**
 * A payment request with one address to pay at, wherever it is read: with another in `interaction`, a
 * payer would pay there and not come back.
 */
export function withPaymentUrl(
	{ id, interaction, ...rest }: IDataObject,
	addresses: RedirectAddresses,
): IDataObject {
	const url = paymentUrl({ interaction }, addresses);
	if (url === undefined) return { id, paymentUrl: url, ...rest, interaction };
	return { id, paymentUrl: url, ...rest, interaction: { ...asFields(interaction), url } };
}
