import { isDeepStrictEqual } from 'node:util';
import type {
	INode,
	INodeParameterResourceLocator,
	INodeProperties,
	INodeTypeDescription,
} from 'n8n-workflow';
import { Stitch } from '../../nodes/Stitch/Stitch.node';
import { StitchTrigger } from '../../nodes/Stitch/StitchTrigger.node';
import { clientScopes } from '../../nodes/Stitch/transport/scopes';
import { shownFields, type ShownField } from '../contract/panel.mts';
import { STITCH_TRIGGER } from '../e2e/support/triggers.mts';
import { node, saveCredential, STITCH } from '../e2e/support/workflows.mts';
import { until } from '../host/until.mts';
import { THOROUGH } from '../setup/thorough.mts';
import type { Editor } from './editor.mts';
import { personAtEditor } from './person.mts';

interface Choice {
	name: string;
	value: string;
}

const action = new Stitch().description;
const trigger = new StitchTrigger().description;

/** On what else than resource and operation the fields of an operation depend. */
function dependencies(resource: string, operation: string): string[] {
	const own = action.properties.filter(
		({ displayOptions: { show } = {} }) =>
			show?.resource?.includes(resource) && show.operation?.includes(operation),
	);
	const fields = own.flatMap(({ displayOptions }) => Object.keys(displayOptions?.show ?? {}));
	const inner = own.flatMap(
		({ options }) => JSON.stringify(options)?.match(/"displayOptions"/) ?? [],
	);
	return [...fields, ...inner];
}

/** Every operation of every resource. */
const operations = choicesOf(action.properties.find(({ name }) => name === 'resource')).flatMap(
	(resource) =>
		operationsOf(resource).map((operation) => ({
			resource,
			operation,
			dependsOn: dependencies(resource.value, operation.value),
		})),
);

/**
 * For everything that fields can depend on, one operation: contract/panel.test has all operations, by n8n's
 * own rules, and this shows that its editor follows them.
 */
const samples = operations.filter(({ dependsOn }, index) => {
	const seen = operations.slice(0, index).flatMap((one) => one.dependsOn);
	return dependsOn.some((on) => !seen.includes(on));
});

/** Half of them every day: contract/panel.test shows all, and what n8n's editor does seldom changes. */
const looked = samples.filter((_, index) => THOROUGH || index % 2 === 0);

/** As the description of the node offers them. */
function operationsOf(resource: Choice): Choice[] {
	return choicesOf(
		action.properties.find(
			({ name, displayOptions }) =>
				name === 'operation' && displayOptions?.show?.resource?.includes(resource.value),
		),
	);
}

function choicesOf(field: INodeProperties | undefined): Choice[] {
	return (field?.options ?? []) as Choice[];
}

