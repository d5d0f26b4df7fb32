import { crc32, deflateSync } from 'node:zlib';

/** A picture as a browser's canvas has it: four bytes for each pixel. */
export interface Pixels {
	width: number;
	height: number;
	rgba: Uint8Array;
}

/** Enough for pages and panels. With as many as a palette can have, a file is half as large again. */
const COLOURS = 128;
/** How far apart colours of a palette are, squared: the many shades at the edge of letters are one. */
const APART = 60;

/** A picture as a PNG file with a palette: a third of what a browser saves. */
export function smallPng({ width, height, rgba }: Pixels): Buffer {
	const palette = paletteOf(rgba);
	const nearest = nearestIn(palette);
	const lines = Buffer.alloc(height * (width + 1));
	for (let y = 0; y < height; y++) {
		for (let x = 0; x < width; x++) {
			lines[y * (width + 1) + 1 + x] = nearest(colourAt(rgba, (y * width + x) * 4));
		}
	}
	const header = Buffer.alloc(13);
	header.writeUInt32BE(width, 0);
	header.writeUInt32BE(height, 4);
	// Eight bits for each pixel, which are a place in the palette.
	header.set([8, 3], 8);
	const colours = Buffer.from(palette.flatMap(channelsOf));
	return Buffer.concat([
		Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
		...[chunk('IHDR', header), chunk('PLTE', colours)],
		...[chunk('IDAT', deflateSync(lines, { level: 9 })), chunk('IEND', Buffer.alloc(0))],
	]);
}

function chunk(type: string, data: Buffer): Buffer {
	const length = Buffer.alloc(4);
	length.writeUInt32BE(data.length);
	const content = Buffer.concat([Buffer.from(type, 'latin1'), data]);
	const check = Buffer.alloc(4);
	check.writeUInt32BE(crc32(content));
	return Buffer.concat([length, content, check]);
}

const colourAt = (rgba: Uint8Array, at: number): number =>
	((rgba[at] ?? 0) << 16) | ((rgba[at + 1] ?? 0) << 8) | (rgba[at + 2] ?? 0);
const channelsOf = (colour: number) => [colour >> 16, (colour >> 8) & 255, colour & 255] as const;

function distance(one: number, other: number): number {
	const [red, green, blue] = channelsOf(one);
	const [red2, green2, blue2] = channelsOf(other);
	return (red - red2) ** 2 + (green - green2) ** 2 + (blue - blue2) ** 2;
}

/** The most frequent colours of a picture that are not almost the same. */
function paletteOf(rgba: Uint8Array): number[] {
	const counts = new Map<number, number>();
	for (let at = 0; at < rgba.length; at += 4) {
		const colour = colourAt(rgba, at);
		counts.set(colour, (counts.get(colour) ?? 0) + 1);
	}
	const palette: number[] = [];
	for (const [colour] of [...counts].sort(([, one], [, other]) => other - one)) {
		if (palette.length === COLOURS) break;
		if (palette.every((one) => distance(one, colour) > APART)) palette.push(colour);
	}
	return palette;
}

/** @returns the place of the colour of a palette that is nearest to one */
function nearestIn(palette: number[]): (colour: number) => number {
	const places = new Map<number, number>();
	return (colour) => {
		const known = places.get(colour);
		if (known !== undefined) return known;
		const distances = palette.map((one) => distance(one, colour));
		const place = distances.indexOf(Math.min(...distances));
		places.set(colour, place);
		return place;
	};
}
