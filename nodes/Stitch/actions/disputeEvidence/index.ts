import type { Resource } from '../../run/operation';
import { upload } from './upload.operation';

export const disputeEvidence: Resource = {
	value: 'disputeEvidence',
	name: 'Dispute Evidence',
	operations: [upload],
};