describe('the panel of a node in the editor', () => {
	const person = personAtEditor();
	const { step } = person;
	let editor: Editor;
	const nodes = [
		node('Any Operation', STITCH, 1, {}),
		node('Events', STITCH_TRIGGER, 2, {
			events: ['paymentConfirmation.received'],
		}),
		node('Start', 'n8n-nodes-base.manualTrigger', 1, {}),
		node('Pay', STITCH, 1, {
			amount: '1500.50',
			externalReference: 'salary-1017',
			beneficiaryName: 'N Dlamini',
			accountNumber: '1234567890',
			beneficiaryReference: 'Salary Nov',
		}),
	] as const;
	let workflowId: string;

	beforeAll(async () => {
		const { environment } = person;
		({ editor } = person);
		const client = await environment.control.createClient();
		const scopes = clientScopes.map(({ value }) => value);
		const { id, name } = await saveCredential(environment, client, scopes);
		const saved = await environment.api.createWorkflow({
			name: 'Panels',
			nodes: nodes.map((each, place) => ({
				...each,
				position: [place * 250, 0],
				credentials: { stitchApi: { id, name } },
			})),
			connections: { Start: { main: [[{ node: 'Pay', type: 'main', index: 0 }]] } },
			pinData: { Start: [{ json: { bank: 'FNB' } }] },
		});
		workflowId = saved.id;
	});

	/** The panel follows a choice a moment later. */
	async function showsExactly(type: INodeTypeDescription, parameters: INode['parameters']) {
		const shown = shownFields(type, parameters);
		const labels = shown.map(({ label }) => label);
		const marked = shown.filter((field) => field.marked).map(({ label }) => label);
		const read = async () => ({ labels: await editor.labels(), marked: await editor.marked() });
		const isAsExpected = (panel: object) => isDeepStrictEqual(panel, { labels, marked });
		// What differs is said by the comparison.
		await until('the panel to show its fields', read, isAsExpected).catch(async () => {
			expect(await read()).toEqual({ labels, marked });
		});
		return shown;
	}

	/** What was opened before: the same field offers the same wherever it is shown. */
	const opened = new Set<string>();

	/**
	 * Opens what depends on other fields or on the service, each of it once: a drop-down has the options of its
	 * description.
	 */
	async function offersWhatItShould(shown: ShownField[]): Promise<void> {
		for (const { field, offers } of shown) {
			const opening = JSON.stringify([{ ...field, displayOptions: undefined }, offers]);
			if (opened.has(opening)) continue;
			opened.add(opening);
			const { displayName, type } = field;
			const isCollection = type === 'collection';
			if (isCollection && field.options?.length === 1) {
				// n8n adds the only one at once.
				await editor.adder(displayName).click();
				await editor.panel.getByText(offers[0] ?? '', { exact: true }).waitFor();
				continue;
			}
			if (isCollection) {
				const found = await editor.offersOf(editor.adder(displayName));
				expect({ displayName, offers: found }).toEqual({ displayName, offers });
			}
			if (type === 'resourceLocator') await listsWhatItShould(field);
		}
	}

	/** The client is new: whatever the service lists of it, nothing is there yet. Banks are. */
	async function listsWhatItShould(field: INodeProperties): Promise<void> {
		const { name, typeOptions, default: value } = field;
		// What begins with an expression shows no list.
		if ((value as INodeParameterResourceLocator).mode !== 'list') return;
		if (name === 'bank') {
			expect(await editor.searchIn(name, 'first national')).toEqual(['FNB']);
			return;
		}
		const needed = [typeOptions?.loadOptionsDependsOn ?? []].flat();
		for (const other of needed) await editor.fill(other, 'any-1');
		expect(await editor.listOf(name)).toBe('No results');
		for (const other of needed) await editor.fill(other, '');
	}

	describe('where a person chooses', () => {
		beforeAll(async () => {
			await editor.openNode(workflowId, nodes[0].id ?? '');
		});

		for (const { resource, operation } of looked) {
			step(`${resource.name} → ${operation.name}: shows exactly its fields`, async () => {
				await editor.choose('resource', resource.name);
				await editor.choose('operation', operation.name);
				const chosen = { resource: resource.value, operation: operation.value };
				const shown = await showsExactly(action, chosen);
				await offersWhatItShould(shown.filter(({ field }) => !(field.name in chosen)));
				expect(editor.complaints).toEqual([]);
			});
		}
	});

	step('takes a column with the name of a bank, and marks nothing in red', async () => {
		await editor.openOther(nodes[3].name);
		await editor.dragColumn('bank', 'bank');
		expect(await editor.modeOf('bank')).toBe('By Name');
		expect(await editor.marked()).toEqual([]);
		await editor.screenshot('create-disbursement', await editor.openedNode());
		await editor.executeStep();
		await editor.output.getByText('salary-1017').first().waitFor();
		expect(await editor.outputItems()).toMatchObject([{ bank: 'fnb', status: 'pending' }]);
	});

	step('lists payouts with amount, payee and date, of which the person chooses one', async () => {
		await editor.openOther(nodes[0].name);
		await editor.choose('resource', 'Disbursement');
		await editor.choose('operation', 'Get');
		const [listed = ''] = await editor.searchIn('disbursementId', '1017', 'payout-list');
		expect(listed).toMatch(/^R1\s500\.50 · N Dlamini · .+ · \w+ · salary-1017$/);
	});

	step('shows the fields of the trigger', async () => {
		await editor.openOther(nodes[1].name);
		const fields = await showsExactly(trigger, nodes[1].parameters as INode['parameters']);
		await offersWhatItShould(fields);
		await editor.screenshot('trigger', await editor.openedNode());
	});
});
