import { watchStandstill, type Standstill } from '../../../nodes/Stitch/transport/standstill';
import { randomOf, VirtualTime } from '../webhook/virtual-time.mts';

/** Time in which a process runs for a while and then stands still for a while: whatever ends meanwhile is noticed late. */
export class HaltingTime extends VirtualTime {
	private readonly halts: Array<{ from: number; to: number }> = [];

	private readonly chance: () => number;

	/**
	 * @param runs milliseconds for which it runs, in the mean
	 * @param stands milliseconds for which it stands still, in the mean
	 */
	constructor(
		seed: number,
		private readonly runs: number,
		private readonly stands: number,
	) {
		super(seed);
		this.chance = randomOf(seed);
	}

	override async pause(milliseconds: number): Promise<void> {
		const now = this.elapsed();
		await super.pause(this.nextTurn(now + milliseconds) - now);
	}

	override standstill(): Standstill {
		return watchStandstill(
			() => this.elapsed(),
			async (milliseconds) => await this.pause(milliseconds),
		);
	}

	/** When the process runs, at a time or as soon as possible after it. */
	private nextTurn(time: number): number {
		while ((this.halts.at(-1)?.to ?? 0) <= time) {
			const from = (this.halts.at(-1)?.to ?? 0) + 2 * this.runs * this.chance();
			this.halts.push({ from, to: from + 2 * this.stands * this.chance() });
		}
		const halt = this.halts.findLast(({ from }) => from <= time);
		return Math.max(time, halt?.to ?? 0);
	}
}
