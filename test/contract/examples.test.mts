import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { commonPollingParameters } from 'n8n-core/dist/nodes-loader/constants';
import type { INodeProperties, INodeTypeDescription } from 'n8n-workflow';

import { resources } from '../../nodes/Stitch/catalogue/resources';
import { findColumns } from '../../nodes/Stitch/payoutList/read/headings';
import { Stitch } from '../../nodes/Stitch/Stitch.node';
import { StitchPollingTrigger } from '../../nodes/Stitch/StitchPollingTrigger.node';
import { StitchTrigger } from '../../nodes/Stitch/StitchTrigger.node';
import { clientScopes } from '../../nodes/Stitch/transport/scopes';
import type { NewWorkflow, WorkflowNode } from '../host/api.mts';
import { exampleFiles, examplesFolder, readExample, templateFiles } from '../setup/examples.mts';
import { packageJson } from '../host/project.mts';
import { documentedScopes } from './operationTables.mts';
import { findings } from './parameters.mts';
import { timesWithoutZone } from './timeZones.mts';

const STICKY_NOTE = 'n8n-nodes-base.stickyNote';

/** What an exported workflow could carry of the one who exported it. */
const PERSONAL = ['active', 'id', 'meta', 'pinData', 'shared', 'staticData', 'tags', 'versionId'];

/** Words that introduce a secret, and forms that only real IDs and tokens have. */
const SECRETS = [
	/whsec_|eyJ[A-Za-z0-9]|bearer /i,
	/\b(client|test|live)-[0-9a-f]{6,}/i,
	/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-/i,
	// With a digit: n8n has option values of 28 letters and more.
	/\b(?=[A-Za-z+/]*\d)[A-Za-z0-9+/]{28,}={0,2}(?![A-Za-z0-9+/])/,
];

/** Account numbers and the like; this one is made up. */
const LONG_NUMBER = /\b(?!1234567890\b)\d{7,}\b/;

/** Pay a file offers it to whoever uploads a file that it cannot read. */
const emptySheet = readFileSync(join(examplesFolder, 'payments.xlsx')).toString('base64');

/** The names of the scopes that the documents ask for an operation. */
function scopesFor({ resource, operation }: WorkflowNode['parameters']): string[] {
	const of = resources.find(({ value }) => value === resource);
	const name = of?.operations.find(({ value }) => value === operation)?.name;
	const needed = documentedScopes(`${of?.name}: ${name}`);
	return clientScopes.filter(({ value }) => needed.includes(value)).map((scope) => scope.name);
}

const files = exampleFiles();
const examples = files.map((file) => [file, readExample(file)] as const);
const templates = templateFiles().map((file) => [file, readExample(file)] as const);
/** Our own types. Those of n8n need an installed n8n: the end-to-end test looks at them. */
const types: INodeTypeDescription[] = [
	new Stitch(),
	new StitchPollingTrigger(),
	new StitchTrigger(),
].map(({ description }) => ({
	...description,
	name: `${packageJson().name}.${description.name}`,
	// n8n adds a field of its own when it loads a node that polls.
	properties: [...(description.polling ? commonPollingParameters : []), ...description.properties],
}));
types.push(...types.filter(({ usableAsTool }) => usableAsTool).map(asTool));

/** What n8n makes of a node type for AI agents: another name, and two fields more. */
function asTool(type: INodeTypeDescription): INodeTypeDescription {
	const fields: INodeProperties[] = ['descriptionType', 'toolDescription'].map((name) => ({
		displayName: name,
		name,
		type: 'string',
		default: '',
	}));
	return { ...type, name: `${type.name}Tool`, properties: [...fields, ...type.properties] };
}

/** What n8n drops when somebody imports a file in its editor, as its dialog Workflow settings calls it. */
const SETTINGS: Record<string, string> = {
	timezone: 'Timezone',
	saveDataSuccessExecution: 'Save successful production executions',
	saveDataErrorExecution: 'Save failed production executions',
};

/** What the sticky notes say. */
function notesOf({ nodes }: NewWorkflow): string {
	const notes = nodes.filter(({ type }) => type === STICKY_NOTE);
	return notes.map(({ parameters }) => String(parameters.content)).join('\n');
}

