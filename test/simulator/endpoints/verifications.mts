import type { FastifyInstance } from 'fastify';
import { invalidInput, unprocessable } from '../errors.mts';
import type { RestCall } from '../http/rest.mts';
import { addRoute, check } from '../http/rest.mts';
import { universalBranchCodes } from '../verification/knownHolder.mts';
import type { BankAccount } from '../verification/request.mts';
import { upstreamRefusal, verificationBody } from '../verification/request.mts';
import { verificationResult } from '../verification/verdicts.mts';

/** Spec 5.1: both scopes are required on every call. */
const scopes = ['client_bankaccountverification', 'accountholders'];

/** Spec 7, in its order (and its spelling). */
const reasons = [
	'technical_error',
	'invalid_account_type',
	'invalid_branch_number',
	'invalid_account_number',
	'invalid_account_number_length',
	'instituition_not_supported',
	'bond_account_not_allowed',
];

/** Spec 4.4: verify a bank account and its holder. */
export function verificationRoutes(app: FastifyInstance): void {
	addRoute(app, {
		method: 'POST',
		path: '/bank-account-verifications',
		scopes,
		status: 200,
		handle: verify,
	});
}

/** Our choice: account numbers ending in 93 to 99 give the reasons of spec 7, in that order. */
function reasonOf({ number }: BankAccount): string | undefined {
	const ending = Number(number.slice(-2));
	return ending >= 93 ? reasons[ending - 93] : undefined;
}

function verify({ client, body, reply }: RestCall): object | undefined {
	const wanted = check(verificationBody, body);
	const refusal = upstreamRefusal(wanted.accountHolder);
	if (refusal) throw invalidInput(refusal);
	const reason = reasonOf(wanted.bankAccount);
	if (reason) throw unprocessable(reason, `The verification could not complete: ${reason}.`);
	const entry = client.verifications.entryFor(sortedJson(body));
	const verifiedAt = client.verifications.verifiedAt(entry);
	if (verifiedAt === undefined) {
		reply.code(202).send({ status: 'pending', message: 'The verification is still running.' });
		return undefined;
	}
	const { bankAccount, accountHolder } = wanted;
	return {
		id: entry.id,
		bankAccount: {
			...bankAccount,
			branchCode: bankAccount.branchCode ?? universalBranchCodes[bankAccount.bank],
		},
		accountHolder,
		verificationResult: verificationResult(wanted),
		createdAt: verifiedAt,
		updatedAt: verifiedAt,
	};
}

/** The same text for the same content, whatever the order of keys. */
function sortedJson(value: unknown): string {
	return JSON.stringify(value, (_key, inner: unknown) => {
		if (typeof inner !== 'object' || inner === null || Array.isArray(inner)) return inner;
		return Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)));
	});
}
