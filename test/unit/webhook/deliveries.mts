import { createHash } from 'node:crypto';

/** A made-up signing secret that is the same in every run. */
export function secretOf(name: string): string {
	const key = createHash('sha256').update(`made up: ${name}`).digest().subarray(0, 24);
	return `whsec_${key.toString('base64')}`;
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
