import { spawn } from 'node:child_process';
import { join } from 'node:path';

import { resources } from '../../nodes/Stitch/catalogue/resources';
import { live } from '../../scripts/live/live.mts';
import { runStitch } from './harness.mts';
import { quickClock } from './quickClock.mts';
import { credentialFor } from './service.mts';
import { projectFolder } from '../host/project.mts';
import type { TestClient } from '../simulator/controlClient.mts';
import { worlds, type World } from '../simulator/worlds.mts';
import { compileCache, startSimulator, type RunningSimulator } from '../simulator/start.mts';

let simulator: RunningSimulator;

beforeAll(async () => {
	simulator = await startSimulator({ seed: 41, timeScale: 0 });
});

afterAll(async () => {
	await simulator?.stop();
});

const withAddresses = (env: Record<string, string>) => ({
	STITCH_BASE_URL: simulator.baseUrl,
	STITCH_AUTH_URL: simulator.authUrl,
	STITCH_GRAPHQL_URL: simulator.graphqlUrl,
	...env,
});

/** Runs it in this process, which has compiled the sources already. */
async function runHere(env: Record<string, string>) {
	let report = '';
	let progress = '';
	const code = await live(withAddresses(env), {
		say: (text) => (report += `${text}\n`),
		progress: (line) => (progress += `${line}\n`),
	});
	return { code, report, progress };
}

/** Runs the command `npm run live` and waits for its end. */
async function runCommand(env: Record<string, string>) {
	const child = spawn(process.execPath, [join('scripts', 'live', 'main.mts')], {
		cwd: projectFolder,
		env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: compileCache, ...withAddresses(env) },
	});
	let report = '';
	let progress = '';
	child.stdout.on('data', (piece: Buffer) => (report += String(piece)));
	child.stderr.on('data', (piece: Buffer) => (progress += String(piece)));
	const code = await new Promise((resolve) => child.on('close', resolve));
	return { code, report, progress };
}

const clientIn = ({ clientId, clientSecret }: TestClient) => ({
	STITCH_CLIENT_ID: clientId,
	STITCH_CLIENT_SECRET: clientSecret,
});

/** The rows of the table, each as `request | outcome | what was said`. */
function rowsOf(report: string): string[] {
	return report
		.split('\n')
		.filter((line) => line.startsWith('│'))
		.map((line) =>
			line
				.split('│')
				.slice(1, -1)
				.map((cell) => cell.trim())
				.join(' | '),
		);
}

/** A client of a world, and all that belongs to it: its first session is paid. */
async function clientOf(world: World) {
	const client = await simulator.control.createClient(world);
	const credential = credentialFor(simulator, client, ['client_terminal_session']);
	const parameters = {
		...{ resource: 'terminalSession', operation: 'create', nonceSource: 'custom' },
		...{ amount: 10, terminalId: 'terminal-1', customNonce: 'paid', simplify: false },
	};
	const { outputs } = await runStitch({ parameters, credential, rows: [{}] });
	const paid = String(outputs[0]?.[0]?.json.id);
	await simulator.control.finishTerminalSession(paid, true);
	const belongings = {
		STITCH_TERMINAL_ID: 'terminal-1',
		STITCH_PAID_SESSION_ID: paid,
		STITCH_MERCHANT_ID: 'merchant-2',
	};
	return { client, belongings };
}

const saidByUsedNonce = {
	refused: 'refused with 409',
	firstWith200: 'answered with 200 and the first one',
	firstWith201: 'answered with 201 and the first one',
	ignored: 'answered with 201 and ANOTHER ONE',
};

/** What changes something else than the payment, costs a fee, waits, needs a person, or has no request of its own. */
const left = [
	'Bank Account → Get Many',
	'Bank Transaction → Get Many',
	'Card → Delete',
	'Charge → Create',
	'Charge → Get',
	'Dispute Evidence → Upload',
	'Event Subscription → Delete',
	'GraphQL → Execute Query',
	'Payment Consent → Revoke',
	'Payment Consent → Wait for Consent',
	'Payment Request → Confirm Return',
	'Payment Request → Wait for Payment',
	'Payout List → Check',
	'Payout List → Get Page',
];

