import type { Source } from '../../../nodes/Stitch/schemas/form';
import { InvalidInput } from '../../../nodes/Stitch/schemas/invalidInput';

/** A panel that is filled in with these values. */
export const source = (values: Record<string, unknown>): Source => ({
	get: (name) => values[name],
});

/** What a form says of these values. */
export function complaints(
	asked: { read(from: Source): unknown },
	values: Record<string, unknown>,
): string {
	try {
		asked.read(source(values));
	} catch (cause) {
		if (cause instanceof InvalidInput) return cause.message;
		throw cause;
	}
	return '';
}
