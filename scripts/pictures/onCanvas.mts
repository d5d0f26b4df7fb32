import { visit } from '../../test/editor/steps.mts';
import type { Page } from 'playwright-core';
import type { SavedWorkflow } from '../../test/host/api.mts';
import type { Camera } from './camera.mts';

/** In which n8n shows the workflows for its library unreduced. */
const WINDOW = { width: 1800, height: 1400 };

/** The canvases of the workflows for n8n's library. */
export async function takeCanvases(
	page: Page,
	n8nUrl: string,
	templates: Map<string, SavedWorkflow>,
	camera: Camera,
): Promise<void> {
	await page.setViewportSize(WINDOW);
	for (const [file, { id, nodes }] of templates) {
		const shown = page.locator('.vue-flow__node');
		await visit(page, `${n8nUrl}/workflow/${id}`, shown.nth(nodes.length - 1));
		await camera.around(`template-${file.replace('.json', '')}`, page, shown);
	}
}
