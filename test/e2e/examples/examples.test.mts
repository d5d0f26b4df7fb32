import type { INodeTypeDescription } from 'n8n-workflow';
import { findings } from '../../contract/parameters.mts';
import { openEnvironment, type Environment } from '../support/environment.mts';
import { chain, manualTrigger, node } from '../support/workflows.mts';
import { exampleFiles, readExample, templateFiles } from '../../setup/examples.mts';

/** What n8n reports of workflows that its next major version changes. */
interface MigrationReport {
	report: { workflowResults: Array<{ ruleId: string }> };
}

interface AffectedByRule {
	ruleTitle: string;
	affectedWorkflows: Array<{ id: string; issues: Array<{ title: string; nodeName?: string }> }>;
}

describe('the example', () => {
	let environment: Environment;
	let types: INodeTypeDescription[];

	beforeAll(async () => {
		environment = await openEnvironment();
		types = (await environment.api.nodeTypes()) as unknown as INodeTypeDescription[];
	});

	const files = [...exampleFiles(), ...templateFiles()];
	it.each(files)(
		'%s imports into n8n, which knows every node of it and hides none',
		async (file) => {
			const workflow = readExample(file);
			const { id } = await environment.api.createWorkflow(workflow);
			const { nodes } = await environment.api.workflow(id);
			const parameters = workflow.nodes.map((each) => each.parameters);
			expect(nodes.map((each) => each.parameters)).toEqual(parameters);
			const found = nodes.flatMap((each) => findings(each, types));
			expect(found).toEqual([]);
			const hidden = types.filter((type) => type.hidden).map(({ name }) => name);
			expect(hidden).toContain('n8n-nodes-base.function');
			expect(nodes.filter(({ type }) => hidden.includes(type))).toEqual([]);
		},
	);

	/** n8n's own rules for a major version: what they find in workflows, by the ID of the workflow. */
	async function changedBy(version: string): Promise<Map<string, string[]>> {
		const { api } = environment;
		const rules = '/rest/breaking-changes/report';
		const { report } = await api.request<MigrationReport>(
			'POST',
			`${rules}/refresh?version=${version}`,
		);
		const found = new Map<string, string[]>();
		for (const { ruleId } of report.workflowResults) {
			const { ruleTitle, affectedWorkflows } = await api.request<AffectedByRule>(
				'GET',
				`${rules}/${ruleId}`,
			);
			for (const { id, issues } of affectedWorkflows) {
				const lines = issues.map(
					({ title, nodeName }) => `${nodeName ?? ''}: ${ruleTitle}, ${title}`,
				);
				found.set(id, [...(found.get(id) ?? []), ...lines]);
			}
		}
		return found;
	}

	it('files are not changed by n8n 3.0, by the rules of n8n itself', async () => {
		const { api } = environment;
		const ids = new Map<string, string>();
		for (const file of files) ids.set(file, (await api.createWorkflow(readExample(file))).id);
		const assigned = { id: '1', name: 'row', type: 'object', value: '={{ $getPairedItem() }}' };
		const old = node('Old', 'n8n-nodes-base.set', 3.4, {
			assignments: { assignments: [assigned] },
		});
		const changed = await api.createWorkflow(chain('Changed by 3.0', [manualTrigger(), old], [{}]));
		const found = await changedBy('v3');
		expect(found.get(changed.id)).toEqual([expect.stringContaining('Old')]);
		const inExamples = [...ids].flatMap(([file, id]) =>
			(found.get(id) ?? []).map((line) => `${file}, ${line}`),
		);
		expect(inExamples).toEqual([]);
	});
});
