import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';

import { receiveReturn } from '../../../../nodes/Stitch/actions/payerReturn/receive';
import { consentWait } from '../../../../nodes/Stitch/actions/paymentConsent/waitForConsent.operation';
import { paymentWait } from '../../../../nodes/Stitch/actions/paymentRequest/waitForPayment.operation';

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
	/** What the service answers, one after another; an error is thrown. */
	answers?: Array<IDataObject | Error>;
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

/** A return, as n8n hands it to the node, and what came of it. */
export async function returned({
	parameters,
	row = parkedRow(),
	waitsWith = { json: row },
	headers = {},
	executionId = String(++executions),
	query = {},
	answers = [],
	broken = [],
}: Setting) {
	const all: IDataObject = {
		resource: 'paymentRequest',
		operation: 'waitForPayment',
		...parameters,
	};
	const sent: string[] = [];
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
			httpRequestWithAuthentication: async (_type: string, { url }: { url: string }) => {
				sent.push(url);
				const next = answers.shift();
				if (next === undefined || next instanceof Error) throw next;
				return { statusCode: 200, headers: {}, body: next };
			},
		},
	};
	const result = await receiveReturn(context as unknown as IWebhookFunctions, [
		paymentWait,
		consentWait,
	]);
	return { result, shown, sent, warnings };
}

/** As `returned`, in time that passes at once: the node may read more than once. */
export async function returnedInTime(setting: Setting) {
	jest.useFakeTimers();
	const returning = returned(setting);
	await jest.advanceTimersByTimeAsync(20_000);
	jest.useRealTimers();
	return await returning;
}
