import { logIn, openBrowser } from './browser.mts';
import { openEnvironment } from './environment.mts';
import { exampleFiles, readExample } from './examples.mts';
it('shots', async () => {
	const environment = await openEnvironment();
	const browser = await openBrowser();
	const page = await logIn(browser, environment);
	await page.setViewportSize({ width: 2400, height: 1000 });
	for (const file of exampleFiles()) {
		const { id } = await environment.api.createWorkflow(readExample(file));
		await page.goto(`${environment.n8nUrl}/workflow/${id}`);
		await page.locator('.vue-flow__node').first().waitFor();
		await new Promise((resolve) => setTimeout(resolve, 2500));
		await page.keyboard.press('1');
		await new Promise((resolve) => setTimeout(resolve, 800));
		await page.screenshot({ path: `/tmp/ex/${file}.png` });
		const marks = await page.locator('[data-test-id="node-issues"]').count();
		console.log(file, 'issues marked:', marks);
	}
	await browser.close();
}, 120_000);
