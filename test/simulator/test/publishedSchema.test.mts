import type { IntrospectionQuery } from 'graphql';
import {
	buildClientSchema,
	buildSchema,
	findSchemaChanges,
	getIntrospectionQuery,
	introspectionFromSchema,
} from 'graphql';
import { publishedBefore, publishedText } from '../../published/published.mts';
import type { RunningSimulator } from '../start.mts';
import { startSimulator } from '../start.mts';
import { newCallers } from './caller.mts';
import { postGraphql } from './graphqlCaller.mts';

let simulator: RunningSimulator;
beforeAll(async () => {
	simulator = await startSimulator({ seed: 51, timeScale: 0 });
});
afterAll(() => simulator.stop());

const newCaller = newCallers(() => simulator, 'client_paymentrequest', 'client_disbursement');

/** The schema as it is served to the holder of a token, or to whoever has none. */
async function served(token?: string) {
	const { body } = await postGraphql(simulator, token, { query: getIntrospectionQuery() });
	return buildClientSchema(body.data as unknown as IntrospectionQuery);
}

/** The schema of a text, by the same way. */
const published = (text: string) => buildClientSchema(introspectionFromSchema(buildSchema(text)));

describe('the schema that is served', () => {
	it('is the published one: no type, field, argument or value beyond it, and none less nullable', async () => {
		const changes = findSchemaChanges(published(publishedText), await served());
		expect(changes.map(({ description }) => description)).toEqual([]);
	});

	it('lacks everything that is marked as young, and nothing else, for a client that is set so', async () => {
		const { token } = await newCaller({ lacksYoungFields: true });
		const marks = publishedText.match(/ # young$/gm) ?? [];
		expect(marks.length).toBeGreaterThan(20);
		const lacking = findSchemaChanges(published(publishedText), await served(token));
		expect(lacking).toHaveLength(marks.length);
		expect(findSchemaChanges(published(publishedBefore), await served(token))).toEqual([]);
	});
});
