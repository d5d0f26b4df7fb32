import { createRequire } from 'node:module';
import { join } from 'node:path';
import { hostFolder } from '../../host/project.mts';

/** A row of a sheet as a spreadsheet program shows it, by the names in the sheet's first row. */
export type ShownRow = Record<string, string>;

interface Sheet {
	[cell: string]: { t: string } | undefined;
}

/**
 * Opens an Excel file, with the library that n8n itself reads them with.
 * @returns the rows of each sheet, and the type of a cell (`n`: a number or a date)
 */
export function openWorkbook(content: Buffer): {
	sheets: Record<string, ShownRow[]>;
	typeOf(sheet: string, cell: string): string | undefined;
} {
	const ofHost = createRequire(join(hostFolder, 'package.json'));
	const { read, utils } = ofHost('@e965/xlsx') as {
		read(content: Buffer): { Sheets: Record<string, Sheet> };
		utils: { sheet_to_json(sheet: Sheet, options: { raw: boolean }): ShownRow[] };
	};
	const { Sheets } = read(content);
	const shown = Object.entries(Sheets).map(([name, sheet]) => [
		name,
		utils.sheet_to_json(sheet, { raw: false }),
	]);
	return {
		sheets: Object.fromEntries(shown) as Record<string, ShownRow[]>,
		typeOf: (sheet, cell) => Sheets[sheet]?.[cell]?.t,
	};
}

/** The file that the last page of a form gives to the browser. */
export async function downloadFrom(url: string): Promise<{ fileName: string; content: Buffer }> {
	const html = await (await fetch(url)).text();
	const [, encoded = ''] = /const binaries = "([^"]+)"/.exec(html) ?? [];
	const [file] = JSON.parse(decodeURIComponent(encoded)) as Array<{
		fileName: string;
		data: string | { data: number[] };
	}>;
	if (!file) throw new Error('The page has no file.');
	const { data } = file;
	const content = typeof data === 'string' ? Buffer.from(data, 'latin1') : Buffer.from(data.data);
	return { fileName: file.fileName, content };
}
