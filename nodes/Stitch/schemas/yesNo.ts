import { asText, shown } from './asText';
import { InvalidInput } from './invalidInput';

/**
 * The value of a switch. An expression or a column may return it as text or as a number: true, yes and 1,
 * or false, no and 0, in upper or lower case.
 * @param whenEmpty what an empty field means; without it, an empty field is rejected
 * @throws {InvalidInput}
 */
export function yesNo(label: string, value: unknown, whenEmpty?: boolean): boolean {
	const given = asText(value) ?? '';
	if (given === '' && whenEmpty !== undefined) return whenEmpty;
	if (/^(true|yes|1)$/i.test(given)) return true;
	if (/^(false|no|0)$/i.test(given)) return false;
	const what = given === '' ? 'is empty' : `is neither true nor false: ${shown(value)}`;
	const fix = 'Use true or false.';
	throw new InvalidInput([{ field: label, what, fix }]);
}
