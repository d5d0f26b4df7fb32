import type { PreparedPayment } from '../../../nodes/Stitch/idempotency/payment';
import { definePayment } from '../../../nodes/Stitch/run/operation';
import { form } from '../../../nodes/Stitch/schemas/form';
import { itemOf, serviceOf } from '../builders.mts';

it.each([
	['test-1', 'test'],
	['live-1', 'live'],
])(
	'a payment is sent as the guards saw it, and the output calls %s a %s client',
	async (id, client) => {
		const { service } = serviceOf([], {}, id);
		const prepared: PreparedPayment = {
			amount: { cents: 100 },
			nonce: 'nonce-1',
			nonces: ['nonce-1'],
			shared: 'External Reference',
			body: {},
			dryRun: async () => ({}),
			send: async (through) => ({ nonce: 'nonce-1', isSameService: through === service }),
		};
		const operation = definePayment({
			value: 'create',
			name: 'Create',
			action: 'Create a thing',
			description: 'Pays for a thing',
			form: form({}),
			prepare: () => prepared,
		});
		const plan = operation.prepare(itemOf({}), service);
		expect(operation.payment?.(plan)).toBe(prepared);
		expect(await operation.send(plan, service, itemOf({}))).toEqual({
			nonce: 'nonce-1',
			isSameService: true,
			client,
		});
	},
);
