import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectFolder } from '../../host/project.mts';
import { chain, manualTrigger, node, outputOf, runToEnd } from '../support/workflows.mts';
import { operationService } from './operationService.mts';

const { api, records, ours } = operationService();

/** What docs/operations.md tells people to write into an IF node. */
function condition(): string {
	const paper = readFileSync(join(projectFolder, 'docs', 'operations.md'), 'utf8');
	const [, text = ''] = /## A bank is down[^]*?```\s+(\{\{.*\}\})\s+```/.exec(paper) ?? [];
	return `=${text}`;
}

it('lets payouts to a bank that is down wait, as the documentation says, and pays the others', async () => {
	const { client } = records();
	await client.change({ banks: { capitec: 'unavailable', nedbank: 'degraded' } });
	const rows = ['fnb', 'capitec', 'Capitec', 'nedbank', 'Bank of Nowhere'].map((bank) => ({
		bank,
	}));
	const banks = await ours({ operation: 'bank.getAll', parameters: { returnAll: true } });
	const goes = { leftValue: condition(), operator: { type: 'boolean', operation: 'true' } };
	const nodes = [
		manualTrigger(),
		{ ...banks, name: 'Banks', executeOnce: true },
		node('Rows', 'n8n-nodes-base.code', 2, { jsCode: "return $('Start').all()" }),
		node('Goes?', 'n8n-nodes-base.if', 2.2, { conditions: { conditions: [goes] } }),
	];
	const run = await runToEnd(api(), chain('A bank is down', nodes, rows));

	expect(run.data.resultData.error).toBeUndefined();
	const of = (output: number) => outputOf(run, 'Goes?', output).map(({ json }) => json.bank);
	expect(of(0)).toEqual(['fnb', 'nedbank', 'Bank of Nowhere']);
	expect(of(1)).toEqual(['capitec', 'Capitec']);
});
