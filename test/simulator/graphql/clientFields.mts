import { moneyOf } from '../money.mts';
import type { ClientState } from '../state/client.mts';
import { listedBy } from '../state/readings.mts';
import type { AccessToken } from '../tokens/store.mts';
import type { PageArguments } from './connection.mts';
import { connectionOf, edgesOf } from './connection.mts';
import { passes } from './filter.mts';
import { disbursementNode, paymentRequestNode, refundNode } from './nodes.mts';
import { chargeNode } from './recurringNodes.mts';
import { noSuchField, requireList, requireScope } from './refusals.mts';

type ListArguments = PageArguments & { filter?: { nonce?: { eq?: unknown } } | null };

/** Public documentation: at most 2000 payment requests per page. */
const largestPaymentRequestPage = 2000;

/** What `client { … }` offers to a client token. Lists are newest first. */
export function clientFields(client: ClientState, token: AccessToken) {
	return {
		id: Buffer.from(`client:${client.clientId}`).toString('base64'),
		clientId: client.clientId,
		bankAccounts: () => [floatAccount(client)],
		disbursements(args: ListArguments) {
			requireScope(token, 'client_disbursement');
			requireList(client);
			const disbursements = listed(client, client.disbursements, args);
			const nodes = disbursements.map((one) => disbursementNode(one, client));
			return connectionOf(wanted(nodes, args), args);
		},
		paymentInitiationRequests(args: ListArguments) {
			requireScope(token, 'client_paymentrequest');
			requireList(client);
			const newestFirst = [...client.paymentRequests.byId.values()].reverse();
			const nodes = newestFirst.map((request) => paymentRequestNode(request, client));
			return connectionOf(wanted(nodes, args), args, largestPaymentRequestPage);
		},
		refunds(args: ListArguments) {
			requireScope(token, 'client_refund');
			requireList(client);
			const refunds = listed(client, client.paymentRefunds, args);
			const nodes = refunds.map((refund) => refundNode(refund, client));
			return connectionOf(wanted(nodes, args), args);
		},
		transactions(args: ListArguments) {
			requireList(client);
			if (!client.settings.chargeList) throw noSuchField('transactions', 'Client');
			const charges = listed(client, client.charges, args);
			const nodes = charges.map((charge) => chargeNode(charge, client));
			return edgesOf(wanted(nodes, args));
		},
		webhookEndpoints({ filter }: { filter?: string[] | null }) {
			return client.subscriptions
				.list()
				.filter(({ filterTypes }) => !filter || filterTypes.some((type) => filter.includes(type)));
		},
	};
}

const wanted = (nodes: object[], { filter }: ListArguments): object[] =>
	nodes.filter((node) => passes(node, filter));

/** What a list shows by now, newest first. A look-up by nonce does not walk the whole list. */
function listed<Thing extends { createdAt: string }>(
	client: ClientState,
	{ byId, byNonce }: { byId: Map<string, Thing>; byNonce: Map<string, Thing> },
	{ filter }: ListArguments,
): Thing[] {
	const nonce = filter?.nonce?.eq;
	const found = typeof nonce === 'string' ? [byNonce.get(nonce)] : [...byId.values()];
	const known = found.filter((thing) => thing !== undefined);
	return listedBy(client, known).reverse();
}

function floatAccount(client: ClientState): object {
	const balance = moneyOf(client.float.available);
	return {
		id: Buffer.from(`float:${client.clientId}`).toString('base64'),
		accountFunction: 'float',
		accountNumber: '1234567890',
		accountType: 'current',
		availableBalance: balance,
		bankId: 'fnb',
		branchCode: '250655',
		currentBalance: balance,
		name: 'Float account',
		updatedAt: client.timestamp(),
	};
}
