import * as clock from '../../nodes/Stitch/transport/clock';

/**
 * For the node, no time passes but by its pauses, and those take none: a busy machine that takes long for
 * a request uses up none of the time that the node has for it. For the service, and for a limit of n8n's
 * HTTP, time is real.
 */
export function quickClock(): void {
	const { realClock } = clock;

	beforeEach(() => {
		jest.spyOn(clock, 'realClock').mockImplementation((stop) => ({
			...realClock(stop),
			...timeOfPauses(),
		}));
	});

	afterEach(() => {
		jest.restoreAllMocks();
	});
}

/** Of the pauses under way, the one that ends first moves the time. */
function timeOfPauses(): Pick<clock.Clock, 'elapsed' | 'pause'> {
	let elapsed = 0;
	const underWay: Array<{ end: number; resolve: () => void }> = [];

	function endFirst(): void {
		const [first] = underWay.sort((one, other) => one.end - other.end).splice(0, 1);
		if (!first) return;
		elapsed = Math.max(elapsed, first.end);
		first.resolve();
	}

	return {
		elapsed: () => elapsed,
		pause: async (milliseconds) =>
			await new Promise<void>((resolve) => {
				underWay.push({ end: elapsed + milliseconds, resolve });
				setImmediate(endFirst);
			}),
	};
}
