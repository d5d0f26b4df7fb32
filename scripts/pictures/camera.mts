import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import { projectFolder } from '../../test/host/project.mts';

const FOLDER = join(projectFolder, 'docs', 'images');
/** A window that no page is shorter than, so that nothing empty is below it. */
const SHORT = 400;
/** n8n's passing notes lie over what is to be seen. */
const WITHOUT_NOTES = '.el-notification { visibility: hidden !important; }';

/** Around what lies on a canvas, in CSS pixels. */
const MARGIN = 16;

/** A palette, in which the many shades at the edge of letters are one, so that files stay small. */
const fewColours = { palette: true, quality: 80, dither: 0, effort: 10 };

/** How a picture is taken. */
interface Look {
	/** Of the window, in CSS pixels. */
	width?: number;
	dark?: boolean;
	/** In CSS pixels from the top; without it, all of a page. */
	height?: number;
}

/** Takes the pictures that are asked for, and keeps them in `docs/images`. */
export class Camera {
	readonly #only: string[];

	/** @param only beginnings of names; none for all */
	constructor(only: string[]) {
		this.#only = only;
	}

	/** Whether one of these pictures is asked for. */
	wants(...names: string[]): boolean {
		const isAsked = (name: string) => this.#only.some((beginning) => name.startsWith(beginning));
		return this.#only.length === 0 || names.some(isAsked);
	}

	/** Takes a page from its top. */
	async page(name: string, page: Page, { width, dark = false, height }: Look): Promise<void> {
		const { width: before = 900 } = page.viewportSize() ?? {};
		await page.emulateMedia({ colorScheme: dark ? 'dark' : 'light', reducedMotion: 'reduce' });
		await page.setViewportSize({ width: width ?? before, height: height ?? SHORT });
		await this.#keep(name, await page.screenshot({ fullPage: height === undefined }));
		await page.emulateMedia({ colorScheme: 'light' });
	}

	/** Takes a part of n8n's editor. */
	async part(name: string, part: Locator): Promise<void> {
		await this.#keep(name, await part.screenshot({ style: WITHOUT_NOTES, animations: 'disabled' }));
	}

	/** Takes what lies around these things on n8n's canvas, which has to be in the window. */
	async around(name: string, page: Page, things: Locator): Promise<void> {
		const boxes = await things.evaluateAll((shown) =>
			shown.map((one) => one.getBoundingClientRect().toJSON() as DOMRect),
		);
		const x = Math.min(...boxes.map(({ left }) => left)) - MARGIN;
		const y = Math.min(...boxes.map(({ top }) => top)) - MARGIN;
		const width = Math.max(...boxes.map(({ right }) => right)) + MARGIN - x;
		const height = Math.max(...boxes.map(({ bottom }) => bottom)) + MARGIN - y;
		const clip = { x, y, width, height };
		await this.#keep(name, await page.screenshot({ style: WITHOUT_NOTES, clip }));
	}

	async #keep(name: string, png: Buffer): Promise<void> {
		if (!this.wants(name)) return;
		const small = await sharp(png).removeAlpha().png(fewColours).toBuffer();
		writeFileSync(join(FOLDER, `${name}.png`), small);
		console.log(`${name}.png: ${Math.round(small.length / 1000)} kB`);
	}
}
