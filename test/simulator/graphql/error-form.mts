import type { ClientState } from '../state/client.mts';

interface Reported {
	message: string;
	extensions?: Record<string, unknown>;
}

/**
 * GraphQL errors in the form that the client is set to: with their code in each error (public
 * documentation), or with the first one's beside them (spec 7, read literally).
 */
export function errorsInForm(errors: Reported[], client: ClientState | undefined): object {
	if (client?.settings.graphqlErrorCode !== 'beside-errors') return { errors };
	const extensions = errors[0]?.extensions;
	return {
		errors: errors.map(({ message }) => ({ message })),
		...(extensions && { extensions }),
	};
}