describe('npm run live with a test client', () => {
	it('tries what ships and finds that all of it is accepted', async () => {
		const client = await simulator.control.createClient();
		const { code, report, progress } = await runCommand(clientIn(client));
		const rows = rowsOf(report);
		const names = resources.flatMap(({ name, operations }) =>
			operations.map((operation) => `${name} → ${operation.name}`),
		);

		expect(rows.filter((row) => / \| not (accepted|allowed) \| /.test(row))).toEqual([]);
		expect(report).toContain(', 0 not accepted, 0 not allowed for this client, ');
		expect(names.filter((name) => !rows.some((row) => row.startsWith(name)))).toEqual(left);
		expect(rows).toContain(
			'Terminal Session → Create | not sent | set STITCH_TERMINAL_ID to try this',
		);
		expect(rows).toContain('Document disbursementList, full | accepted | ');
		expect(rows).toContain('Document polling, full | accepted | ');
		expect(report).toContain('Nothing differs.');
		expect(report).toContain('0 differences of the schema break this package.');
		expect(code).toBe(0);

		const { disbursements, paymentRequests, consents } = await client.ledger();
		expect(disbursements).toMatchObject([{ amount: { quantity: '1.00' } }]);
		expect(paymentRequests.map(({ status }) => status).sort()).toEqual(['cancelled', 'completed']);
		expect(consents).toMatchObject([{ status: 'cancelled' }]);
		expect(rows).toContainEqual(expect.stringMatching(/^Refund → Create \(once more: .*accepted/));
		expect(report + progress).not.toMatch(/1234567890|eyJ/);
		expect(report + progress).not.toContain(client.clientSecret);
	});

	it('says which scopes the client lacks, which is no failure of the package', async () => {
		const client = await simulator.control.createClient({ scopes: ['client_disbursement'] });
		const { code, report, progress } = await runHere(clientIn(client));
		const rows = rowsOf(report);

		expect(progress).toContain('Granted: client_disbursement\n');
		expect(rows).toContainEqual(expect.stringMatching(/^Disbursement → Create \| accepted/));
		expect(rows).toContain(
			'Payment Request → Create | not allowed | for this client: scope client_paymentrequest',
		);
		expect(code).toBe(0);
	});

	it('says what Stitch does not accept, such as fields that are young', async () => {
		const client = await simulator.control.createClient({ lacksYoungFields: true });
		await client.addFaults({
			kind: 'graphql-error',
			match: { operation: 'webhookEndpoints' },
			code: 'GRAPHQL_VALIDATION_FAILED',
		});
		const { code, report } = await runHere(clientIn(client));
		const rows = rowsOf(report);

		expect(rows).toContain('Payment Request → Get Many | not accepted | not read: metadata');
		expect(rows).toContainEqual(
			expect.stringMatching(
				/^Document paymentRequestList, full \| not accepted \| GRAPHQL_VALIDATION_FAILED: .*"metadata"/,
			),
		);
		expect(rows).toContain('Document paymentRequestList, core | accepted | ');
		expect(rows).toContainEqual(
			expect.stringMatching(
				/^Document webhookEndpoints \| not accepted \| GRAPHQL_VALIDATION_FAILED: /,
			),
		);
		expect(rows).toContainEqual(expect.stringMatching(/^Disbursement → Create \| accepted/));
		expect(code).toBe(1);
	});
});

/** What a client learns where its lists are forbidden, or where GraphQL knows no ID of REST. */
function isExpectedIn({ lists, idsInGraphql }: World, row: string): boolean {
	if (lists === 'forbidden') return row.includes(' | not allowed | FORBIDDEN: Lists are not');
	const ofGraphql =
		/^(Payment Request → (Get|Simulate Payment) .* not read:|Refund → Create \(once)/;
	return idsInGraphql === 'other' && ofGraphql.test(row);
}

describe('npm run live with a terminal, a paid session and a merchant', () => {
	quickClock();

	it.each<[string, World]>(Object.entries(worlds))(
		'finds nothing amiss at a service %s',
		async (_, world) => {
			const { client, belongings } = await clientOf(world);
			const { code, report } = await runHere({ ...clientIn(client), ...belongings });
			const rows = rowsOf(report);

			const amiss = rows.filter((row) => / \| not (accepted|allowed) \| /.test(row));
			expect(amiss.filter((row) => !isExpectedIn(world, row))).toEqual([]);
			expect(code).toBe(world.idsInGraphql === 'other' ? 1 : 0);
			// What a till can tell only from the ledger: whether a nonce that was used makes another one.
			const isIgnored = world.usedNonce === 'ignored';
			const said = saidByUsedNonce[world.usedNonce ?? 'refused'];
			expect(rows).toEqual(
				expect.arrayContaining([
					`Disbursement under a used nonce | accepted | ${isIgnored ? 'refused with 409' : said}`,
					`Terminal session under a used nonce | accepted | ${said}`,
					`In-person refund under a used nonce | accepted | ${said}`,
				]),
			);
			const { disbursements, terminalSessions, refunds } = await client.ledger();
			expect([disbursements, terminalSessions, refunds].map(({ length }) => length)).toEqual(
				isIgnored ? [1, 3, 2] : [1, 2, 1],
			);
		},
	);
});
