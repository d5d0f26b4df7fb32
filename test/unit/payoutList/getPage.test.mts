import type { IDataObject } from 'n8n-workflow';

import { getPage } from '../../../nodes/Stitch/payoutList/getPage.operation';
import { itemOf, serviceOf } from '../builders.mts';

it('shows a payment that Create has not simplified', async () => {
	const row = {
		...{ id: 'd-1', status: 'completed', externalReference: 'salary-17' },
		amount: { quantity: '1500.50', currency: 'ZAR' },
		beneficiary: { name: 'N Test', accountNumber: '1234567890', bank: 'fnb' },
	};
	const plan = { row, page: { text: { title: 'Payments', lines: [] } } };
	const [page] = (await getPage.sendTogether?.([plan], serviceOf([]).service)) ?? [];
	const { html } = page as { html: string };
	for (const shown of ['R1\u00a0500.50', 'N Test', 'salary-17', 'FNB', '…7890', 'Paid: 1']) {
		expect(html).toContain(shown);
	}
	expect(html).not.toContain('[object Object]');
});

it('names the file after the list without signs that a file cannot have, the page and the day', () => {
	const parameters = {
		...{ page: 'result', details: { fileName: 'salaries / “Nov”.xlsx' } },
		options: { outputField: 'data' },
	};
	const plan = getPage.prepare(itemOf(parameters), serviceOf([]).service);
	expect(getPage.filesOf?.(plan, {})).toMatchObject([
		{ name: 'salaries Nov result 2026-11-20.html' },
	]);
});

describe('what is said above the rows', () => {
	const textOf = (details: IDataObject, page = 'review') => {
		const plan = getPage.prepare(itemOf({ page, details }), serviceOf([]).service);
		return (plan as { page: { text: IDataObject } }).page.text;
	};

	it.each([
		['nothing', {}, []],
		['the file', { fileName: 'salaries.xlsx' }, ['File: salaries.xlsx']],
		['who uploaded it', { uploadedBy: 'N Test' }, ['Uploaded by N Test.']],
		['when', { uploadedAt: 'Monday' }, ['Uploaded on Monday.']],
		[
			'who approved it and when, in the time of the workflow',
			{ approvedBy: 'B Other', approvedAt: '2026-11-24T07:30:00Z' },
			['Approved on 24 November 2026, 09:30 by B Other.'],
		],
		['when it was sent', { sentAt: '2026-11-24T22:30:00Z' }, ['Sent on 25 November 2026, 00:30.']],
		[
			'a text that begins with no date as it is',
			{ sentAt: 'after 2026-11-24T22:30' },
			['Sent on after 2026-11-24T22:30.'],
		],
		['a date that there is not as it is', { sentAt: '2026-99-24T' }, ['Sent on 2026-99-24T.']],
	])('is %s', (_what, details, lines) => {
		expect(textOf(details).lines).toEqual(lines);
	});

	it('is the title that was given, or what the page is about', () => {
		expect(textOf({ title: 'Salaries' }).title).toBe('Salaries');
		expect(textOf({}).title).not.toBe(textOf({}, 'result').title);
	});
});

it('reads the summary of Check from whichever row has it', async () => {
	const { service } = serviceOf([]);
	const plan = getPage.prepare(itemOf({ page: 'review' }), service) as object;
	const summary = { rows: 2, messages: ['The total in row 9 agrees.'] };
	const rows = [{ pay: true }, { pay: true, summary }].map((row) => ({ ...plan, row }));
	const [output] = (await getPage.sendTogether?.(rows, service)) ?? [];
	expect((output as { html: string }).html).toContain('The total in row 9 agrees.');
});

describe('Get Page of rows from a table, which keeps lists and objects as text', () => {
	async function shownOf(row: IDataObject, page = 'review') {
		const { service } = serviceOf([]);
		const plan = getPage.prepare(itemOf({ page }), service) as object;
		const [output] = (await getPage.sendTogether?.([{ ...plan, row }], service)) ?? [];
		return (output as { html: string }).html;
	}
	const checked = { verdict: 'willBePaid', pay: true, explanation: '', amount: 10 };

	it.each(['true', 'TRUE', 'yes', '1', 1])(
		'says that a row is paid which Create pays: %j',
		async (pay) => {
			expect(await shownOf({ ...checked, pay })).toContain('Ready to pay: 1');
		},
	);

	it.each([undefined, '', 'false', 'WAAR', 0])(
		'says that a row is not paid which Create does not pay: %j',
		async (pay) => {
			expect(await shownOf({ ...checked, pay })).toContain('Need you: 1');
		},
	);

	it('shows the warnings of a row', async () => {
		const html = await shownOf({ ...checked, warnings: '["The bank is down today."]' });
		expect(html).toContain('Ready to pay, but check first: 1');
		expect(html).toContain('The bank is down today.');
		expect(await shownOf({ ...checked, warnings: '[]' })).toContain('Ready to pay: 1');
	});

	it('shows what Check says of the whole list', async () => {
		const summary = JSON.stringify({ rows: 1, messages: ['The total in row 9 is wrong.'] });
		expect(await shownOf({ ...checked, summary })).toContain('The total in row 9 is wrong.');
	});

	it('does not say that a payment was not sent which may have been sent', async () => {
		const details = JSON.stringify({ carriedOut: 'unknown', howToFix: 'Run it again.' });
		const html = await shownOf({ error: 'Stitch did not answer', details }, 'result');
		expect(html).toContain('May have been sent: 1');
		expect(html).toContain('Run it again.');
	});

	it('does not say that a payment is in order which is not as it was asked', async () => {
		const row = { status: 'completed', amount: 10, notAsAsked: '["Amount"]' };
		expect(await shownOf(row, 'result')).toContain('Sent, but not as asked: 1');
	});

	it('shows a text that only looks like a list as it is', async () => {
		expect(await shownOf({ ...checked, warnings: '[Ask the payee' })).toContain('[Ask the payee');
	});
});

