import { joinWithOr } from '../transport/wording';
import { cannotBe } from './asText';
import { reject } from './invalidInput';
import { oneText } from './text';

/** One choice of a drop-down, as the editor shows it and as it is stored. */
export interface Choice<Value extends string = string> {
	name: string;
	value: Value;
}

/** The rule that a value is one of the drop-down's, or empty. */
export function optionalChoice<Value extends string>(
	label: string,
	choices: ReadonlyArray<Choice<Value>>,
	fix = chooseFrom(choices),
) {
	return oneText(label).transform((chosen, context): Value | undefined => {
		if (chosen === undefined) return undefined;
		const found = choices.find(({ value }) => value === chosen);
		return found?.value ?? reject(context, label, cannotBe(chosen), fix);
	});
}

/**
 * How to fix a choice. An expression can return a value that the drop-down does not offer, so the message
 * also names the stored values where the field takes one.
 */
export function chooseFrom(choices: readonly Choice[], takesExpression = true): string {
	const fix = `Choose ${joinWithOr(choices.map(({ name }) => name))}.`;
	if (!takesExpression) return fix;
	return `${fix} An expression must return ${joinWithOr(choices.map(({ value }) => value))}.`;
}
