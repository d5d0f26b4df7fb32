/** A repeatable source of randomness: the same seed gives the same run. */
export interface Random {
	/** A number from 0 (inclusive) to 1 (exclusive). */
	next(): number;
	/** True with the given probability (0 to 1). */
	chance(probability: number): boolean;
	bytes(count: number): Buffer;
	/** A further, independent source derived from this one's seed and a name. */
	derive(name: string): Random;
}

/** FNV-1a: turns a name into 32 bits, so that a source can be derived by name. */
function hash(text: string): number {
	let value = 0x811c9dc5;
	for (let index = 0; index < text.length; index++) {
		value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
	}
	return value >>> 0;
}

/** Creates a source from a seed (mulberry32). Not for secrets that protect anything real. */
export function createRandom(seed: number): Random {
	let state = seed >>> 0;
	const next32 = (): number => {
		state = (state + 0x6d2b79f5) >>> 0;
		let value = Math.imul(state ^ (state >>> 15), state | 1);
		value ^= value + Math.imul(value ^ (value >>> 7), value | 61);
		return (value ^ (value >>> 14)) >>> 0;
	};
	return {
		next: () => next32() / 4294967296,
		chance: (probability) => next32() / 4294967296 < probability,
		bytes(count) {
			const buffer = Buffer.allocUnsafe(count);
			for (let index = 0; index < count; index += 4) {
				const word = next32();
				for (let byte = 0; byte < 4 && index + byte < count; byte++) {
					buffer[index + byte] = (word >>> (byte * 8)) & 255;
				}
			}
			return buffer;
		},
		derive: (name) => createRandom(hash(name) ^ Math.imul(seed, 0x9e3779b1)),
	};
}

/** An id as the service mints them: base64, so `+`, `/` and `=` occur and must be URL-encoded. */
export function resourceId(random: Random): string {
	return random.bytes(16).toString('base64');
}

const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** A base62 text of the given length (spec 2.7 names this form for verification ids). */
export function base62Text(random: Random, length: number): string {
	let text = '';
	for (let index = 0; index < length; index++) text += base62[Math.floor(random.next() * 62)];
	return text;
}
