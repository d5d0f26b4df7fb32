import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';

import { receiveReturn } from '../../../../nodes/Stitch/actions/payerReturn/receive';
import { consentWait } from '../../../../nodes/Stitch/actions/paymentConsent/waitForConsent.operation';
import { paymentWait } from '../../../../nodes/Stitch/actions/paymentRequest/waitForPayment.operation';

/** Stitch with one object: each reading shows its next state, and then the last one again. */
export class Stitch {
	/** The address of each reading, and how long after the making of this it took place. */
	readonly readings: Array<{ url: string; atMs: number }> = [];

	private readonly madeAt = Date.now();

	private readonly states: Array<IDataObject | Error>;

	/** @param states an error stands for no answer */
	constructor(...states: Array<IDataObject | Error>) {
		this.states = states;
	}

	read(url: string): IDataObject {
		this.readings.push({ url, atMs: Date.now() - this.madeAt });
		const state = this.states[Math.min(this.readings.length, this.states.length) - 1];
		if (state === undefined || state instanceof Error) throw state;
		return state;
	}
}

interface Setting {
	parameters?: IDataObject;
	/** What the node has left in its input when it began to wait. */
	row?: IDataObject;
	/** The item that waits, as an expression sees it. */
	waitsWith?: IDataObject;
	/** What the payer's browser sends. */
	headers?: IDataObject;
	/** Its own execution unless said. */
	executionId?: string;
	query?: IDataObject;
	stitch?: Stitch;
	/** Parameters whose expressions cannot be evaluated. */
	broken?: string[];
}

/** The input of a wait for a payment request, parked with this choice. */
export const parkedRow = (onEarlyReturn = 'keepWaiting'): IDataObject => ({
	order: 7,
	waitForPayment: {
		outcome: 'timedOut',
		final: false,
		onEarlyReturn,
		paymentRequest: { id: 'a=', status: 'pending' },
	},
});

let executions = 0;

/** A return, as n8n hands it to the node, until it is answered. */
export async function returning({
	parameters,
	row = parkedRow(),
	waitsWith = { json: row },
	headers = {},
	executionId = String(++executions),
	query = {},
	stitch = new Stitch(),
	broken = [],
}: Setting) {
	const all: IDataObject = {
		resource: 'paymentRequest',
		operation: 'waitForPayment',
		...parameters,
	};
	const shown = { status: 0, headers: {} as Record<string, string>, body: '' };
	const response = {
		status(status: number) {
			shown.status = status;
			return response;
		},
		set(headers: Record<string, string>) {
			shown.headers = headers;
			return response;
		},
		end(body = '') {
			shown.body = body;
		},
	};
	const warnings: string[] = [];
	const context = {
		getNodeParameter: (name: string, fallback: unknown) => {
			if (broken.includes(name)) throw new Error('Referenced node is unexecuted');
			return all[name] ?? fallback;
		},
		getQueryData: () => query,
		getHeaderData: () => headers,
		getNode: () => ({ name: 'Wait', credentials: {} }),
		getWorkflow: () => ({ name: 'Shop' }),
		getResponseObject: () => response,
		getExecutionId: () => executionId,
		evaluateExpression: (expression: string) =>
			({ '{{ $json }}': row, '{{ $input.item }}': waitsWith })[expression] ??
			'https://n8n.test/webhook-waiting/7?signature=s',
		getCredentials: async () => ({ clientId: 'test-1', accessToken: 'made-up-token-for-tests' }),
		logger: { warn: (line: string) => warnings.push(line) },
		helpers: {
			httpRequestWithAuthentication: async (_type: string, { url }: { url: string }) => ({
				statusCode: 200,
				headers: {},
				body: stitch.read(url),
			}),
		},
	};
	const { workflowData, ...result } = await receiveReturn(context as unknown as IWebhookFunctions, [
		paymentWait,
		consentWait,
	]);
	// The node answers itself, and a wait that has ended goes on with the one item of its row.
	expect(result).toEqual({ noWebhookResponse: true });
	const [[continued, ...others] = [], ...outputs] = workflowData ?? [];
	expect([...others, ...outputs]).toEqual([]);
	return {
		shown,
		warnings,
		/** The item with which the workflow continues; undefined while it waits. */
		continued,
	};
}

/** A return and what came of it, in time that is made to pass: the node may read more than once. */
export async function returned(setting: Setting) {
	const answer = returning(setting);
	await jest.advanceTimersByTimeAsync(20_000);
	return await answer;
}
