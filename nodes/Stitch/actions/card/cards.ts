import type { PagedList } from '../../transport/paging';
import type { Searchable } from '../fields/locator';
import { labelOf, timeInWords } from '../recordLabel';

/** The stored cards; the service lists them for one payer only (companion spec 4.1). */
export const cards: PagedList & Searchable = {
	path: '/cards',
	pageSize: 50,
	search: 'searchCards',
	example: 'visa · …4242 · active',
	limitedBy: { name: 'payerId', label: 'Payer ID', toSee: 'the cards of this payer' },
	// The fields of its record are not specified, so any may be missing.
	label: (card, timezone) =>
		labelOf(card, [
			card.network,
			card.last4 === undefined ? undefined : `…${String(card.last4)}`,
			card.status,
			timeInWords(card.createdAt, timezone),
		]),
};
