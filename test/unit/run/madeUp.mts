import {
	NodeApiError,
	NodeOperationError,
	type IBinaryKeyData,
	type IDataObject,
	type IExecuteFunctions,
	type NodeExecutionHint,
} from 'n8n-workflow';

import { defineOperation, type Operation } from '../../../nodes/Stitch/run/operation';
import { run } from '../../../nodes/Stitch/run/run';
import { InvalidInput } from '../../../nodes/Stitch/schemas/invalidInput';
import { form } from '../../../nodes/Stitch/schemas/form';
import { ServiceFailure } from '../../../nodes/Stitch/transport/failure';

/** What the made-up operation is to do with an item. */
interface Row {
	/** Keeps the item from being prepared. */
	refused?: string;
	/** Is thrown when the item is sent. */
	fails?: Error;
	/** How many turns of the event loop its sending takes; 1 unless given. */
	turns?: number;
	gives?: IDataObject | IDataObject[];
	cents?: number;
	/** Whether it is to be paid. */
	pay?: boolean;
	/** Files that come with the item. */
	files?: IBinaryKeyData;
	/** Names the thing that the item is about, where the operation looks it up. */
	reference?: string;
}

interface Setting {
	options?: IDataObject;
	/** What the field Simplify says; a node without it says nothing. */
	simplify?: unknown;
	continues?: boolean;
	operation?: Partial<Operation<Plan>>;
	signal?: AbortSignal;
	/** What the service answers to every request. */
	answers?: IDataObject;
	/** The Client ID that the credential gives an item. */
	clientOf?: (index: number) => string;
	/** The External Reference as it is saved. */
	reference?: string;
	/** Whether an AI agent runs the node. */
	isTool?: boolean;
	/** What n8n's setting of that name is. */
	executeOnce?: boolean;
}

export interface Plan extends Row {
	index: number;
}

export const aTurn = async () => await new Promise((resolve) => setImmediate(resolve));

/** An operation that only notes what is asked of it. */
function madeUp(journal: string[], more: Partial<Operation<Plan>> = {}): Operation {
	return defineOperation<unknown, Plan>({
		value: 'make',
		name: 'Make',
		action: 'Make a thing',
		description: 'Makes a thing',
		form: form({}),
		prepare(item) {
			journal.push(`prepare ${item.index}`);
			const row = item.get('row') as Row;
			if (row.refused)
				throw new InvalidInput([{ field: row.refused, what: 'is empty', fix: 'Enter it.' }]);
			return { ...row, index: item.index };
		},
		async send({ index, fails, turns = 1, gives = { made: index } }) {
			journal.push(`send ${index}`);
			for (let turn = 0; turn < turns; turn++) await aTurn();
			journal.push(`end ${index}`);
			if (fails) throw fails;
			return gives;
		},
		...more,
	});
}

export const movesMoney: Partial<Operation<Plan>> = {
	payment: ({ index, cents = 100 }) => ({
		amount: { cents },
		nonce: `nonce-${index}`,
		nonces: [`nonce-${index}`],
		shared: 'My Own Key',
		body: { cents },
		dryRun: async () => ({ wouldSend: true, cents, nonce: `nonce-${index}` }),
		send: async () => ({}),
	}),
};

const secretParameters = { accountNumber: '1234567890' };

export function contextOf(rows: Row[], setting: Setting, hints: NodeExecutionHint[] = []) {
	const { options = {}, continues = false, signal, answers, simplify } = setting;
	const { clientOf = () => 'test-1', reference: externalReference, isTool } = setting;
	const thing = { __rl: true, mode: 'externalReference', value: '={{ $json.reference }}' };
	const shared = {
		resource: 'thing',
		operation: 'make',
		options,
		simplify,
		thing,
		externalReference,
		nonceSource: externalReference && 'externalReference',
	} as IDataObject;
	return {
		getInputData: () =>
			rows.map(({ files: binary, ...row }) => ({ json: row, ...(binary && { binary }) })),
		getNodeParameter(name: string, index: number, fallback?: unknown) {
			const [first = '', inner] = name.split('.');
			if (inner !== undefined) return options[inner];
			return first === 'row' ? rows[index] : (shared[first] ?? fallback);
		},
		getMode: () => 'manual',
		getNode: () => ({
			name: 'Stitch',
			type: isTool ? 'stitchTool' : 'stitch',
			executeOnce: setting.executeOnce,
			parameters: secretParameters,
		}),
		getTimezone: () => 'Africa/Johannesburg',
		getCredentials: async (_type: string, index = 0) => ({
			clientId: clientOf(index),
			accessToken: 'made-up',
		}),
		getExecutionCancelSignal: () => signal,
		continueOnFail: () => continues,
		addExecutionHints: (hint: NodeExecutionHint) => void hints.push(hint),
		helpers: {
			httpRequestWithAuthentication: async () => ({
				statusCode: 200,
				headers: {},
				body: answers,
			}),
			prepareBinaryData: async () => await Promise.reject(new Error('The disk is full')),
		},
	} as unknown as IExecuteFunctions;
}

/** Runs the made-up operation over rows. */
export async function carryOut(rows: Row[], setting: Setting = {}) {
	const journal: string[] = [];
	const operation = madeUp(journal, setting.operation);
	const hints: NodeExecutionHint[] = [];
	const outcome = run(contextOf(rows, setting, hints), () => operation).then(
		([items = []]) => ({ items, error: undefined }),
		(error: NodeOperationError | NodeApiError) => ({ items: [], error }),
	);
	return { ...(await outcome), journal, hints };
}

export const sentIn = (journal: string[]) =>
	journal.filter((step) => step.startsWith('send')).map((step) => Number(step.slice(5)));

export const jsonOf = (items: Array<{ json: IDataObject }>) => items.map(({ json }) => json);

export const things = (count: number, row: Row = {}) =>
	Array.from({ length: count }, () => ({ ...row }));

export const failure = new ServiceFailure({
	kind: 'status',
	happened: 'no',
	status: 400,
	detail: 'Refused',
});
export const lost = new ServiceFailure({ kind: 'answerLost', happened: 'maybe' });

/** What every item of a dry run says. */
export const inDryRun = {
	dryRun: true,
	wouldSend: true,
	client: 'test',
	runTotal: 1,
	sendTotal: 1,
};
