import { outputOf } from '../support/workflows.mts';
import { readLastPage, readPage, submitForm } from './examples.mts';
import { exampleSuite } from './exampleSuite.mts';

const suite = exampleSuite();
const { lastPageAfter, pageAfter, start } = suite;

describe('the example upload-dispute-evidence.json', () => {
	it('uploads the document and shows its ID, or the reason why not', async () => {
		const saved = await start('upload-dispute-evidence.json');
		const caseReference = 'CASE-1 <b> {{ $2 }} & "3"';
		const pdf = new File(['%PDF-1.4 made up'], 'delivery note.pdf', { type: 'application/pdf' });
		const sent = await submitForm(suite.environment, saved, 'dispute-evidence', [
			caseReference,
			pdf,
		]);
		const run = await pageAfter(sent, 'Upload');
		const [{ json } = { json: {} }] = outputOf(run, 'Upload');
		const received = await readLastPage(sent.nextPage);
		expect(received).toContain(String(json.id));
		expect(received).toContain('Case: CASE-1 &lt;b&gt; {{ $2 }} &amp; "3"');
		expect((await suite.client.summary()).files).toBe(1);
		const form = await readPage(`${suite.environment.n8nUrl}/form/dispute-evidence`);
		expect(form).toContain('Submitting again files a second copy.');

		await suite.client.addFaults({ kind: 'status', status: 500, match: { path: '/v2/files' } });
		const again = await submitForm(suite.environment, saved, 'dispute-evidence', ['CASE-1', pdf]);
		const unknown = await lastPageAfter(again, 'Upload');
		expect(unknown).toContain('We do not know whether the file was received');
		expect(unknown).toContain('Ask Stitch support whether it arrived before you upload it again.');
		expect(unknown).not.toContain('[item');

		await suite.client.clearFaults();
		const body = { title: 'Refused', detail: 'Refused <b> {{ $2 }}' };
		await suite.client.addFaults({
			kind: 'status',
			status: 403,
			body,
			match: { path: '/v2/files' },
		});
		const third = await submitForm(suite.environment, saved, 'dispute-evidence', ['CASE-1', pdf]);
		const page = await lastPageAfter(third, 'Upload');
		expect(page).toContain('The file was not received');
		expect(page).toContain('does not allow your client to do this: Refused &lt;b&gt; {{ $2 }}');
		expect(page).not.toMatch(/\[item|Ask Stitch support whether it arrived|undefined/);
	});
});
