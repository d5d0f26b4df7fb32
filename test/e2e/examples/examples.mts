import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Credential, NewWorkflow, SavedWorkflow, WorkflowNode } from '../../host/api.mts';
import { projectFolder } from '../../host/project.mts';
import { examplesFolder, readExample } from '../../setup/examples.mts';
import { hostFolder } from '../../host/project.mts';
import { until } from '../../host/until.mts';
import { NOON_ZONE } from '../../setup/noon.mts';
import type { Environment } from '../support/environment.mts';
import { STITCH_POLLING_TRIGGER } from '../support/pollingTrigger.mts';
import { STITCH_TRIGGER } from '../support/triggers.mts';
import { STITCH } from '../support/workflows.mts';

/** What somebody fills in who uses an example. */
export interface FilledIn {
	stitch: Credential;
	mail?: Credential;
	/** Values of the node "Settings", by their names. */
	settings?: Record<string, string | boolean>;
}

/** A form that was sent in. */
export interface Submitted {
	executionId: string;
	/** Where the form goes on, if it has more pages. */
	nextPage: string;
}

export function exampleFile(name: string, type: string): File {
	return new File([readFileSync(join(examplesFolder, name))], name, { type });
}

/** A file as payroll programs make it. */
export function payrollFile(name: string): File {
	return new File([readFileSync(join(projectFolder, 'test', 'payrollFiles', name))], name);
}

/** The library that n8n itself reads and writes Excel files with. */
export function excel() {
	const ofHost = createRequire(join(hostFolder, 'package.json'));
	return ofHost('@e965/xlsx') as {
		utils: {
			book_new(): object;
			aoa_to_sheet(rows: unknown[][]): { '!rows'?: object[] };
			json_to_sheet(rows: object[], options: { origin: string }): { '!ref'?: string };
			sheet_to_csv(sheet: object, options: { FS: string }): string;
			sheet_to_json(sheet: object, options: { defval: string }): Array<Record<string, unknown>>;
			book_append_sheet(book: object, sheet: object): void;
		};
		read(content: Buffer): { SheetNames: string[]; Sheets: Record<string, object> };
		write(book: object, options: { type: 'buffer' }): Buffer<ArrayBuffer>;
	};
}

/** The rows of the first sheet of an Excel file; empty cells are empty texts. */
export function readSpreadsheet(content: Buffer): Array<Record<string, unknown>> {
	const { utils, read } = excel();
	const { SheetNames, Sheets } = read(content);
	return utils.sheet_to_json(Sheets[SheetNames[0] ?? ''] ?? {}, { defval: '' });
}

/** An Excel file with one sheet, whose headings are in a row, counted from 1. */
export function spreadsheet(rows: object[], headings = 1): File {
	const { utils, write } = excel();
	const book = utils.book_new();
	const sheet = utils.json_to_sheet(rows, { origin: `A${headings}` });
	// Excel leaves empty rows out of what it calls the sheet's range.
	sheet['!ref'] = sheet['!ref']?.replace(/^A1/, `A${headings}`);
	utils.book_append_sheet(book, sheet);
	return new File([write(book, { type: 'buffer' })], 'salaries.xlsx');
}

/**
 * An example as somebody sets it up, where it is noon. Forms are opened to everybody, because these tests
 * send them without a browser that is logged in; what the example itself asks for has a test of its own.
 */
export function setUp(file: string, { stitch, mail, settings = {} }: FilledIn): NewWorkflow {
	const workflow = atNoon(readExample(file));
	const nodes = workflow.nodes.map((node): WorkflowNode => {
		if ([STITCH, `${STITCH}Tool`, STITCH_TRIGGER, STITCH_POLLING_TRIGGER].includes(node.type)) {
			return { ...node, credentials: { stitchApi: stitch } };
		}
		if (node.type === 'n8n-nodes-base.emailSend' && mail) {
			return { ...node, credentials: { smtp: mail } };
		}
		if (node.type === 'n8n-nodes-base.formTrigger') {
			return { ...node, parameters: { ...node.parameters, authentication: 'none' } };
		}
		return node.name === 'Settings' ? withSettings(node, settings) : node;
	});
	return { ...workflow, nodes };
}

function atNoon(workflow: NewWorkflow): NewWorkflow {
	const text = JSON.stringify(workflow).replaceAll('Africa/Johannesburg', NOON_ZONE);
	return JSON.parse(text) as NewWorkflow;
}

