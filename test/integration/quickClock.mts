import * as clock from '../../nodes/Stitch/transport/clock';

/** How many times as fast as really the node's pauses pass. */
const FAST = 20;

/**
 * The node waits a twentieth of its pauses, and for it no time passes but by them: a busy machine that
 * takes long for a request uses up none of the time that the node has for it. For the service, and for
 * a limit of n8n's HTTP, time is real.
 */
export function quickClock(): void {
	const { realClock } = clock;

	beforeEach(() => {
		jest.spyOn(clock, 'realClock').mockImplementation((stop) => {
			const real = realClock(stop);
			let elapsed = 0;
			return {
				...real,
				elapsed: () => elapsed,
				async pause(milliseconds) {
					const end = elapsed + milliseconds;
					await real.pause(milliseconds / FAST);
					elapsed = Math.max(elapsed, end);
				},
			};
		});
	});

	afterEach(() => {
		jest.restoreAllMocks();
	});
}
