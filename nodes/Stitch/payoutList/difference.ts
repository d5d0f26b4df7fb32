import { formatRand } from '../schemas/money';

/**
 * How a sum compares with that of a day, such as `R10.00 (1.0 %) more than on 25 October`; both in cents.
 * @param day for people
 */
export function comparedWithDay(cents: number, then: number, day: string): string {
	const by = Math.abs(cents - then);
	if (by === 0) return `the same sum as on ${day}`;
	const percent = ((by / then) * 100).toFixed(1);
	const part = ` (${percent === '0.0' ? 'less than 0.1' : percent}\u00a0%)`;
	return `${formatRand(by)}${then > 0 ? part : ''} ${cents > then ? 'more' : 'less'} than on ${day}`;
}
