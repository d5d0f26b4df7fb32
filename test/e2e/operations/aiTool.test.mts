import { randomUUID } from 'node:crypto';
import { NodeHelpers, type INodeTypeDescription } from 'n8n-workflow';
import { resources } from '../../../nodes/Stitch/catalogue/resources';
import type { Credential, Execution, NewWorkflow } from '../../host/api.mts';
import type { TestClient } from '../../simulator/controlClient.mts';
import { startChatModel, type ChatModel } from '../support/chatModel.mts';
import { openEnvironment, type Environment } from '../support/environment.mts';
import { Records } from '../support/records.mts';
import {
	chain,
	expectSuccess,
	manualTrigger,
	node,
	outputOf,
	runToEnd,
	saveCredential,
	stitch,
	STITCH,
} from '../support/workflows.mts';

const TOOL = `${STITCH}Tool`;
const SCOPES = ['client_disbursement', 'client_paymentrequest'];

/** n8n's own nodes for agents. */
const LANGCHAIN = '@n8n/n8n-nodes-langchain';

let environment: Environment;

beforeAll(async () => {
	environment = await openEnvironment();
});

describe('the node as a tool', () => {
	let tool: INodeTypeDescription;

	beforeAll(async () => {
		const types = (await environment.api.nodeTypes()) as unknown as INodeTypeDescription[];
		const found = types.find(({ name }) => name === TOOL);
		if (!found) throw new Error(`n8n has made no ${TOOL}.`);
		tool = found;
	});

	it('is found among the tools for AI agents', () => {
		expect(tool).toMatchObject({ displayName: 'Stitch Payments Tool', outputs: ['ai_tool'] });
		expect(tool.codex).toMatchObject({
			categories: expect.arrayContaining(['AI']),
			subcategories: { AI: expect.arrayContaining(['Tools']) },
		});
	});

	it('lets a person describe it to the agent, or leave that to n8n', () => {
		const fields = tool.properties.slice(0, 2);
		expect(fields.map(({ displayName }) => displayName)).toEqual([
			'Tool Description',
			'Description',
		]);
		expect(fields.map((field) => field.default)).toEqual(['auto', tool.description]);
	});

	it('describes each operation to the agent, and no two alike', () => {
		const told = resources.flatMap(({ value: resource, operations }) =>
			operations.map(({ value: operation, action }) => {
				const description = NodeHelpers.makeDescription({ resource, operation }, tool);
				expect(description).toBe(`${action} in Stitch Payments`);
				return description;
			}),
		);
		expect(new Set(told).size).toBe(told.length);
	});
});

