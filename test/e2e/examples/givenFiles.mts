/** A file that the last page of a form gives to the browser. */
interface GivenFile {
	fileName: string;
	content: Buffer;
}

/** The files that the last page of a form gives to the browser, in their order. */
export async function filesFrom(url: string): Promise<GivenFile[]> {
	const html = await (await fetch(url)).text();
	const [, encoded = ''] = /const binaries = "([^"]+)"/.exec(html) ?? [];
	const files = JSON.parse(decodeURIComponent(encoded)) as Array<{
		fileName: string;
		data: string | { data: number[] };
	}>;
	return files.map(({ fileName, data }) => ({
		fileName,
		content: typeof data === 'string' ? Buffer.from(data, 'latin1') : Buffer.from(data.data),
	}));
}
