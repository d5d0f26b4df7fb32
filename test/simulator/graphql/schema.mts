import type { GraphQLSchema } from 'graphql';
import { isEnumType } from 'graphql';
import { buildStitchSchema, publishedBefore, publishedText } from '../../published/published.mts';
import { isLoopback } from '../loopback.mts';
import type { ClientSettings } from '../state/clientSettings.mts';

/** What is published, and nothing else. Beside https, addresses on this machine are taken. */
function servedSchema(text: string): GraphQLSchema {
	const schema = buildStitchSchema(text, {
		URL(value) {
			const address = typeof value === 'string' ? URL.parse(value) : null;
			return address !== null && (address.protocol === 'https:' || isLoopback(address));
		},
	});
	// The service adds values; one that a test has set by hand goes out as it is.
	for (const type of Object.values(schema.getTypeMap())) {
		if (isEnumType(type) && !type.name.startsWith('__')) type.coerceOutputValue = String;
	}
	return schema;
}

const schema = servedSchema(publishedText);
const schemaBefore = servedSchema(publishedBefore);

/** What a client sees of the service's schema; whoever is none sees all of it. */
export const schemaFor = (settings: ClientSettings | undefined): GraphQLSchema =>
	settings?.lacksYoungFields ? schemaBefore : schema;
