import type { Execution, NewWorkflow } from '../host/api.mts';
import { cpuSeconds, forgetPeak, longestTurnMs, peakMiB } from './processFigures.mts';
import type { Bench } from './start.mts';

/** What one run of a workflow took. */
export interface Run {
	/** Of the measured node alone, as n8n timed it. */
	milliseconds: number;
	/** Highest memory of n8n from before the run until its result is stored. */
	peakMiB: number;
	/** Processor time of n8n for the whole workflow, storing its result included. */
	cpuSeconds: number;
	/** The longest stretch of processor time in which nothing else in n8n got a turn, while the node ran. */
	longestTurnMs: number;
	/** How many items the node put out. */
	items: number;
}

const ENDED = ['success', 'error', 'canceled', 'crashed'];
const POLL_INTERVAL = 250;

/**
 * Runs a workflow that begins with the manual trigger "Start" and takes the figures of one node.
 * @throws when the execution does not succeed
 */
export async function runInN8n(
	{ api, n8nPid, userFolder }: Bench,
	workflow: NewWorkflow,
	nodeName: string,
): Promise<Run> {
	const saved = await api.createWorkflow(workflow);
	forgetPeak(n8nPid);
	const cpuBefore = cpuSeconds(n8nPid);
	const id = await api.run(saved, 'Start');
	// Only the summary is asked for meanwhile: reading a whole execution would cost n8n time.
	for (;;) {
		const [summary] = await api.executions(saved.id);
		if (summary && ENDED.includes(summary.status)) break;
		await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL));
	}
	const peak = peakMiB(n8nPid);
	const cpu = cpuSeconds(n8nPid) - cpuBefore;
	const execution = await api.execution(id);
	await api.deleteWorkflow(saved.id);
	if (execution.status !== 'success') {
		const { message } = execution.data.resultData.error ?? { message: execution.status };
		throw new Error(`"${workflow.name}" did not succeed: ${message}`);
	}
	const { startTime, milliseconds, items } = figuresOf(execution, nodeName);
	const longest = longestTurnMs(userFolder, n8nPid, startTime, startTime + milliseconds);
	return { milliseconds, items, peakMiB: peak, cpuSeconds: cpu, longestTurnMs: longest };
}

function figuresOf(execution: Execution, nodeName: string) {
	const runs = execution.data.resultData.runData[nodeName] ?? [];
	const [run] = runs as Array<(typeof runs)[number] & { executionTime: number; startTime: number }>;
	if (!run) throw new Error(`"${nodeName}" did not run.`);
	const { executionTime: milliseconds, startTime } = run;
	return { milliseconds, startTime, items: run.data?.main?.[0]?.length ?? 0 };
}
