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

const PHONE = { width: 390, height: 760 };
/** Between two phones, in CSS pixels. */
const GAP = 24;
/** As GitHub has them behind a picture and around a box. */
const COLOURS = {
	dark: { behind: '#0d1117', frame: '#3d444d' },
	light: { behind: '#ffffff', frame: '#d1d9e0' },
};

/** One screen, light and dark. */
type Shots = Record<'dark' | 'light', Buffer>;

/** How a picture is taken. */
interface Look {
	/** Of the window, in CSS pixels. */
	width?: number;
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
	async page(name: string, page: Page, { width, height }: Look): Promise<void> {
		const { width: before = 900 } = page.viewportSize() ?? {};
		await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
		await page.setViewportSize({ width: width ?? before, height: height ?? SHORT });
		await this.#keep(name, await page.screenshot({ fullPage: height === undefined }));
	}

	/** Takes what a phone shows of a page, light and dark. */
	async phone(page: Page, end: 'top' | 'bottom'): Promise<Shots> {
		await page.setViewportSize(PHONE);
		const taken = {} as Shots;
		for (const colorScheme of ['dark', 'light'] as const) {
			await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
			await page.evaluate((to) => {
				window.scrollTo(0, to === 'top' ? 0 : document.body.scrollHeight);
			}, end);
			taken[colorScheme] = await page.screenshot();
		}
		return taken;
	}

	/** Keeps phones beside each other, as `name-light` and `name-dark`. */
	async strip(name: string, phones: readonly Shots[]): Promise<void> {
		const width = phones.length * (PHONE.width + GAP) - GAP + 2;
		for (const colorScheme of ['dark', 'light'] as const) {
			const { behind, frame } = COLOURS[colorScheme];
			const framed = phones.map((shots) =>
				sharp(shots[colorScheme])
					.extend({ top: 1, bottom: 1, left: 1, right: 1, background: frame })
					.toBuffer(),
			);
			const placed = (await Promise.all(framed)).map((input, index) => ({
				...{ input, left: index * (PHONE.width + GAP), top: 0 },
			}));
			const height = PHONE.height + 2;
			const strip = sharp({ create: { width, height, channels: 3, background: behind } });
			await this.#keep(`${name}-${colorScheme}`, await strip.composite(placed).png().toBuffer());
		}
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