/** Every text in a value, however deep. */
function textsIn(value: unknown): string[] {
	if (typeof value === 'string') return [value];
	return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** Names of other nodes that expressions mention. */
function mentioned(workflow: NewWorkflow): string[] {
	const text = workflow.nodes.map(({ parameters }) => JSON.stringify(parameters)).join('\n');
	return [...text.matchAll(/\$\('([^']+)'\)/g)].map((match) => match[1] ?? '');
}

/** n8n looks for a table by a part of its name, and takes the one that was changed last. */
it('name their data tables so that no name is a part of another, or of one that people have', () => {
	const tables = examples.flatMap(([, { nodes }]) =>
		nodes.flatMap(({ parameters }) => parameters.tableName ?? []),
	);
	const names = [...new Set(tables.map(String))];
	expect(names.filter((name) => !name.startsWith('stitch-'))).toEqual([]);
	const parts = names.filter((name) => names.some((one) => one !== name && one.includes(name)));
	expect(parts).toEqual([]);
});

/** With all of them published, nobody gets two emails about one change, or different advice. */
it('leave each change that is polled to one of them', () => {
	const events = examples.flatMap(([, { nodes }]) =>
		nodes
			.filter(({ type }) => type.endsWith('.stitchPollingTrigger'))
			.flatMap(({ parameters }) => parameters.events as string[]),
	);
	expect(events.length).toBeGreaterThan(8);
	expect(events.filter((event, index) => events.indexOf(event) !== index)).toEqual([]);
});

describe.each([...examples, ...templates])('the workflow %s', (file, workflow) => {
	const text = readFileSync(join(examplesFolder, file), 'utf8');
	const names = workflow.nodes.map(({ name }) => name);

	it('gives every node a unique name and connects only nodes that exist', () => {
		expect(names).toEqual([...new Set(names)]);
		const ends = Object.values(workflow.connections)
			.flatMap((kinds) => Object.values(kinds).flat())
			.flatMap((output) => (output ?? []).map(({ node }) => node));
		const used = [...Object.keys(workflow.connections), ...ends, ...mentioned(workflow)];
		expect(used.filter((name) => !names.includes(name))).toEqual([]);
	});

	it('leaves no node unconnected', () => {
		const ends = Object.entries(workflow.connections).flatMap(([name, { main }]) => [
			name,
			...(main ?? []).flatMap((output) => (output ?? []).map(({ node }) => node)),
		]);
		const working = workflow.nodes.filter(({ type }) => type !== STICKY_NOTE);
		expect(working.filter(({ name }) => !ends.includes(name))).toEqual([]);
	});

	it('shows every node with its name: none stands on another', () => {
		const working = workflow.nodes
			.filter(({ type }) => type !== STICKY_NOTE)
			.toSorted((one, other) => one.position[0] - other.position[0]);
		// n8n draws an agent with room for what is connected to it.
		const widthOf = ({ type }: WorkflowNode) => (type.endsWith('.agent') ? 270 : 150);
		const covered = working.flatMap((one, index) =>
			working
				.slice(index + 1)
				.filter(
					({ position: [left, top] }) =>
						Math.abs(left - one.position[0]) < widthOf(one) &&
						Math.abs(top - one.position[1]) < 140,
				)
				.map(({ name }) => [one.name, name]),
		);
		expect(covered).toEqual([]);
	});

	it('carries nothing of the one who made it: no IDs, secrets, credentials or data', () => {
		expect(PERSONAL.filter((key) => key in workflow)).toEqual([]);
		expect(workflow.nodes.filter((node) => 'credentials' in node || 'id' in node)).toEqual([]);
		for (const pattern of [...SECRETS, LONG_NUMBER]) {
			expect(text.replace(emptySheet, '')).not.toMatch(pattern);
		}
		const addresses = text.match(/[\w.+-]+@[\w-]+\.[\w.]+/g) ?? [];
		expect(addresses.filter((address) => !address.endsWith('@example.com'))).toEqual([]);
	});

	it('sets our nodes up with operations and parameters that they have, and leaves none open', () => {
		const own = workflow.nodes.filter(({ type }) => type.startsWith(`${packageJson().name}.`));
		expect(own.length).toBeGreaterThan(0);
		expect(own.flatMap((node) => findings(node, types))).toEqual([]);
	});

	it('has no account filled in, so that no money goes to a wrong one', () => {
		const fields = ['accountHolder', 'beneficiaryName', 'bank', 'accountNumber'];
		const settings = workflow.nodes.flatMap(({ name, parameters: { assignments } }) =>
			name === 'Settings'
				? (assignments as { assignments: Array<{ name: string; value: unknown }> }).assignments
				: [],
		);
		const filledIn = settings.filter(({ name, value }) => fields.includes(name) && value !== '');
		expect(filledIn).toEqual([]);
		const own = workflow.nodes.filter(({ type }) => type.startsWith(`${packageJson().name}.`));
		const given = own.flatMap(({ parameters }) =>
			fields.flatMap((field) =>
				textsIn((parameters[field] as { value?: unknown })?.value ?? parameters[field]),
			),
		);
		expect(given.filter((text) => !text.startsWith('='))).toEqual([]);
	});

	it('lets only people with an account send money, and only below limits', () => {
		const isForm = ({ type }: WorkflowNode) => type === 'n8n-nodes-base.formTrigger';
		const paying = workflow.nodes.filter(({ parameters: { resource, operation } }) =>
			['disbursement/create', 'refund/create'].includes(`${resource}/${operation}`),
		);
		const open = workflow.nodes
			.filter(isForm)
			.filter(({ parameters }) => parameters.authentication !== 'n8nUserAuth');
		expect(paying.length > 0 ? open : []).toEqual([]);
		const limits = ['maxAmountPerItem', 'maxTotalPerRun', 'maxTotalPerDay'];
		const unlimited = paying
			.filter(({ parameters }) => parameters.resource === 'disbursement')
			.filter(({ parameters }) =>
				limits.some((limit) => !(limit in (parameters.options as object))),
			);
		expect(unlimited.map(({ name }) => name)).toEqual([]);
	});

	/** n8n shows the texts of a page and a mail for an approval as they are: HTML in them is code. */
	it('asks for an approval with no text that comes straight from a form or the name of a file', () => {
		const forms = workflow.nodes.filter(({ type }) => type.endsWith('.formTrigger'));
		const asking = workflow.nodes.filter(
			({ parameters }) => parameters.operation === 'sendAndWait',
		);
		const isRaw = (words: string) =>
			/\b(filename|fileName)\b/.test(words) ||
			forms.some(({ name }) => words.includes(`$('${name}')`) && !words.includes('.replace('));
		const found = asking.flatMap(({ parameters }) => textsIn(parameters).filter(isRaw));
		expect(found).toEqual([]);
	});

	/** The approval buttons of n8n are plain links, and what scans mail opens every link. */
	it('asks for an approval by a form, never by buttons that are links', () => {
		const asking = workflow.nodes.filter(
			({ parameters }) => parameters.operation === 'sendAndWait',
		);
		const types = asking.map(({ parameters }) => parameters.responseType);
		expect(types.filter((type) => type !== 'customForm')).toEqual([]);
	});

	/** n8n empties the item that it keeps for a node with an error output, and passes it on when the time is up. */
	it('continues when the time for an answer is up: what waits has no error output', () => {
		const waiting = workflow.nodes.filter(
			({ parameters: { operation, limitWaitTime } }) =>
				operation === 'sendAndWait' || limitWaitTime === true,
		);
		expect(waiting.filter(({ onError }) => onError === 'continueErrorOutput')).toEqual([]);
	});

	/** What the node and n8n say ends with a full stop, or not: an example ends it itself, once. */
	it('puts no second full stop behind a sentence that it only shows', () => {
		const ended = /\b(?:error|howToFix|reasonText|message)(?: \?\? '')?(?: \}\}| \+ ')\./;
		const shown = workflow.nodes.flatMap(({ name, parameters }) =>
			textsIn(parameters).flatMap((one) => (ended.test(one) ? [name] : [])),
		);
		expect(shown).toEqual([]);
	});

	it('decides what follows from a failure by its kind, never by its sentence', () => {
		const readsTheSentence = /\berror\??\.(startsWith|endsWith|includes|match|indexOf|search)\(/;
		expect(JSON.stringify(workflow)).not.toMatch(readsTheSentence);
	});

	it('shows the same when a last page is loaded again, for which n8n has no $json', () => {
		for (const { name, parameters } of workflow.nodes) {
			if (parameters.operation !== 'completion') continue;
			expect([name, JSON.stringify(parameters)]).not.toEqual([
				name,
				expect.stringMatching(/\$json|\$input|\)\.item\b/),
			]);
		}
	});

	it('gives an AI agent no tool that changes anything, and no say in its options', () => {
		const tools = workflow.nodes.filter(({ type }) => type.endsWith('.stitchTool'));
		const isHarmless = ({ parameters: { operation, options } }: WorkflowNode) =>
			['get', 'getAll', 'getBalance', 'verify'].includes(String(operation)) ||
			(options as { dryRun?: unknown }).dryRun === true;
		const isFixed = ({ parameters: { options } }: WorkflowNode) =>
			!JSON.stringify(options ?? {}).includes('$fromAI');
		expect(tools.filter((tool) => !isHarmless(tool) || !isFixed(tool))).toEqual([]);
	});

	it('says first in its note that an import may have chosen a LIVE credential', () => {
		expect(notesOf(workflow)).toMatch(/^## [^\n]+\n\*\*First check the credential [^\n]*LIVE/);
	});

	it('names in a sticky note each scope that its operations need', () => {
		const [named = ''] = /\(scopes? [^)]*\)/.exec(notesOf(workflow)) ?? [];
		// Refund with approval only looks for payments at the till, and goes on where it may not.
		const needed = workflow.nodes
			.filter(({ onError }) => onError !== 'continueRegularOutput')
			.flatMap(({ parameters }) => scopesFor(parameters));
		expect(needed.filter((scope) => !named.includes(scope))).toEqual([]);
	});

	it('names in a sticky note each setting that it relies on, because an import drops them', () => {
		const { executionOrder: _, ...settings } = workflow.settings ?? {};
		const isByTheClock = ({ type, parameters }: WorkflowNode) =>
			type.endsWith('.scheduleTrigger') && JSON.stringify(parameters).includes('triggerAtHour');
		const needed = [
			...Object.keys(settings),
			...(workflow.nodes.some(isByTheClock) ? ['timezone'] : []),
		];
		const notes = notesOf(workflow);
		const isNamed = (name: string) => notes.includes(SETTINGS[name] ?? `the setting ${name}`);
		expect(needed.filter((name) => !isNamed(name))).toEqual([]);
	});

	it('names the time zone wherever it reads days and hours: that of n8n is New York', () => {
		const working = workflow.nodes.filter(({ type }) => type !== STICKY_NOTE);
		const found = working.flatMap(({ name, parameters }) =>
			textsIn(parameters)
				.flatMap(timesWithoutZone)
				.map((time) => `${name}: ${time}`),
		);
		expect(found).toEqual([]);
	});
});

it.each(files)('the README of the examples lists %s', (file) => {
	expect(readFileSync(join(examplesFolder, 'README.md'), 'utf8')).toContain(`(${file})`);
});

it('the form to pay a file offers payments.xlsx, never a .csv file, and has the headings that a list needs', () => {
	const text = JSON.stringify(readExample('pay-a-file.json'));
	const inForm = [...text.matchAll(/<th>(.*?)<\/th>/g)].map(([, heading = '']) => heading);
	const links = [...text.matchAll(/href=\\"data:([^"\\]+)/g)].map(([, link]) => link);
	const sheet = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
	expect(links).toEqual([`${sheet};base64,${emptySheet}`]);
	const { found } = findColumns([{ row: 1, cells: inForm }], {});
	expect(Object.keys(found)).toHaveLength(inForm.length);
});

