import { outputOf } from '../support/workflows.mts';
import { readLastPage, submitForm } from './examples.mts';
import { exampleSuite } from './exampleSuite.mts';

const suite = exampleSuite();
const { pageAfter, start } = suite;

describe('the example upload-dispute-evidence.json', () => {
	it('files the document and shows its ID, or what was wrong', async () => {
		const saved = await start('upload-dispute-evidence.json');
		const pdf = new File(['%PDF-1.4 made up'], 'delivery note.pdf', { type: 'application/pdf' });
		const sent = await submitForm(suite.environment, saved, 'dispute-evidence', ['CASE-1', pdf]);
		const run = await pageAfter(sent, 'Upload');
		const [{ json } = { json: {} }] = outputOf(run, 'Upload');
		expect(await readLastPage(sent.nextPage)).toContain(String(json.id));
		expect((await suite.client.summary()).files).toBe(1);

		await suite.client.addFaults({ kind: 'status', status: 500, match: { path: '/v2/files' } });
		const again = await submitForm(suite.environment, saved, 'dispute-evidence', ['CASE-1', pdf]);
		await pageAfter(again, 'Upload');
		const unknown = await readLastPage(again.nextPage);
		expect(unknown).toContain('It is not known whether the file was received');
		expect(unknown).toContain('Ask Stitch support whether it arrived before you upload it again.');
		expect(unknown).not.toContain('[item');

		await suite.client.clearFaults();
		await suite.client.addFaults({ kind: 'status', status: 403, match: { path: '/v2/files' } });
		const third = await submitForm(suite.environment, saved, 'dispute-evidence', ['CASE-1', pdf]);
		await pageAfter(third, 'Upload');
		const page = await readLastPage(third.nextPage);
		expect(page).toContain('The file was not received');
		expect(page).not.toMatch(/\[item|Ask Stitch support whether it arrived|undefined/);
	});
});
