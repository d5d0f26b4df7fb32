import { moneyOf } from '../money.mts';
import type { ClientState } from '../state/client.mts';
import type { AccessToken } from '../tokens/store.mts';
import type { PageArguments } from './connection.mts';
import { connectionOf } from './connection.mts';
import { passes } from './filter.mts';
import { requireScope, userInteractionRequired } from './refusals.mts';

const day = 24 * 60 * 60 * 1000;

type TransactionArguments = PageArguments & { filter?: unknown };

/** What `user { … }` offers to a user token: two accounts with made-up transactions. */
export function userFields(client: ClientState, token: AccessToken) {
	return { id: token.accountId, bankAccounts: () => bankAccounts(client, token) };
}

/** The account that `node(id: …)` asks for, or null. */
export function userNode(client: ClientState, token: AccessToken, id: string): object | null {
	return bankAccounts(client, token).find((account) => account.id === id) ?? null;
}

function bankAccounts(client: ClientState, token: AccessToken) {
	requireScope(token, 'accounts');
	const { userInteraction } = client.settings;
	if (userInteraction !== 'none') {
		throw userInteractionRequired(userInteraction, client.reauthorizationUrl());
	}
	return [
		bankAccount(client, token, 'account-1', 'Cheque account', 1_234_56),
		bankAccount(client, token, 'account-2', 'Savings account', 50_000_00),
	];
}

function bankAccount(
	client: ClientState,
	token: AccessToken,
	id: string,
	name: string,
	cents: number,
) {
	const balance = () => {
		requireScope(token, 'balances');
		return moneyOf(cents);
	};
	return {
		__typename: 'BankAccount',
		id,
		accountNumber: '1234567890',
		accountType: 'current',
		availableBalance: balance,
		bankId: 'fnb',
		branchCode: '250655',
		currency: 'ZAR',
		currentBalance: balance,
		name,
		transactions(args: TransactionArguments) {
			requireScope(token, 'transactions');
			const nodes = Array.from({ length: client.settings.transactionsPerAccount }, (_none, index) =>
				transaction(client, id, index, cents),
			);
			return connectionOf(
				nodes.filter((node) => passes(node, args.filter)),
				args,
			);
		},
	};
}

/** One a day, back from today; every third is money in. */
function transaction(client: ClientState, account: string, index: number, cents: number): object {
	const sign = index % 3 === 0 ? '' : '-';
	const amount = moneyOf(100 * (index + 1));
	return {
		id: `${account}-transaction-${index + 1}`,
		amount: { ...amount, quantity: sign + amount.quantity },
		date: new Date(client.now() - index * day).toISOString(),
		description: `Transaction ${index + 1}`,
		reference: `REF${index + 1}`,
		runningBalance: moneyOf(cents),
	};
}
