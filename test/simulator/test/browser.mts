import { createHash, randomBytes } from 'node:crypto';

/** As little of a browser as the authorization needs: cookies, redirects, and pressing a button. */
export class Browser {
	readonly #cookies = new Map<string, string>();
	readonly #home: string;

	constructor(home: string) {
		this.#home = home;
	}

	/** Goes to an address of the service and follows it until a page, or the way out, is reached. */
	async go(
		address: string,
		init: RequestInit = {},
	): Promise<{ url: URL; page?: string; status: number }> {
		let url = new URL(address, this.#home);
		let current = init;
		for (let hops = 0; hops < 10; hops++) {
			if (url.origin !== this.#home) return { url, status: 0 };
			const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
			const response = await fetch(url, {
				...current,
				redirect: 'manual',
				headers: { ...(current.headers as object), cookie },
			});
			for (const line of response.headers.getSetCookie()) this.#keep(line);
			const location = response.headers.get('location');
			if (!location) return { url, page: await response.text(), status: response.status };
			url = new URL(location, url);
			current = {};
		}
		throw new Error('Too many redirects.');
	}

	press(page: URL, action: string) {
		return this.go(page.href, { method: 'POST', body: new URLSearchParams({ action }) });
	}

	#keep(line: string): void {
		const [pair = '', ...attributes] = line.split(';');
		const end = pair.indexOf('=');
		const expired = attributes.some((attribute) => /expires=Thu, 01 Jan 1970/i.test(attribute));
		if (expired) this.#cookies.delete(pair.slice(0, end));
		else this.#cookies.set(pair.slice(0, end), pair.slice(end + 1));
	}
}

/** A PKCE pair (spec 5.3). */
export function pkcePair(): { verifier: string; challenge: string } {
	const verifier = randomBytes(48).toString('base64url');
	const challenge = createHash('sha256').update(verifier).digest('base64url');
	return { verifier, challenge };
}

export const randomText = (): string => randomBytes(24).toString('hex');
