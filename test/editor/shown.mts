import type { Locator } from 'playwright-core';
import { BRIEFLY } from './steps.mts';

/** @returns what an input holds, if it is there */
export async function valueOf(input: Locator): Promise<string | undefined> {
	return await input.inputValue(BRIEFLY).catch(() => undefined);
}

/** @returns undefined while the panel has not drawn all of them */
export function itemsIn(text: string): Array<Record<string, unknown>> | undefined {
	try {
		return JSON.parse(text.replaceAll('\u00a0', ' ')) as Array<Record<string, unknown>>;
	} catch {
		return undefined;
	}
}

/** Beside or below a name there are descriptions and buttons. */
export function firstLines(texts: string[]): string[] {
	return texts.map((text) => (text.trim().split('\n')[0] ?? '').trim());
}
