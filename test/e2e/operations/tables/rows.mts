import { knowledge } from './knowledge.mts';
import { payments } from './payments.mts';
import { payouts } from './payouts.mts';
import { recurring } from './recurring.mts';
import type { OperationRow } from './row.mts';

/** Every operation in use. */
export const operationRows: readonly OperationRow[] = [
	...payouts,
	...payments,
	...recurring,
	...knowledge,
];
