import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	IExecuteFunctions,
	IHttpRequestOptions,
	INodeExecutionData,
	NodeApiError,
} from 'n8n-workflow';

import { create } from '../../../../nodes/Stitch/actions/disbursement/create.operation';
import { run } from '../../../../nodes/Stitch/run/run';
import type { SentRequest } from '../../builders.mts';
import type { Fault, ModelService } from './modelService.mts';

/** A row of the file, as a clerk types it. */
export interface Row {
	/** Who is meant; goes along as the beneficiary's name, which nobody edits. */
	person: number;
	amount: string;
	account: string;
	/** Which way of writing the reference. */
	spelling: number;
}

/** One reference as people and spreadsheets write it; the last one is rejected. */
export const spellings = [
	'Löhne 11',
	'Löhne  11',
	' Lo\u0308hne 11',
	'Löhne\u00a011',
	'Löh\u200bne 11',
] as const;

/** What a run is set to, and what happens to it. */
export interface Setting {
	onDuplicate: 'fail' | 'returnExisting' | 'payAgainIfFailed';
	nonceSource: 'externalReference' | 'custom';
	/** Maximum Total per Day, in rand. */
	dayLimit: number | undefined;
	/** Whether the reference or nonce is made from the clock. */
	fromClock: boolean;
	concurrency: number;
	maxTries: number;
	/** Whether failed items leave on the error output, or the first of them stops the run. */
	continues: boolean;
	waits: boolean;
	/** What happens to its requests, one after the other; then nothing more. */
	faults: ReadonlyArray<Fault | undefined>;
	/** For how many turns of the event loop each request is on its way; then from the start. */
	turns: readonly number[];
	/** After which request the process is killed, if ever. */
	killedAfter: number | undefined;
}

/** How a run ended; a killed one tells nothing. */
export type Ending = { items: INodeExecutionData[] } | { error: NodeApiError } | 'killed';

let runs = 0;

/** What n8n keeps of an execution, also while it runs the node again. */
export interface Execution {
	id: string;
	/** The client that it pays with. */
	clientId: string;
	flow: IDataObject;
}

/** Runs Disbursement → Create over the rows, as n8n does. */
export function payrollRun(
	service: ModelService,
	rows: readonly Row[],
	setting: Setting,
	execution: Execution,
) {
	const number = ++runs;
	const wire = wireOf(service, number, setting);
	const context = contextOf(rows, setting, execution, wire.send);
	const ended = run(context, () => create).then(
		([items = []]): Ending => ({ items }),
		(error: NodeApiError): Ending => ({ error }),
	);
	return { run: number, ending: Promise.race([ended, wire.killed]) };
}

/** The way to the service, which ends when the process is killed. */
function wireOf(service: ModelService, run: number, { faults, turns, killedAfter }: Setting) {
	let requests = 0;
	let kill = () => {};
	const killed = new Promise<Ending>((resolve) => (kill = () => resolve('killed')));
	const silence = new Promise<never>(() => {});
	async function send(request: SentRequest) {
		const index = requests++;
		if (killedAfter !== undefined && index >= killedAfter) return await silence;
		for (let turn = turns[index % turns.length] ?? 0; turn > 0; turn--) await undefined;
		if (index + 1 !== killedAfter) return service.answer(request, run, faults[index]);
		kill();
		await Promise.allSettled([(async () => service.answer(request, run, faults[index]))()]);
		return await silence;
	}
	return { send, killed };
}

function contextOf(
	rows: readonly Row[],
	setting: Setting,
	{ id, clientId, flow }: Execution,
	send: (request: SentRequest) => Promise<unknown>,
): IExecuteFunctions {
	const { onDuplicate, nonceSource, concurrency, maxTries, continues, waits } = setting;
	const options: IDataObject = {
		...(setting.dayLimit !== undefined && { maxTotalPerDay: setting.dayLimit }),
		onDuplicate,
		concurrency,
		maxTries,
		...(waits && { waitUntilFinal: true, maxWaitSeconds: 100, onTimeout: 'fail' }),
	};
	const parametersOf = ({ person, amount, account, spelling }: Row): IDataObject => ({
		resource: 'disbursement',
		operation: 'create',
		amount,
		externalReference: `${spellings[spelling]} ${person}`,
		beneficiaryName: `Person ${person}`,
		bank: 'fnb',
		accountNumber: account,
		beneficiaryReference: 'Salary',
		nonceSource,
		customNonce: `${spellings[spelling]} ${person}`,
		options,
	});
	const parameters = rows.map(parametersOf);
	let ticks = 0;
	const read = (name: string, index: number): unknown => {
		const [first = '', second] = name.split('.');
		const value = parameters[index]?.[first];
		return second === undefined ? value : (value as IDataObject | undefined)?.[second];
	};
	const isVolatile = (name: string) =>
		setting.fromClock && ['externalReference', 'customNonce'].includes(name);
	const input = rows.map(() => ({ json: {} }));
	return {
		getInputData: () => input,
		getNodeParameter: (name: string, index: number, fallback?: unknown, how: IDataObject = {}) => {
			if (!isVolatile(name)) return read(name, index) ?? fallback;
			return how.rawExpressions ? '={{ $json.id }}-{{ $now.toMillis() }}' : `${index}-${++ticks}`;
		},
		getContext: () => flow,
		getExecutionId: () => id,
		getMode: () => 'manual',
		getNode: () => ({ name: 'Stitch', type: 'stitch', parameters: {} }),
		getTimezone: () => 'Africa/Johannesburg',
		getCredentials: async () => ({ clientId, accessToken: '' }),
		getExecutionCancelSignal: () => undefined,
		continueOnFail: () => continues,
		addExecutionHints: () => {},
		helpers: {
			httpRequestWithAuthentication: async (
				_type: string,
				{ method = 'GET', url, body }: IHttpRequestOptions,
				{
					credentialsDecrypted,
				}: { credentialsDecrypted: { data: ICredentialDataDecryptedObject } },
			) => {
				// As n8n does where a credential has none.
				credentialsDecrypted.data.accessToken ||= 'made-up';
				return await send({ method, url, body });
			},
		},
	} as unknown as IExecuteFunctions;
}
