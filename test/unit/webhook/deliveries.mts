import { createHash } from 'node:crypto';
import { Webhook } from 'standardwebhooks';

import type { SigningKey } from '../../../nodes/Stitch/webhook/signature';
import { keyOf } from '../../../nodes/Stitch/webhook/signingSecret';

/** A made-up signing secret that is the same in every run. */
export function secretOf(name: string): string {
	const key = createHash('sha256').update(`made up: ${name}`).digest().subarray(0, 24);
	return `whsec_${key.toString('base64')}`;
}

/** The keys of well-formed secrets. */
export function keysOf(secrets: readonly string[]): SigningKey[] {
	return secrets.map((secret) => ({ key: keyOf(secret)!, filterTypes: [] }));
}

/** A body in envelope B (public documentation). */
export function eventText(type: string, status: string, data: object = {}): string {
	const id = 'ZGlzYnVyc2VtZW50OjE=';
	return JSON.stringify({
		type,
		id: 'evt_1',
		data: { id, status, externalReference: 'shop-1', ...data },
	});
}

/** An event that is delivered. */
export const completed = eventText('disbursement', 'completed', {
	amount: { quantity: 150, currency: 'ZAR' },
});

/** The headers of a delivery, signed with a secret. */
export function headersOf(
	secret: string,
	body: string | Buffer,
	id = 'msg_1',
	at = new Date(),
): Record<string, string> {
	return {
		'svix-id': id,
		'svix-timestamp': String(Math.floor(at.getTime() / 1000)),
		'svix-signature': new Webhook(secret).sign(id, at, body.toString()),
	};
}
