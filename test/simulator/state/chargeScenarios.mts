import type { Charge } from './charges.mts';
import type { ClientState } from './client.mts';
import type { Frequency } from './consents.mts';

/** What becomes of a charge: a reason for its failure, and when it is known. */
interface Outcome {
	reason?: string;
	after: 'at once' | 'a minute' | 'the payer';
}

const approved: Outcome = { after: 'at once' };

/** Our choice, after the cents of the card page; `.33` and `.03` are for charges that stay open. */
const byCents: Record<number, Outcome> = {
	0: approved,
	3: { after: 'a minute' },
	33: { after: 'the payer' },
	51: { after: 'at once', reason: 'insufficientFunds' },
	54: { after: 'at once', reason: 'invalidCardError' },
	62: { after: 'at once', reason: 'restrictedCard' },
	91: { after: 'at once', reason: 'downstreamProviderUnavailable' },
};

/** The cents decide what becomes of a test client's charge; every other one is approved. */
export function outcomeOfCard(cents: number, isTest: boolean): Outcome {
	if (!isTest) return approved;
	return byCents[cents % 100] ?? { after: 'at once', reason: 'authorizationFailed' };
}

/** The beginning of a date that two payments of one interval share. */
const intervalLength: Partial<Record<Frequency, number>> = { DAILY: 10, MONTHLY: 7, YEARLY: 4 };

const day = 24 * 60 * 60 * 1000;

function isOfOneInterval(frequency: Frequency, one: string, other: string): boolean {
	if (frequency === 'WEEKLY') return Math.abs(Date.parse(one) - Date.parse(other)) < 7 * day;
	const length = intervalLength[frequency];
	return length !== undefined && one.slice(0, length) === other.slice(0, length);
}

/**
 * Why Capitec does not carry out a charge; undefined if it does. Public documentation: one payment
 * in an interval, not above the maximum, not before the first date; a once-off consent takes three.
 */
export function reasonOfCapitec(
	charge: Charge,
	all: readonly Charge[],
	client: ClientState,
): string | undefined {
	const { consent, cents } = charge;
	const terms = consent?.capitec;
	if (!terms) return undefined;
	if (cents > terms.maxCents) return 'capitecMaxTransactionLimitExceeded';
	if (terms.start !== undefined && charge.createdAt < terms.start) {
		return 'capitecPaymentBeforeFirstPaymentDate';
	}
	const others = all.filter(
		(other) => other !== charge && other.consent === consent && isOpenOrPaid(other),
	);
	if (terms.frequency === 'ONCE_OFF' && others.length >= 3) {
		return 'capitecTransactionLimitExceeded';
	}
	if (others.some((other) => isOfOneInterval(terms.frequency, other.createdAt, charge.createdAt))) {
		return 'capitecPaymentAlreadyPaidForSelectedInterval';
	}
	return client.isTest && cents % 100 === 51 ? 'capitecInsufficientFunds' : undefined;
}

function isOpenOrPaid({ state, original }: Charge): boolean {
	return original === undefined && (state === 'pending' || state === 'success');
}