describe('Get Page, asked for the rows to correct', () => {
	const wrong = { verdict: 'cannotBePaid', pay: false, explanation: 'No bank.', row: 2 };

	async function pageWith(row: IDataObject, options: IDataObject = { correctionsField: 'fix' }) {
		const { service } = serviceOf([]);
		const details = { fileName: 'salaries.xlsx' };
		const plan = getPage.prepare(itemOf({ page: 'review', details, options }), service) as object;
		const [output = {}] = (await getPage.sendTogether?.([{ ...plan, row }], service)) ?? [];
		return { output: output as IDataObject, files: getPage.filesOf?.(plan, output) ?? [] };
	}

	it('returns them as a workbook and as a link to it', async () => {
		const { output, files } = await pageWith(wrong);
		expect(files).toMatchObject([{ field: 'fix', name: 'salaries to correct 2026-11-20.xlsx' }]);
		expect(output.downloadLink).toContain(String(files[0]?.content.toString('base64')));
		expect(output.rowsToCorrect).toMatchObject([{ 'what to correct': 'No bank.' }]);
		expect(String(output.html) + String(output.formHtml)).not.toContain('data:');
	});

	it('returns no workbook where nothing is to be corrected', async () => {
		const { output, files } = await pageWith({ verdict: 'willBePaid', pay: true });
		expect([output.downloadLink, output.rowsToCorrect, files]).toEqual(['', [], []]);
	});

	it('returns no workbook of a file that Check has rejected', async () => {
		const refused = { error: "'Sheet' is a PDF", details: { howToFix: 'Save it as .xlsx.' } };
		const { output, files } = await pageWith(refused);
		expect([output.downloadLink, files]).toEqual(['', []]);
	});

	it('returns both files, and rejects one field for the two', async () => {
		const both = { outputField: 'page', correctionsField: 'fix' };
		const { files } = await pageWith(wrong, both);
		expect(files.map(({ field }) => field)).toEqual(['page', 'fix']);
		await expect(pageWith(wrong, { ...both, outputField: 'fix' })).rejects.toThrow(
			"'Put Rows to Correct in Field' is the same as 'Put Output File in Field'",
		);
	});

	it('returns none of them where they are not asked for', async () => {
		const { output, files } = await pageWith(wrong, {});
		expect(files).toEqual([]);
		expect(output).not.toHaveProperty('rowsToCorrect');
		expect(output).not.toHaveProperty('downloadLink');
	});
});

it('makes no page of rows that a client of the other kind has checked', async () => {
	const page = { text: { title: 'Payments', lines: [] } };
	const pageFor = async (client: string, clientId: string) =>
		await getPage.sendTogether?.([{ row: { client }, page }], serviceOf([], {}, clientId).service);
	await expect(pageFor('test', 'live-client')).rejects.toThrow(
		"'Credential' belongs to a live client, but these rows were read with a test client",
	);
	await expect(pageFor('live', 'test-client')).rejects.toThrow(/to a test client, but .* live/);
	await expect(pageFor('test', 'test-client')).resolves.toHaveLength(1);
	await expect(pageFor('A customer', 'test-client')).resolves.toHaveLength(1);
});

it.each(['review', 'result', 'report'])(
	'says on a %s of a test client, and on no other, that no real money moves',
	async (page) => {
		const saidFor = async (clientId: string) => {
			const { service } = serviceOf([], {}, clientId);
			const plan = getPage.prepare(itemOf({ page }), service) as object;
			const row = { id: 'd-1', status: 'completed', amount: 10 };
			const [output] = (await getPage.sendTogether?.([{ ...plan, row }], service)) ?? [];
			const { html, formHtml, text } = output as Record<string, string>;
			return [html, formHtml, text].map((shown) => shown?.includes('no real money moves'));
		};
		expect(await saidFor('test-client')).toEqual([true, true, true]);
		expect(await saidFor('live-client')).toEqual([false, false, false]);
	},
);

it('says what to do next on the kind of page that was chosen', async () => {
	const { service } = serviceOf([]);
	const htmlOf = async (page: string) => {
		const plan = getPage.prepare(itemOf({ page }), service) as object;
		const rows = [{ ...plan, row: { status: 'error', amount: 10 } }];
		const [output] = (await getPage.sendTogether?.(rows, service)) ?? [];
		return (output as { html: string }).html;
	};
	expect(await htmlOf('result')).toContain('Correct the rows that were not paid');
	expect(await htmlOf('report')).not.toContain('What to do next');
});
