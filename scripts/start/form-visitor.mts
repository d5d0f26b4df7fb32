import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { Owner } from '../../test/host/api.mts';
import { until } from '../../test/host/until.mts';

/**
 * A person at a browser, as far as a form of n8n that asks for an account needs one: logs in, allows
 * access as the first visit asks, and sends in pages (seen in n8n 2.40).
 */
export class FormVisitor {
	readonly #n8nUrl: string;
	readonly #cookies = new Map<string, string>();

	/** @param n8nUrl without a slash at the end */
	constructor(n8nUrl: string) {
		this.#n8nUrl = n8nUrl;
	}

	async logIn({ email, password }: Owner): Promise<void> {
		await this.#post('/rest/login', { emailOrLdapLoginId: email, password });
	}

	/** Uploads a file on the first page. @returns the address of the next page */
	async upload(path: string, file: string): Promise<string> {
		return await this.fillIn(path, [
			new File([readFileSync(file)], basename(file), { type: 'text/csv' }),
		]);
	}

	/** Fills in the first page, field by field. @returns the address of the next page, if there is one */
	async fillIn(path: string, values: Array<string | File>): Promise<string> {
		const url = `${this.#n8nUrl}/form/${path}`;
		const token = await this.#allowAccess(url);
		const body = new FormData();
		for (const [number, value] of values.entries()) body.append(`field-${number}`, value);
		const answer = await this.#send(url, {
			method: 'POST',
			body,
			headers: { 'x-auth-token': token },
		});
		if (!answer.ok) throw new Error(`The form answered ${answer.status}: ${await answer.text()}`);
		const { formWaitingUrl = '' } = (await answer.json()) as { formWaitingUrl?: string };
		return formWaitingUrl;
	}

	/** Sends in a later page. @param fields values by the number of the field, counted from 0 */
	async submit(url: string, fields: Record<number, string>): Promise<void> {
		const body = new FormData();
		for (const [number, value] of Object.entries(fields)) body.append(`field-${number}`, value);
		const answer = await this.#send(url, { method: 'POST', body });
		if (!answer.ok) throw new Error(`The form answered ${answer.status}: ${await answer.text()}`);
	}

	/** Goes through n8n's "Allow access", if it asks. @returns the token that the form's page has */
	async #allowAccess(url: string): Promise<string> {
		const token = tokenIn(await this.#firstPage(url)) ?? tokenIn(await this.#approve());
		if (token === undefined) throw new Error('The form did not open for the owner of this n8n.');
		return token;
	}

	/** @returns the page that n8n leads to after its button "Allow access" */
	async #approve(): Promise<string> {
		const answer = await this.#post('/rest/consent/approve', { approved: true });
		const { data } = (await answer.json()) as { data: { redirectUrl: string } };
		return await (await this.#follow(data.redirectUrl)).text();
	}

	/**
	 * n8n answers 404 until the workflow listens, or with the form of its earlier version, which may
	 * have asked for no account.
	 * @returns what its visitor sees first: "Allow access", or in an older n8n (seen in 2.35) the form
	 */
	async #firstPage(url: string): Promise<string> {
		return await until(
			`the form at ${url} to ask for an account`,
			async () => {
				const answer = await this.#follow(url);
				return { asks: answer.url !== url, page: await answer.text() };
			},
			({ asks, page }) => (asks || tokenIn(page) !== undefined) && page,
		);
	}

	async #follow(url: string): Promise<Response> {
		for (let at = url; ;) {
			const answer = await this.#send(at);
			const location = answer.headers.get('location');
			if (!location) return answer;
			at = new URL(location, at).href;
		}
	}

	async #post(path: string, content: object): Promise<Response> {
		const answer = await this.#send(this.#n8nUrl + path, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify(content),
		});
		if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
		return answer;
	}

	async #send(url: string, request: RequestInit = {}): Promise<Response> {
		const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
		const headers = { ...(request.headers as Record<string, string> | undefined), cookie };
		const answer = await fetch(url, { ...request, headers, redirect: 'manual' });
		for (const line of answer.headers.getSetCookie()) {
			const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
			this.#cookies.set(name, value);
		}
		return answer;
	}
}

function tokenIn(page: string): string | undefined {
	return /const authToken = '([^']+)'/.exec(page)?.[1];
}
