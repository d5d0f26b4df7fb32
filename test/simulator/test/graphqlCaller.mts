import type { RunningSimulator } from '../start.mts';
import type { Answer, Caller } from './caller.mts';
import { readAnswer } from './caller.mts';

/** Sends a body to the GraphQL address. */
export async function postGraphql(
	simulator: RunningSimulator,
	token: string | undefined,
	body: unknown,
): Promise<Answer> {
	return readAnswer(
		await fetch(`${simulator.graphqlUrl}/graphql`, {
			method: 'POST',
			headers: {
				'content-type': 'application/json',
				...(token !== undefined && { authorization: `Bearer ${token}` }),
			},
			body: JSON.stringify(body),
		}),
	);
}

/** Returns a function that asks as a caller. */
export const asker =
	(simulator: () => RunningSimulator) =>
	(caller: Caller, query: string, variables?: unknown): Promise<Answer> =>
		postGraphql(simulator(), caller.token, { query, variables });
