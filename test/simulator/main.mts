import { parseArgs } from 'node:util';
import { credentialForm } from './credentialForm.mts';
import type { Simulator } from './simulator.mts';
import { createSimulator } from './simulator.mts';
import { clientSettingsSchema } from './state/clientSettings.mts';

const usage = `Usage: node test/simulator/main.mts [options]
  --port N          port of the service (default: a free one)
  --control-port N  port of the control address (default: a free one)
  --time-scale N    how many times as fast as real time the service's clock runs (default 1)
  --pace N          how many times as fast as at the service life cycles go, while the clock
                    stays as it is (default 1)
  --seed N          the same seed gives the same run (default: drawn at random)
  --json            print the addresses as one JSON line, and end when standard input closes
`;

/** The ready client can be used from an n8n on this machine, with webhooks and user tokens. */
const readyClient = {
	allowLoopbackWebhooks: true,
	redirectUris: [
		'http://localhost:5678/rest/oauth2-credential/callback',
		'http://127.0.0.1:5678/rest/oauth2-credential/callback',
	],
};

function readNumber(text: string | undefined, name: string): number | undefined {
	if (text === undefined) return undefined;
	const value = Number(text);
	if (text.trim() === '' || !Number.isFinite(value) || value < 0) {
		throw new Error(`--${name} must be a number of 0 or more, not "${text}".`);
	}
	return value;
}

function readPace(text: string | undefined): number {
	const pace = readNumber(text, 'pace') ?? 1;
	// At 0 nothing would ever happen: that is what a clock that stands still is for.
	if (pace === 0) throw new Error('--pace must be more than 0.');
	return pace;
}

function readOptions() {
	const { values } = parseArgs({
		options: {
			port: { type: 'string' },
			'control-port': { type: 'string' },
			'time-scale': { type: 'string' },
			pace: { type: 'string' },
			seed: { type: 'string' },
			json: { type: 'boolean', default: false },
			help: { type: 'boolean', default: false },
		},
	});
	return {
		port: readNumber(values.port, 'port') ?? 0,
		controlPort: readNumber(values['control-port'], 'control-port') ?? 0,
		timeScale: readNumber(values['time-scale'], 'time-scale') ?? 1,
		pace: readPace(values.pace),
		seed: readNumber(values.seed, 'seed'),
		json: values.json,
		help: values.help,
	};
}

function announce(simulator: Simulator, json: boolean): void {
	const { baseUrl, authUrl, graphqlUrl, controlUrl, simulation } = simulator;
	const settings = clientSettingsSchema.parse(readyClient);
	const { clientId, clientSecret } = simulation.createClient({ settings });
	const client = { clientId, clientSecret };
	if (json) {
		console.log(JSON.stringify({ baseUrl, authUrl, graphqlUrl, controlUrl, client }));
		return;
	}
	console.log(`The simulator is ready (seed ${simulation.seed}). Nothing here moves real money.

For a credential of your own (Stitch API):
${credentialForm({ baseUrl, authUrl, graphqlUrl, client })}

Control address: ${controlUrl}
Press Ctrl+C to end it.`);
}

async function main(): Promise<void> {
	const { json, help, seed, ...options } = readOptions();
	if (help) {
		console.log(usage);
		return;
	}
	const simulator = await createSimulator({
		...options,
		...(seed !== undefined && { seed }),
		notice: (line) => console.error(line),
	});
	let ending = false;
	const end = (): void => {
		if (ending) return;
		ending = true;
		void simulator.close().then(() => process.exit(0));
	};
	process.on('SIGINT', end);
	process.on('SIGTERM', end);
	if (json) process.stdin.on('end', end).on('close', end).resume();
	announce(simulator, json);
}

main().catch((error: Error) => {
	console.error(error.message);
	console.error(usage);
	process.exitCode = 1;
});
