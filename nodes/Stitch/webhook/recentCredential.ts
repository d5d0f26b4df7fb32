import type { ICredentialDataDecryptedObject, IWebhookFunctions } from 'n8n-workflow';

/** Milliseconds for which a credential that was read counts as the present one: at least and at most. */
const recentMs = { least: 1000, most: 10_000 };

/** How many times as long as its reading took a credential counts, so that reading takes 5 % of the time. */
const timesItsReading = 20;

/** By workflow, node and credential. */
const reads = new Map<string, { credential: ICredentialDataDecryptedObject; until: number }>();

/** The node's credential, if it was read a moment ago: a second, or more where reading takes long. */
export function recentCredential(
	context: IWebhookFunctions,
): ICredentialDataDecryptedObject | undefined {
	const read = reads.get(keyOf(context));
	return read && performance.now() < read.until ? read.credential : undefined;
}

/**
 * Reads the node's credential. To read one for a request, n8n prepares its engine for expressions
 * once more, which takes longer than all the rest (n8n 2.40), so a burst of events reads it once in
 * a while.
 * @throws what n8n throws if it cannot be read
 */
export async function readCredential(
	context: IWebhookFunctions,
): Promise<ICredentialDataDecryptedObject> {
	const key = keyOf(context);
	reads.delete(key);
	const start = performance.now();
	const credential = await context.getCredentials('stitchApi');
	const now = performance.now();
	for (const [other, { until }] of reads) if (until <= now) reads.delete(other);
	// A test in the editor is one event.
	if (context.getMode() !== 'manual') {
		const { least, most } = recentMs;
		const counts = Math.min(Math.max(timesItsReading * (now - start), least), most);
		reads.set(key, { credential, until: now + counts });
	}
	return credential;
}

function keyOf(context: IWebhookFunctions): string {
	const { id, credentials } = context.getNode();
	return JSON.stringify([context.getWorkflow().id, id, credentials?.stitchApi?.id]);
}
