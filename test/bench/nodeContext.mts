import type { IDataObject, IExecuteFunctions, IHttpRequestOptions } from 'n8n-workflow';
import type * as clientToken from '../../nodes/Stitch/transport/clientToken.ts';
import type { PayoutService } from './payoutService.mts';

/** What a node is run with. */
export interface NodeInput {
	parameters: IDataObject;
	rows: IDataObject[];
}

/** A credential whose token was fetched before, as n8n keeps it. */
async function credentialOf({ clientId }: PayoutService, load: NodeJS.Require) {
	const client = {
		...{ clientId, clientSecret: 'made-up', chosenScopes: ['client_disbursement'] },
		...{ useCustomAddresses: true, baseUrl: 'https://rest.test/v2' },
		...{ authUrl: 'https://auth.test', graphqlUrl: 'https://graphql.test' },
	};
	const path = './dist/nodes/Stitch/transport/clientToken.js';
	const { fetchClientToken } = load(path) as typeof clientToken;
	const httpRequest = async () => ({ statusCode: 200, body: { access_token: 'made-up' } });
	return { ...client, ...(await fetchClientToken({ helpers: { httpRequest } }, client)) };
}

/**
 * What n8n gives to `execute()`, as far as the operations that are measured use it.
 * @param load loads modules of the package
 */
export async function contextOf(
	service: PayoutService,
	load: NodeJS.Require,
	{ parameters, rows }: NodeInput,
): Promise<IExecuteFunctions> {
	const credential = await credentialOf(service, load);
	const items = rows.map((json) => ({ json }));
	const node = { id: 'bench', name: 'Bench', type: 'stitch', parameters, credentials: {} };
	const kept = {};
	const stored = (path: string): unknown =>
		path.split('.').reduce<unknown>((from, name) => (from as IDataObject)?.[name], parameters);
	const context = {
		getInputData: () => items,
		getNodeParameter(path: string, index: number, fallback: unknown, how?: IDataObject) {
			const value = stored(path) ?? fallback;
			if (how?.rawExpressions || typeof value !== 'string') return value;
			const column = /^=\{\{ \$json\.(\w+) \}\}$/.exec(value)?.[1];
			return column === undefined ? value : rows[index]?.[column];
		},
		getNode: () => node,
		getMode: () => 'trigger',
		getParentNodes: () => [],
		getTimezone: () => 'Africa/Johannesburg',
		getContext: () => kept,
		getExecutionId: () => '1',
		getWorkflow: () => ({ id: 'bench', name: 'Bench' }),
		getInstanceId: () => 'bench',
		getCredentials: async () => ({ ...credential }),
		getExecutionCancelSignal: () => undefined,
		continueOnFail: () => false,
		addExecutionHints: () => {},
		logger: { info: () => {}, warn: () => {} },
		helpers: {
			httpRequestWithAuthentication: async (_: string, request: IHttpRequestOptions) =>
				await service.answer(request),
		},
	};
	return context as unknown as IExecuteFunctions;
}
