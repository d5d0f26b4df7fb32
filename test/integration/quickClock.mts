import * as clock from '../../nodes/Stitch/transport/clock';

/** How many times as fast as really time passes for the node. */
const FAST = 20;

/** The node waits a twentieth of its pauses; for the service, and for a limit of n8n's HTTP, time is real. */
export function quickClock(): void {
	const { realClock } = clock;

	beforeEach(() => {
		jest.spyOn(clock, 'realClock').mockImplementation((stop) => {
			const real = realClock(stop);
			return {
				...real,
				elapsed: () => real.elapsed() * FAST,
				pause: async (milliseconds) => await real.pause(milliseconds / FAST),
			};
		});
	});

	afterEach(() => {
		jest.restoreAllMocks();
	});
}
