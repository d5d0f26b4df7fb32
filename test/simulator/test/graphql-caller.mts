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

/** The code of the first entry in `errors`. */
export const codeOf = (answer: Answer): string | undefined =>
	(answer.body.errors as Array<{ extensions: { code: string } }> | undefined)?.[0]?.extensions.code;

export type Edges = Array<{ node: Record<string, unknown> }>;

/** The edges of a list below `client`. */
export const edgesOf = (answer: Answer, field: string): Edges =>
	(answer.body.data as { client: Record<string, { edges: Edges }> }).client[field]?.edges ?? [];
