import { z } from 'zod/v4';
import { faultKinds } from '../faults.mts';
import { disbursementStatuses } from '../state/disbursements.mts';

/** The bodies that the control address takes; unknown keys are refused, so that typing errors show. */

export const newClient = z.looseObject({
	clientId: z.string().min(1).optional(),
	clientSecret: z.string().min(1).optional(),
	test: z.boolean().optional(),
	seed: z.number().int().optional(),
});

const positive = z.number().min(0);

export const faults = z.array(
	z.strictObject({
		kind: z.enum(faultKinds),
		match: z
			.strictObject({
				method: z.string().optional(),
				path: z.string().optional(),
				operation: z.string().optional(),
			})
			.optional(),
		probability: z.number().min(0).max(1).optional(),
		requests: z.array(z.number().int().positive()).optional(),
		ms: positive.optional(),
		jitterMs: positive.optional(),
		atOnce: z.number().int().positive().optional(),
		status: z.number().int().min(200).max(599).optional(),
		body: z.record(z.string(), z.unknown()).optional(),
		code: z.string().optional(),
		retryAfter: z.union([z.string(), z.number()]).optional(),
		processed: z.boolean().optional(),
	}),
);

export const clockChange = z.strictObject({
	advanceMs: positive.optional(),
	scale: positive.optional(),
});

export const disbursementStatus = z.strictObject({
	status: z.enum(disbursementStatuses),
	reason: z.string().optional(),
});

export const reversal = z.strictObject({ reason: z.string().default('invalid_account') });