describe('an agent that has the node as its tool', () => {
	let model: ChatModel;
	let modelCredential: Credential;
	let client: TestClient;
	let credential: Credential;

	beforeAll(async () => {
		model = await startChatModel();
		modelCredential = await environment.api.createCredential({
			name: 'Made-up model',
			type: 'openAiApi',
			data: { apiKey: 'made-up', url: model.url },
		});
	});

	afterAll(async () => {
		await model.stop();
	});

	beforeEach(async () => {
		client = await environment.control.createClient();
		credential = await saveCredential(environment, client, SCOPES);
	});

	/** An agent with one tool of ours. */
	function agentWith(parameters: Record<string, unknown>): NewWorkflow {
		const agent = node('Agent', `${LANGCHAIN}.agent`, 3.1, {
			promptType: 'define',
			text: '={{ $json.question }}',
		});
		const workflow = chain('Agent', [manualTrigger(), agent], [{ question: 'Please do it.' }]);
		const chat = {
			...node('Model', `${LANGCHAIN}.lmChatOpenAi`, 1.2, {
				model: { __rl: true, mode: 'id', value: 'made-up' },
			}),
			credentials: { openAiApi: { id: modelCredential.id, name: modelCredential.name } },
		};
		const tool = { ...stitch('Stitch', credential, parameters), type: TOOL };
		const into = (type: string) => ({ [type]: [[{ node: 'Agent', type, index: 0 }]] });
		return {
			...workflow,
			// As the editor saves it; in n8n's former order the agent goes on before its tool has run.
			settings: { executionOrder: 'v1' },
			nodes: [...workflow.nodes, chat, tool],
			connections: {
				...workflow.connections,
				Model: into('ai_languageModel'),
				Stitch: into('ai_tool'),
			},
		};
	}

	async function run(parameters: Record<string, unknown>): Promise<Execution> {
		return await runToEnd(environment.api, agentWith(parameters));
	}

	const create = {
		resource: 'paymentRequest',
		operation: 'create',
		amount: "={{ $fromAI('amount', 'Amount in rand, such as 150.50', 'string') }}",
		externalReference: "={{ $fromAI('order', 'Number of the order', 'string') }}",
		payerReference: 'Order',
		beneficiaryName: 'Example Shop',
		bank: 'fnb',
		accountNumber: '1234567890',
	};

	it('asks for a payment with what the model has filled in, and the model gets the answer', async () => {
		const order = `order-${randomUUID()}`;
		model.willCallWith({ amount: '150.50', order });
		const execution = await run(create);

		expectSuccess(execution);
		expect(model.offered()).toMatchObject([
			{
				name: 'Stitch',
				description: 'Create payment request (payment link) in Stitch Payments',
				parameters: {
					properties: {
						amount: { type: 'string', description: 'Amount in rand, such as 150.50' },
						order: { type: 'string' },
					},
				},
			},
		]);
		const { paymentRequests } = await client.ledger();
		expect(paymentRequests).toMatchObject([{ externalReference: order }]);
		expect(model.toolAnswers()).toEqual([expect.stringContaining('paymentUrl')]);
		expect(model.toolAnswers()[0]).toContain(paymentRequests[0]?.id);
		expect(outputOf(execution, 'Agent')).toMatchObject([{ json: { output: 'Done.' } }]);
	});

	const payout = {
		resource: 'disbursement',
		operation: 'create',
		amount: "={{ $fromAI('amount', 'Amount in rand', 'string') }}",
		externalReference: 'salary-1',
		beneficiaryName: 'T Tester',
		// As the editor saves it where the model defines the value.
		bank: {
			__rl: true,
			mode: 'name',
			value: "={{ $fromAI('bank', 'Name of the bank', 'string') }}",
		},
		accountNumber: '1234567890',
		beneficiaryReference: 'Salary',
		options: { maxAmountPerItem: '200' },
	};

	it('pays once, however often the model calls for the same payout', async () => {
		const wanted = { amount: '150.50', bank: 'Absa' };
		model.willCallWith(wanted, wanted, wanted);
		await run(payout);
		const { disbursements } = await client.ledger();
		expect(disbursements).toMatchObject([
			{ externalReference: 'salary-1', beneficiary: { bank: 'absa' } },
		]);
		const existed = model.toolAnswers().map((answer) => /"alreadyExisted":(\w+)/.exec(answer)?.[1]);
		// As new as the execution: the node itself cannot know that another of its calls made it. Which of
		// them comes first is n8n's affair.
		expect(existed.sort()).toEqual(['false', 'null', 'null']);
	});

	it('pays nothing under a reference that the model writes, which in a tool is even $json', async () => {
		model.willCallWith({ amount: '150.50', bank: 'Absa', reference: 'm-1' });
		await run({ ...payout, externalReference: '={{ $json.reference }}' });
		expect(model.toolAnswers()).toEqual([expect.stringContaining('is made with $json')]);
		expect((await client.summary()).disbursements).toBe(0);
	});

	it('is told that money may have moved when an answer is lost', async () => {
		await client.addFaults({ kind: 'lost-answer', match: { path: '/v2/disbursements' } });
		model.willCallWith({ amount: '150.50', bank: 'Absa' });
		await run({ ...payout, options: { ...payout.options, retrySeconds: 0 } });
		expect(model.toolAnswers()).toEqual([
			expect.stringContaining(
				'It may have gone through. Run it again unchanged: it cannot be paid twice.',
			),
		]);
	});

	it.each([
		[true, '…90'],
		[false, '1234567890'],
	])('is shown account numbers according to Simplify: %j', async (simplify, accountNumber) => {
		await new Records(environment, client).disbursement('salary-1');
		model.willCallWith({});
		await run({ resource: 'disbursement', operation: 'getAll', simplify });
		expect(model.toolAnswers()).toEqual([
			expect.stringContaining(`"accountNumber":"${accountNumber}"`),
		]);
	});

	it('sends nothing for an ambiguous amount, and the model gets the reason', async () => {
		model.willCallWith({ amount: '1,500', order: 'order-1' });
		await run(create);
		expect(model.toolAnswers()).toEqual([expect.stringContaining('Amount')]);
		expect((await client.summary()).paymentRequests).toBe(0);
	});

	it('gets the answer that it cannot wait for a payment', async () => {
		model.willCallWith({ id: 'any' });
		const value = "={{ $fromAI('id', 'ID of the payment request', 'string') }}";
		const awaitedPaymentRequestId = { __rl: true, mode: 'id', value };
		const operation = 'waitForPayment';
		await run({ resource: 'paymentRequest', operation, awaitedPaymentRequestId });
		expect(model.toolAnswers()).toEqual([
			expect.stringContaining('cannot be used as a tool of an AI agent'),
		]);
	});
});
