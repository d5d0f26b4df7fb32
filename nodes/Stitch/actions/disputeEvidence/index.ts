import type { CatalogueEntry } from '../../run/operation';
import { upload } from './upload.operation';

export const disputeEvidence: CatalogueEntry = {
	value: 'disputeEvidence',
	name: 'Dispute Evidence',
	operations: [upload],
};
