/**
 * The address of a page of Stitch, with parameters added to whatever it already contains.
 * @param url as Stitch gives it
 * @param parameters those that are undefined are left out
 * @returns undefined if it is not an address
 */
export function hostedPage(
	url: unknown,
	parameters: Record<string, string | undefined>,
): string | undefined {
	if (typeof url !== 'string' || !URL.canParse(url)) return undefined;
	const page = new URL(url);
	const added = Object.entries(parameters).flatMap(([name, value]) =>
		value === undefined ? [] : [`${name}=${encodeURIComponent(value)}`],
	);
	page.search = [page.search.slice(1), ...added].filter((part) => part !== '').join('&');
	return page.href;
}
