import type { INodeTypeDescription } from 'n8n-workflow';
import { findings } from '../../contract/parameters.mts';
import { openEnvironment, type Environment } from '../support/environment.mts';
import { exampleFiles, readExample, templateFiles } from '../../setup/examples.mts';

describe('the example', () => {
	let environment: Environment;
	let types: INodeTypeDescription[];

	beforeAll(async () => {
		environment = await openEnvironment();
		types = (await environment.api.nodeTypes()) as unknown as INodeTypeDescription[];
	});

	const files = [...exampleFiles(), ...templateFiles()];
	it.each(files)('%s imports into n8n, which knows every node of it', async (file) => {
		const workflow = readExample(file);
		const { id } = await environment.api.createWorkflow(workflow);
		const { nodes } = await environment.api.workflow(id);
		const parameters = workflow.nodes.map((each) => each.parameters);
		expect(nodes.map((each) => each.parameters)).toEqual(parameters);
		const found = nodes.flatMap((each) => findings(each, types));
		expect(found).toEqual([]);
	});
});
