import {
	NodeHelpers,
	type INode,
	type INodeParameters,
	type INodeProperties,
	type INodeTypeDescription,
} from 'n8n-workflow';
import type { Browser } from 'playwright-core';
import { clientScopes } from '../../../nodes/Stitch/transport/scopes';
import { Stitch } from '../../../nodes/Stitch/Stitch.node';
import { StitchTrigger } from '../../../nodes/Stitch/StitchTrigger.node';
import { openBrowser } from '../browser.mts';
import { Editor } from './editor.mts';
import { openEnvironment, type Environment } from '../environment.mts';
import { until } from '../until.mts';
import { STITCH_TRIGGER } from '../triggers.mts';
import { credentialData, node, STITCH } from '../workflows.mts';

interface Choice {
	name: string;
	value: string;
}

const action = new Stitch().description;
const trigger = new StitchTrigger().description;

/** Every resource with every operation, as the description of the node offers them. */
const operations = choicesOf(action.properties.find(({ name }) => name === 'resource')).flatMap(
	(resource) =>
		choicesOf(
			action.properties.find(
				({ name, displayOptions }) =>
					name === 'operation' && displayOptions?.show?.resource?.includes(resource.value),
			),
		).map((operation) => [`${resource.name} → ${operation.name}`, resource, operation] as const),
);

function choicesOf(field: INodeProperties | undefined): Choice[] {
	return (field?.options ?? []) as Choice[];
}

/** A field with what stands in it. */
interface Shown {
	field: INodeProperties;
	/** Names that a drop-down or a collection offers. */
	offers: string[];
}

/** What n8n's own rules say of a node with these parameters and its defaults for all others. */
function expected(type: INodeTypeDescription, parameters: INode['parameters']) {
	const fresh = { ...node('Any', STITCH, 1, {}), id: 'any', parameters } as INode;
	const values =
		NodeHelpers.getNodeParameters(type.properties, parameters, true, false, fresh, type) ?? {};
	const filled = { ...fresh, parameters: values };
	const isShown = (field: INodeProperties, among: INodeParameters = values) =>
		field.type !== 'hidden' && NodeHelpers.displayParameter(among, field, filled, type, values);
	const shown = type.properties
		.filter((field) => isShown(field))
		.map((field): Shown => ({
			field,
			offers: (field.options ?? []).flatMap((option) => {
				if (!('displayName' in option)) return [option.name];
				const inside = values[field.name] as INodeParameters;
				return 'type' in option && !isShown(option, inside) ? [] : [option.displayName];
			}),
		}));
	const issues = NodeHelpers.getNodeParametersIssues(type.properties, filled, type)?.parameters;
	const marked = shown.filter(({ field }) => issues !== undefined && field.name in issues);
	return { shown, labels: shown.map(labelOf), marked: marked.map(labelOf) };
}

/** A notice shows its text without marks such as <b>. */
function labelOf({ field }: Shown): string {
	return field.displayName.replace(/<[^>]+>/g, '');
}

describe('the panel of a node in the editor', () => {
	let environment: Environment;
	let browser: Browser;
	let editor: Editor;
	const nodes = [
		node('Any Operation', STITCH, 1, {}),
		node('Events', STITCH_TRIGGER, 1.1, { events: ['paymentConfirmation.received'] }),
	] as const;
	let workflowId: string;

	beforeAll(async () => {
		environment = await openEnvironment();
		const client = await environment.control.createClient();
		const scopes = clientScopes.map(({ value }) => value);
		const { id, name } = await environment.api.createCredential({
			name: `Everything of ${client.clientId}`,
			type: 'stitchApi',
			data: credentialData(client, environment.service, scopes),
		});
		const saved = await environment.api.createWorkflow({
			name: 'Panels',
			nodes: nodes.map((each) => ({ ...each, credentials: { stitchApi: { id, name } } })),
			connections: {},
		});
		workflowId = saved.id;
		browser = await openBrowser();
		editor = await Editor.open(browser, environment);
	}, 120_000);

	afterAll(async () => {
		await browser.close();
	});

	/** The panel follows a choice a moment later. */
	async function showsExactly(type: INodeTypeDescription, parameters: INode['parameters']) {
		const { labels, marked, shown } = expected(type, parameters);
		const same = async () => (await editor.labels()).join() === labels.join() || undefined;
		await until(same, 5_000).catch(() => undefined); // What differs is said below.
		expect(await editor.labels()).toEqual(labels);
		expect(await editor.marked()).toEqual(marked);
		return shown;
	}

	/** Opens whatever can be opened. */
	async function offersWhatItShould(shown: Shown[]): Promise<void> {
		for (const { field, offers } of shown) {
			const { displayName, name, type } = field;
			const isCollection = type === 'collection';
			if (isCollection || type === 'options' || type === 'multiOptions') {
				const dropDown = isCollection ? editor.adder(displayName) : editor.field(name);
				const found = await editor.offersOf(dropDown);
				expect({ displayName, offers: found }).toEqual({ displayName, offers });
			}
			if (type === 'resourceLocator') await listsNothing(field);
		}
	}

	/** The client is new: whatever the service lists of it, nothing is there yet. */
	async function listsNothing({ name, typeOptions }: INodeProperties): Promise<void> {
		const needed = [typeOptions?.loadOptionsDependsOn ?? []].flat();
		for (const other of needed) await editor.fill(other, 'any-1');
		expect(await editor.listOf(name)).toBe('No results');
		for (const other of needed) await editor.fill(other, '');
	}

	describe('where a person chooses', () => {
		beforeAll(async () => {
			await editor.openNode(workflowId, nodes[0].id ?? '');
		});

		it.each(operations)('%s: shows exactly its fields', async (_, resource, operation) => {
			const before = editor.complaints.length;
			await editor.choose('resource', resource.name);
			await editor.choose('operation', operation.name);
			const chosen = { resource: resource.value, operation: operation.value };
			const shown = await showsExactly(action, chosen);
			await offersWhatItShould(shown.filter(({ field }) => !(field.name in chosen)));
			expect(editor.complaints.slice(before)).toEqual([]);
		});
	});

	it('shows the fields of the trigger', async () => {
		await editor.openNode(workflowId, nodes[1].id ?? '');
		const fields = await showsExactly(trigger, nodes[1].parameters as INode['parameters']);
		await offersWhatItShould(fields);
		await editor.screenshot('trigger', await editor.openedNode());
		expect(editor.complaints).toEqual([]);
	});
});
