import { cut } from '../../transport/wording';
import { zipped } from './zip';

/** A cell of a workbook: an amount in rand as a number, anything else as text. */
type Cell = string | number;

/** The MIME type of a workbook. */
export const workbookType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** The styles of the cells, by their places in `styles`. */
const style = { amount: 1, text: 2, heading: 3, long: 4 };

/**
 * Built-in formats: 2 is `0.00`, 49 is text, which keeps a value as it was typed: no leading zero is
 * lost.
 */
const styles = `<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="5"><xf/><xf numFmtId="2" applyNumberFormat="1"/><xf numFmtId="49" applyNumberFormat="1"/><xf numFmtId="49" fontId="1" applyNumberFormat="1" applyFont="1"/><xf numFmtId="49" applyNumberFormat="1" applyAlignment="1"><alignment vertical="top" wrapText="1"/></xf></cellXfs></styleSheet>`;

const relationships = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** What every workbook of one sheet has. */
const fixedParts = {
	'[Content_Types].xml':
		'<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>',
	'_rels/.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${relationships}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
	'xl/workbook.xml': `<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="${relationships}"><sheets><sheet name="Payments" sheetId="1" r:id="rId1"/></sheets></workbook>`,
	'xl/_rels/workbook.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${relationships}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${relationships}/styles" Target="styles.xml"/></Relationships>`,
	'xl/styles.xml': styles,
};

/**
 * A workbook (.xlsx, ECMA-376) of one sheet. Its texts are kept as texts, so that a spreadsheet changes
 * none and calculates none.
 * @param widths of its columns, in characters; the last one breaks its lines
 */
export function workbookOf(
	headings: readonly string[],
	rows: ReadonlyArray<readonly Cell[]>,
	widths: readonly number[],
): Buffer {
	const styleOf = (cell: Cell, place: number) => {
		if (typeof cell === 'number') return style.amount;
		return place === headings.length - 1 ? style.long : style.text;
	};
	const columns = widths.map(
		(width, place) =>
			`<col min="${place + 1}" max="${place + 1}" width="${width}" style="${style.text}" customWidth="1"/>`,
	);
	const lines = [
		rowOf(headings, () => style.heading),
		...rows.map((cells) => rowOf(cells, styleOf)),
	];
	const sheet = `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${columns.join('')}</cols><sheetData>${lines.join('')}</sheetData>${numbersAreTexts}</worksheet>`;
	const parts = { ...fixedParts, 'xl/worksheets/sheet1.xml': sheet };
	return zipped(
		Object.entries(parts).map(([name, content]) => ({ name, content: declaration + content })),
	);
}

/**
 * A spreadsheet would offer to convert references and accounts to numbers, without their leading zeros.
 */
const numbersAreTexts =
	'<ignoredErrors><ignoredError sqref="A1:XFD1048576" numberStoredAsText="1"/></ignoredErrors>';

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

function rowOf(cells: readonly Cell[], styleOf: (cell: Cell, place: number) => number): string {
	const written = cells.map((cell, place) => {
		const at = `s="${styleOf(cell, place)}"`;
		return typeof cell === 'number'
			? `<c ${at}><v>${cell}</v></c>`
			: `<c ${at} t="inlineStr"><is><t xml:space="preserve">${inXml(cell)}</t></is></c>`;
	});
	return `<row>${written.join('')}</row>`;
}

/** Excel opens no cell with more characters than 32,767. */
const longest = 32_000;

/**
 * Control characters, which XML cannot hold, are written as Excel writes them, and so is a text that
 * looks like one of these.
 */
function inXml(text: string): string {
	return cut(text, longest)
		.replace(/\p{Surrogate}/gu, '\ufffd')
		.replace(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_')
		.replace(/(?![\t\n])[\p{Cc}\ufffe\uffff]/gu, coded)
		.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

const coded = (sign: string) =>
	`_x${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`;
