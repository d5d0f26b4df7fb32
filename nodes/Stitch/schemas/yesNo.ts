import { asText, shown } from './asText';
import { InvalidInput } from './invalidInput';

/** True, yes and 1, or false, no and 0, as files and expressions write them; undefined for anything else. */
export function truthOf(value: unknown): boolean | undefined {
	const given = asText(value) ?? '';
	if (/^(true|yes|1)$/i.test(given)) return true;
	return /^(false|no|0)$/i.test(given) ? false : undefined;
}

/**
 * The value of a switch.
 * @throws {InvalidInput}
 */
export function yesNo(label: string, value: unknown, whenEmpty: boolean): boolean {
	const truth = asText(value) === undefined ? whenEmpty : truthOf(value);
	if (truth !== undefined) return truth;
	const what = `is neither true nor false: ${shown(value)}`;
	throw new InvalidInput([{ field: label, what, fix: 'Use true or false.' }]);
}
