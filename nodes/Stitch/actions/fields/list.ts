import { form, panelLabel, type Field, type Together } from '../../schemas/form';
import { ifAdded, numberField, switchField, textField, turned } from '../../schemas/formFields';
import { collection, only } from '../../schemas/formGroups';
import { optionalVisibleText } from '../../schemas/visibleText';

export const listFields = {
	returnAll: switchField({
		displayName: 'Return All',
		description: 'Whether to return all results or only up to a given limit',
	}),
	/** Infinity for all. */
	limit: turned(
		only(
			{ returnAll: [false] },
			numberField(
				{ displayName: 'Limit', default: 50, description: 'Max number of results to return' },
				{ least: 1 },
			),
		),
		(limit = Infinity) => limit,
	),
};

export const listForm = form(listFields);

type Added<F extends Record<string, Field>> = {
	[Name in keyof F]: F[Name] extends Field<infer Value> ? Field<Value | undefined> : never;
};

/**
 * In alphabetical order. An empty filter is rejected: an expression may have found nothing, and the
 * filter would let everything through.
 */
export function filtersField<F extends Record<string, Field>>(
	filters: F,
	together?: Together<Added<F>>,
) {
	const sorted = Object.entries(filters).sort(([, one], [, other]) =>
		panelLabel(one).localeCompare(panelLabel(other), 'en'),
	);
	const fields = Object.fromEntries(sorted.map(([name, field]) => [name, ifAdded(field)]));
	const words = { displayName: 'Filters', placeholder: 'Add filter', default: {} };
	return collection(words, fields as Added<F>, together);
}

export const nonceFilter = (noun: string) =>
	textField(
		{
			displayName: 'Nonce',
			placeholder: 'e.g. 3f0e8a52-7c1d-5b64-9e0a-1d2c3b4a5f60',
			description: `Only the ${noun} with this nonce, as in the details of a failed item. With By My Own Key, it is that key.`,
		},
		optionalVisibleText,
	);
