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
			return connectionOf(wanted(disbursementNodes(client, args), args), args);
		},
		paymentInitiationRequests(args: ListArguments) {
			requireScope(token, 'client_paymentrequest');
			requireList(client);
			const nodes = newestFirst(client.paymentRequests.byId.values()).map((request) =>
				paymentRequestNode(request, client),
			);
			return connectionOf(wanted(nodes, args), args, largestPaymentRequestPage);
		},
		refunds(args: ListArguments) {
			requireScope(token, 'client_refund');
			requireList(client);
			const refunds = listedBy(client, client.paymentRefunds.byId.values());
			const nodes = newestFirst(refunds).map((refund) => refundNode(refund, client));
			return connectionOf(wanted(nodes, args), args);
		},
		transactions(args: ListArguments) {
			requireList(client);
			if (!client.settings.chargeList) throw noSuchField('transactions', 'Client');
			return edgesOf(wanted(chargeNodes(client, args), args));
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

function newestFirst<Item>(items: Iterable<Item>): Item[] {
	return [...items].reverse();
}

/** A look-up by nonce, as a caller makes it after a 409, does not walk the whole list. */
function disbursementNodes(client: ClientState, { filter }: ListArguments): object[] {
	const { byId, byNonce } = client.disbursements;
	const nonce = filter?.nonce?.eq;
	const known = typeof nonce === 'string' ? [byNonce.get(nonce) ?? []].flat() : byId.values();
	return newestFirst(listedBy(client, known)).map((one) => disbursementNode(one, client));
}

function chargeNodes(client: ClientState, { filter }: ListArguments): object[] {
	const { byId, byNonce } = client.charges;
	const nonce = filter?.nonce?.eq;
	const known = typeof nonce === 'string' ? [byNonce.get(nonce) ?? []].flat() : byId.values();
	return newestFirst(listedBy(client, known)).map((charge) => chargeNode(charge, client));
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
