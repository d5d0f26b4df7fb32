/**
 * Whether the tests take the time to look everywhere: `npm run test:thorough`, before a release and after a
 * change to what they are about. Otherwise what is drawn at random is drawn a tenth as often, what takes
 * minutes for each repetition is done once, and files called `*.thorough.test.mts` are left out.
 */
export const THOROUGH = process.env.THOROUGH === '1';

/**
 * @param thorough how many cases a thorough run of a property looks at
 * @returns how many this run looks at
 */
export function cases(thorough: number): number {
	return THOROUGH ? thorough : Math.ceil(thorough / 10);
}
