import type { IExecuteFunctions } from 'n8n-workflow';

/**
 * What the tries of n8n to run a trigger in one execution have come to. With its setting Retry On
 * Fail, n8n runs a node again that threw, and also one whose first item has an `error`
 * (`workflow-execute`, `checkFailure`), and drops what the try before gave. What that try has
 * recorded must then not count as told by another execution.
 */
export class Tries {
	private readonly answers = new Map<string, Promise<boolean>>();

	private readonly failures = new Map<string, unknown>();

	/**
	 * Whether something is the first of its kind, by the first try that got an answer.
	 * @param step what is asked, unique within the execution
	 * @throws what `ask` throws, and the same again where a later try is told that it is not the first:
	 * the one that failed may have recorded it
	 */
	async isFirst(step: string, ask: () => Promise<boolean>): Promise<boolean> {
		const answer = this.answers.get(step) ?? this.ask(step, ask);
		this.answers.set(step, answer);
		return await answer;
	}

	private async ask(step: string, ask: () => Promise<boolean>): Promise<boolean> {
		try {
			const isFirst = await ask();
			if (isFirst || !this.failures.has(step)) return isFirst;
		} catch (cause) {
			this.failures.set(step, cause);
		}
		this.answers.delete(step);
		throw this.failures.get(step);
	}
}

/** By what n8n hands to all tries of one execution, and to no other. */
const running = new WeakMap<object, Tries>();

/** Those of this execution. A retry by hand is another one, which goes on whatever was recorded. */
export function triesOf(context: IExecuteFunctions): Tries {
	if (context.getMode() === 'retry') return new Tries();
	const execution = context.getExecuteData();
	const known = running.get(execution) ?? new Tries();
	running.set(execution, known);
	return known;
}
