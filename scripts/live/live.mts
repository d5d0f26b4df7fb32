import Table from 'cli-table3';

import {
	grantedScopes,
	readBelongings,
	readClient,
	WrongEnvironment,
	type Belongings,
	type Credential,
} from './client.mts';
import { shippedDocuments, type ShippedDocument } from './documents.mts';
import type { Result } from './requests.mts';
import { compare, readSchema, type Comparison } from './schema.mts';
import { stepsOf } from './steps.mts';
import { stepsWith } from './stepsWith.mts';
import { madePayments } from './usedNonces.mts';

/** Where a run says what it does and what it has found. */
interface Output {
	say(text: string): void;
	progress(line: string): void;
}

/**
 * `npm run live`: tries what ships against Stitch, with somebody's test client.
 * @returns the exit code: 0 if everything was accepted, 1 if not, 2 if nothing could be tried
 */
export async function live(env: NodeJS.ProcessEnv, output: Output): Promise<number> {
	try {
		return await tryWith(readClient(env), readBelongings(env), output);
	} catch (cause) {
		output.progress(cause instanceof Error ? cause.message : String(cause));
		return cause instanceof WrongEnvironment ? 2 : 1;
	}
}

async function tryWith(
	credential: Credential,
	belongings: Belongings,
	{ say, progress }: Output,
): Promise<number> {
	progress(`Client ${credential.clientId} at ${credential.graphqlUrl}`);
	const documents = shippedDocuments();
	progress('Comparing the schema with the published one …');
	const comparison = await readSchema(credential.graphqlUrl).then(
		(schema) => compare(schema, documents),
		(cause: Error) => cause.message,
	);
	progress('Asking for a token …');
	const scopes = await grantedScopes(credential);
	progress(`Granted: ${scopes.join(', ') || 'no scope'}`);
	if (scopes.length === 0) return 1;
	const granted = { ...credential, chosenScopes: scopes };
	const results = await tryAll(granted, belongings, documents, progress);
	say(schemaReport(comparison));
	say(table(results));
	say('full: with fields that only newer pages of the reference have; core: without them.');
	const { text, code } = summary(comparison, results);
	say(text);
	return code;
}

async function tryAll(
	credential: Credential & { chosenScopes: string[] },
	belongings: Belongings,
	documents: ShippedDocument[],
	progress: Output['progress'],
): Promise<Result[]> {
	// Loads n8n's engine, which takes a while.
	const { Requests } = await import('./requests.mts');
	const requests = new Requests(credential);
	const run = new Date().toISOString().replace(/\D/g, '');
	const results: Result[] = [];
	const note = (result: Result) => {
		results.push(result);
		progress(`${results.length}. ${result.request}: ${result.outcome}`);
	};
	const steps = [...stepsOf(run), ...stepsWith(belongings, run)];
	for (const step of steps) note(await requests.perform(step));
	for (const made of madePayments(requests.made, belongings, run)) {
		note(await requests.repeat(made));
	}
	for (const document of documents.filter(({ reads }) => reads)) note(await requests.ask(document));
	return results;
}

const marks = { breaks: '✗', 'may break': '?', none: '·' };

function schemaReport(comparison: Comparison | string): string {
	if (typeof comparison === 'string') return `The schema could not be read: ${comparison}\n`;
	const { types, fields, differences, refused, beyond } = comparison;
	return [
		`The schema, compared with the published one (${types} types, ${fields} fields; ✗ breaks this package, ? breaks requests that hold it):`,
		...(differences.length + refused.length === 0 ? ['  Nothing differs.'] : []),
		...refused.map((line) => `  ✗ ${line}`),
		...differences.map(({ what, weight }) => `  ${marks[weight]} ${what}`),
		`It also has ${beyond.types} types that are not in the published one, and ${beyond.fields} fields in those that are.`,
		'',
	].join('\n');
}

function table(results: Result[]): string {
	const rows = new Table({
		head: ['Request', 'Outcome', 'What Stitch said'],
		colWidths: [54, 14, 64],
		wordWrap: true,
		chars: { mid: '', 'left-mid': '', 'mid-mid': '', 'right-mid': '' },
		style: { head: [], border: [] },
	});
	for (const { request, outcome, said } of results) rows.push([request, outcome, said]);
	return rows.toString();
}

function summary(
	comparison: Comparison | string,
	results: Result[],
): { text: string; code: number } {
	const count = (outcome: Result['outcome']) =>
		results.filter((result) => result.outcome === outcome).length;
	const failed = count('not accepted');
	const text = `${count('accepted')} accepted, ${failed} not accepted, ${count('not allowed')} not allowed for this client, ${count('not sent')} not sent.`;
	if (typeof comparison === 'string') return { text, code: 1 };
	const breaks =
		comparison.refused.length +
		comparison.differences.filter(({ weight }) => weight === 'breaks').length;
	return {
		text: `${text}\n${breaks} differences of the schema break this package.`,
		code: failed + breaks === 0 ? 0 : 1,
	};
}
