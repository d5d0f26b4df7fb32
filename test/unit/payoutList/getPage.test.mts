import type { IDataObject } from 'n8n-workflow';

import { getPage } from '../../../nodes/Stitch/payoutList/getPage.operation';
import { InvalidInput } from '../../../nodes/Stitch/schemas/invalidInput';
import { itemOf, serviceOf } from '../builders.mts';

it('shows a payment that Create has not simplified', async () => {
	const row = {
		...{ id: 'd-1', status: 'completed', externalReference: 'salary-17' },
		amount: { quantity: '1500.50', currency: 'ZAR' },
		beneficiary: { name: 'N Test', accountNumber: '1234567890', bank: 'fnb' },
	};
	const text = { title: 'Payments', lines: [], zone: 'Africa/Johannesburg' };
	const plan = { row, page: { text } };
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
		['who uploaded it', { uploadedBy: 'N Test' }, ['Submitted by N Test']],
		['when', { uploadedAt: 'Monday' }, ['Submitted on Monday']],
		[
			'who approved it and when, in the time of the workflow',
			{ approvedBy: 'B Other', approvedAt: '2026-11-24T07:30:00Z' },
			['Approved on 24 November 2026, 09:30 by B Other'],
		],
		['when it was sent', { sentAt: '2026-11-24T22:30:00Z' }, ['Sent on 25 November 2026, 00:30']],
		[
			'a text that begins with no date as it is',
			{ sentAt: 'after 2026-11-24T22:30' },
			['Sent on after 2026-11-24T22:30'],
		],
		['a date that there is not as it is', { sentAt: '2026-99-24T' }, ['Sent on 2026-99-24T']],
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

describe('Get Page of a review', () => {
	const checked = { verdict: 'willBePaid', pay: true, explanation: '', amount: 10, row: 2 };

	async function outputOf(row: IDataObject, parameters: IDataObject, clientId = 'live-client') {
		const { service } = serviceOf([], {}, clientId);
		const plan = getPage.prepare(itemOf({ page: 'review', ...parameters }), service) as object;
		const [output] = (await getPage.sendTogether?.([{ ...plan, row }], service)) ?? [];
		return output as IDataObject;
	}
	const clerk = { uploadedBy: 'clerk@example.com' };

	it('returns what a person decides about, and who', async () => {
		const details = { ...clerk, secondPerson: 'a@example.com, b@example.com clerk@example.com' };
		expect(await outputOf(checked, { details })).toMatchObject({
			...{ canBePaid: true, whyNot: '', asked: '1 payment, R10.00' },
			headline: 'Will be paid: 1 payment, R10.00',
			approvers: ['a@example.com', 'b@example.com'],
			choice: 'Ask a@example.com or b@example.com to approve 1 payment, R10.00',
			about: expect.stringContaining('has to approve this list'),
		});
	});

	it.each([
		['a live client', 'live-client', {}, false],
		['a live client that may', 'live-client', { payAlone: true }, true],
		['a test client', 'test-client', {}, true],
	])('lets one person pay alone with %s: %#', async (_, clientId, options, canBePaid) => {
		const output = await outputOf(checked, { options }, clientId);
		expect(output).toMatchObject({ canBePaid });
	});

	it('says of a file that Check has rejected why it cannot be paid', async () => {
		const refused = { error: "'Sheet' is a PDF", details: { howToFix: 'Save it as .xlsx.' } };
		expect(await outputOf(refused, { details: clerk })).toMatchObject({
			...{ canBePaid: false, whyNot: "'Sheet' is a PDF. Save it as .xlsx." },
			...{ choice: '', counts: '', sections: [] },
		});
	});

	it('decides nothing about payments that were made', async () => {
		const output = await outputOf({ status: 'completed', amount: 10 }, { page: 'result' });
		expect(output).not.toHaveProperty('canBePaid');
		expect(output).toMatchObject({ counts: '1 paid', headline: '' });
	});
});

it('makes no page of rows that a client of the other kind has checked', async () => {
	const deciding = { approvers: [], uploader: '', payAlone: false, isLive: false };
	const page = { text: { title: 'Payments', lines: [] }, deciding };
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

it('says what to do with a file on a page of a file, and on a report without one', async () => {
	const { service } = serviceOf([]);
	const htmlOf = async (page: string) => {
		const plan = getPage.prepare(itemOf({ page }), service) as object;
		const rows = [{ ...plan, row: { status: 'error', amount: 10 } }];
		const [output] = (await getPage.sendTogether?.(rows, service)) ?? [];
		return (output as { html: string }).html;
	};
	expect(await htmlOf('result')).toContain('Correct what is wrong, keep the references');
	expect(await htmlOf('report')).not.toMatch(/\bfile\b|\brows?\b/);
	expect(await htmlOf('report')).toContain('send them again with the same references');
});

it('reads the parameters of a page from the first item alone', () => {
	const prepare = (index: number) => () =>
		getPage.prepare(itemOf({ page: 'no page' }, index), serviceOf([]).service);
	expect(prepare(0)).toThrow(InvalidInput);
	expect(prepare(1)).not.toThrow();
});
