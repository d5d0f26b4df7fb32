import type { Editor } from './editor.mts';

/** As `it`; a step that fails keeps what was on the screen and says where. */
export function stepsIn(editor: () => Editor) {
	return (sentence: string, step: () => Promise<void>): void => {
		it(sentence, async () => {
			try {
				await step();
			} catch (cause) {
				const name = `failed ${sentence}`.replace(/\W+/g, '-');
				const path = await editor()
					.screenshot(name)
					.catch((reason: unknown) => String(reason));
				throw new Error(`${String(cause)}\nOn the screen: ${path}`, { cause });
			}
		});
	};
}
