import { DateTime } from 'luxon';

import type { WorkflowNode } from '../../host/api.mts';
import { until } from '../../host/until.mts';
import { NOON_ZONE } from '../../setup/noon.mts';
import { rowsOfTable } from '../support/dataTables.mts';
import { openEnvironment, type Environment } from '../support/environment.mts';
import { startOwnN8n, type OwnN8n } from '../support/ownN8n.mts';
import { ownService } from '../support/ownService.mts';
import { inStatus } from '../support/waiting.mts';
import { APPROVE, BOSS, csvOf, payAFileSuite, row } from './payAFile.mts';

const DAYS = 24 * 60 * 60_000;

describe('a list of the example pay-a-file.json whose day passes while n8n is stopped', () => {
	const service = ownService(8);
	let n8n: OwnN8n;

	beforeAll(async () => {
		// On a busy machine, n8n's runner of code takes longer to start than n8n waits for it.
		n8n = await startOwnN8n(await openEnvironment(), { N8N_RUNNERS_GRANT_TOKEN_TTL: '300' });
	});

	const { suite, table, start, upload, confirm, end, payments, nobodyIsPaid, ...others } =
		payAFileSuite('a-stopped-list', {
			get environment(): Environment {
				const { n8nUrl, api } = n8n.environment;
				return { ...service.environment, n8nUrl, api };
			},
		});
	const { asked, answer, resultMail } = others;

	afterAll(async () => await n8n?.remove());

	/** The list waits for the morning of its day, as it does outside of tests. */
	const untilMorning = (node: WorkflowNode): WorkflowNode =>
		JSON.parse(
			JSON.stringify(node).replace('$now.plus({ seconds: 5 })', 'day.set({ hour: 6 })'),
		) as WorkflowNode;

	it('is not paid when n8n is back: the approvers are asked again, and only then it is', async () => {
		await start({ secondPerson: BOSS }, untilMorning);
		const tomorrow = DateTime.now().setZone(NOON_ZONE).plus({ days: 1 });
		const form = await upload(csvOf('stopped.csv', row('P-1', '10.00')));
		await confirm(form, `Ask ${BOSS} to approve 1 payment, R10.00`, tomorrow.toISODate() ?? '');
		await end(form);
		const first = await asked();
		await answer(first.page, APPROVE, first.code);
		const { api } = suite.environment;
		const id = await until(
			'the list to wait for its day',
			async () => (await rowsOfTable(suite.environment, table)).map(({ result }) => result),
			([result]) => /^Waits until .*: execution (\d+)$/.exec(String(result))?.[1],
		);
		await inStatus({ api }, id, 'waiting', 'Note the Approval');

		await n8n.stop();
		n8n.setAhead(3 * DAYS);
		await suite.environment.control.advance(3 * DAYS);
		await n8n.startAgain();
		// What n8n continues while it starts, it can show as crashed. What it cannot, it continues a minute later.
		await until(
			'the list to be continued',
			async () => Object.keys((await api.execution(id)).data?.resultData?.runData ?? {}),
			(ran) => ran.includes('Ask Again'),
			{ patience: 90_000 },
		);

		const second = await asked('Late, please approve again: 1 payment, R10.00');
		expect(second.text).toMatch(/but\s+n8n\s+did\s+not\s+run\s+then/);
		await nobodyIsPaid();
		const noted = await rowsOfTable(suite.environment, table);
		expect(noted).toEqual([
			expect.objectContaining({ result: expect.stringMatching(/^Waits for an approval: /) }),
		]);
		await answer(second.page, APPROVE, second.code);
		expect((await resultMail('stopped.csv')).subject).toContain('1 on its way');
		expect(await payments()).toEqual(['P-1 10.00']);
		expect(await rowsOfTable(suite.environment, table)).toHaveLength(1);
	});
});