function withSettings(node: WorkflowNode, settings: Required<FilledIn>['settings']): WorkflowNode {
	const { assignments } = node.parameters.assignments as {
		assignments: Array<{ name: string; value: string | boolean }>;
	};
	const filled = assignments.map((one) => ({ ...one, value: settings[one.name] ?? one.value }));
	return { ...node, parameters: { ...node.parameters, assignments: { assignments: filled } } };
}

/** Sends in the first page of a workflow's form. n8n answers 404 until the workflow listens. */
export async function submitForm(
	{ api, n8nUrl }: Environment,
	workflow: SavedWorkflow,
	path: string,
	values: Array<string | File>,
): Promise<Submitted> {
	const before = new Set((await api.executions(workflow.id)).map(({ id }) => id));
	const answer = await until(
		`the form ${path}`,
		async () => await sendPage(`${n8nUrl}/form/${path}`, values),
		(sent) => sent.status !== 404 && sent,
	);
	if (!answer.ok) throw new Error(`The form answered ${answer.status}: ${await answer.text()}`);
	const { formWaitingUrl = '' } = (await answer.json()) as { formWaitingUrl?: string };
	const executionId = /\/form-waiting\/(\d+)/.exec(formWaitingUrl)?.[1];
	return { executionId: executionId ?? (await firstStarted()), nextPage: formWaitingUrl };

	/** The workflow may have called itself since, so it is not the latest one. */
	async function firstStarted(): Promise<string> {
		return await until(
			'an execution that the form has started',
			async () => (await api.executions(workflow.id)).filter(({ id }) => !before.has(id)),
			(started) => started.sort((one, other) => Number(one.id) - Number(other.id))[0]?.id,
		);
	}
}

/** Sends in a page of a form; files and texts in the order of its fields. */
export async function sendPage(
	url: string,
	values: Array<string | File>,
	firstField = 0,
	signal?: AbortSignal,
): Promise<Response> {
	const form = new FormData();
	for (const [index, value] of values.entries()) form.append(`field-${index + firstField}`, value);
	// In one piece, because n8n refuses a page without reading it, and closes the connection.
	const whole = new Response(form);
	const body = await whole.arrayBuffer();
	return await fetch(url, { method: 'POST', headers: whole.headers, body, signal });
}

/** What scans mail opens every link in it, and says that it is a browser. */
export const BROWSER = { 'user-agent': 'Mozilla/5.0 (X11; Linux x64) Firefox/140.0' };

/**
 * The page behind a link of a mail, as a browser gets it. The mail may be there before the execution waits;
 * n8n answers 409 until it does.
 */
export async function pageBehind(link: string): Promise<string> {
	return await until(
		`the page ${link}`,
		async () => {
			const answer = await fetch(link, { headers: BROWSER });
			return { status: answer.status, text: await answer.text() };
		},
		({ status, text }) => status === 200 && text,
	);
}

/**
 * Sends in the page behind a link of a mail. Until the execution waits, n8n answers 409, or sends on to the page
 * that the form showed last, for which one has to log in.
 */
export async function answerBehind(link: string, ...answers: string[]): Promise<void> {
	const status = await until(
		'an execution that takes the answer',
		async () => (await sendPage(link, answers)).status,
		(answer) => ![401, 409].includes(answer) && answer,
	);
	expect(status).toBe(200);
}

/** What a page shows, without its mark-up. */
export async function readPage(url: string): Promise<string> {
	const html = await (await fetch(url)).text();
	const text = html
		.replace(/<(script|style)[\s\S]*?<\/\1>/g, ' ')
		.replace(/<[^>]+>/g, ' ')
		.replaceAll('&#x27;', "'")
		.replaceAll('&quot;', '"');
	return text.replace(/\s+/g, ' ');
}

/**
 * What the last page of a form shows, which is the same when somebody loads it again, for example a
 * phone that comes back to it.
 */
export async function readLastPage(url: string): Promise<string> {
	const page = await readPage(url);
	// A browser does this by itself; it ends the execution, and n8n makes the page anew from then on.
	await fetch(url, { method: 'POST' });
	const status = new URL(url);
	status.pathname += '/n8n-execution-status';
	await until(
		'the execution of the form to end',
		async () => await (await fetch(status)).text(),
		(text) => /success|error/.test(text),
	);
	expect(await readPage(url)).toBe(page);
	return page;
}
