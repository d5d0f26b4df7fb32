import type { IDataObject } from 'n8n-workflow';

import type { Label } from '../run/resource';
import { amountInWords } from '../schemas/money';

/** The facts about a payment besides its date and its status. */
interface PaymentFacts {
	/** In rand, as the service gives it. */
	amount: unknown;
	/** Who is paid, or who pays. */
	who?: unknown;
	reference?: unknown;
}

/** In the order in which people tell payments apart. */
export function paymentLabel(
	{ createdAt, status }: IDataObject,
	{ amount, who, reference }: PaymentFacts,
): Label {
	return [amountInWords(amount), who, { time: createdAt }, status, reference];
}
