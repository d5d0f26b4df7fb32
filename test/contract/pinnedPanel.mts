import type { INodeProperties, INodeTypeDescription } from 'n8n-workflow';

/** What people read; everything else decides what a saved workflow means. */
const texts = ['action', 'description', 'hint', 'placeholder'];
/** A notice is a text and nothing else. */
const textsOf = (one: object) =>
	'type' in one && one.type === 'notice' ? [...texts, 'displayName'] : texts;

/** What is read first comes first, and long lists come last. */
const order = ['displayName', 'name', 'value', 'type', 'required', 'default', ''];
const last = ['modes', 'options', 'values'];

function rank(key: string): number {
	if (last.includes(key)) return order.length;
	return order.indexOf(order.includes(key) ? key : '');
}

/**
 * What the panel of a node consists of: one entry for each file, by the file's name. The fields of an
 * operation stand under it, so that each need not say again where it is shown.
 */
export function panelOf({ credentials, name, properties }: INodeTypeDescription) {
	const files: Record<string, Record<string, unknown>> = { [name]: { credentials } };
	for (const property of properties) {
		const { resource, operation, ...others } = property.displayOptions?.show ?? {};
		const show = Object.keys(others).length > 0 ? others : undefined;
		const { hide } = property.displayOptions ?? {};
		const file = (files[resource === undefined ? name : String(resource)] ??= {});
		const list = (file[operation === undefined ? 'fields' : String(operation)] ??=
			[]) as INodeProperties[];
		const displayOptions = show || hide ? { show, hide } : undefined;
		list.push({ ...property, displayOptions });
	}
	return files;
}

/** The JSON of a panel without its texts, with one line for each field and each choice. */
export function pinned(value: unknown, indent = ''): string {
	const inner = `${indent}  `;
	if (typeof value !== 'object' || value === null) return JSON.stringify(value);
	if (Array.isArray(value)) {
		const isShort = value.every((one) => typeof one !== 'object');
		if (isShort) return JSON.stringify(value);
		const lines = value.map((one) => `\n${inner}${pinned(one, inner)}`);
		return `[${lines.join(',')}\n${indent}]`;
	}
	const entries = Object.entries(value)
		.filter(([key, one]) => one !== undefined && !textsOf(value).includes(key))
		.sort(([one], [other]) => rank(one) - rank(other))
		.map(([key, one]) => `${JSON.stringify(key)}: ${pinned(one, inner)}`);
	if (entries.length === 0) return '{}';
	return indent === '' ? `{\n  ${entries.join(',\n  ')}\n}` : `{ ${entries.join(', ')} }`;
}
