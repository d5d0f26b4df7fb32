import { z } from 'zod/v4';
import { faultRule } from '../faults.mts';
import { disbursementStatuses } from '../state/disbursements.mts';

/** The bodies that the control address takes; unknown keys are refused, so that typing errors show. */

export const newClient = z.looseObject({
	clientId: z.string().min(1).optional(),
	clientSecret: z.string().min(1).optional(),
	test: z.boolean().optional(),
	seed: z.number().int().optional(),
});

export const faults = z.array(faultRule);

const atLeastZero = z.number().min(0);

export const clockChange = z.strictObject({
	advanceMs: atLeastZero.optional(),
	scale: atLeastZero.optional(),
});

export const disbursementStatus = z.strictObject({
	status: z.enum(disbursementStatuses),
	reason: z.string().optional(),
});

export const reversal = z.strictObject({ reason: z.string().default('invalid_account') });