describe('the check of parameters', () => {
	const pay = readExample('pay-a-file.json').nodes.find(({ name }) => name === 'Pay');
	if (pay === undefined) throw new Error('There is no node "Pay".');

	it('finds unknown types, operations and parameters, also inside collections, and open fields', () => {
		const changed = (parameters: object) =>
			findings({ ...pay, parameters: { ...pay.parameters, ...parameters } }, types);
		expect(findings({ ...pay, typeVersion: 7 }, types)).toEqual([
			'Pay: no type n8n-nodes-stitch-payments.stitch 7',
		]);
		expect(changed({ operation: 'payOut' }).length).toBeGreaterThan(0);
		expect(changed({ iban: '1' })).toEqual(['Pay: unknown parameter iban']);
		expect(changed({ options: { fast: true } })).toEqual(['Pay: unknown parameter options.fast']);
		expect(changed({ accountNumber: '' })).toEqual([
			'Pay: Parameter "Account Number" is required.',
		]);
	});
});

describe('the check of time zones', () => {
	it.each([
		"$now.toFormat('yyyy-MM')",
		"$now.minus({ days: 1 })\n  .startOf('day').toISO()",
		'$now.weekday',
		'$today',
		'new Date(2026, 10, 30)',
		'DateTime.now().toISODate()',
		'DateTime.fromISO(row.sentOn)',
		"DateTime.fromMillis(0).toFormat('HH:mm')",
	])('finds %s', (code) => {
		expect(timesWithoutZone(`={{ ${code} }}`)).toEqual([code]);
	});

	it.each([
		"$now.setZone('Africa/Johannesburg').toFormat('yyyy-MM')",
		'$now.plus({ days: 14 })',
		'$now.toISO()',
		'DateTime.fromISO(start).toMillis()',
		"DateTime.fromISO(day ?? '', { zone: 'Africa/Johannesburg' }).toISODate()",
		"DateTime.fromISO(time, { zone }).toFormat('HH:mm')",
		"DateTime.fromMillis(0, { zone: 'utc' }).toISODate()",
	])('lets %s be', (code) => {
		expect(timesWithoutZone(`={{ ${code} }}`)).toEqual([]);
	});
});
