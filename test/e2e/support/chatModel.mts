import fastify from 'fastify';

/** A tool as an agent offers it to its model. */
export interface OfferedTool {
	name: string;
	description: string;
	/** JSON schema of what the model may fill in. */
	parameters: { properties: Record<string, { type: string; description?: string }> };
}

/** A language model on this machine that knows one thing: which tool to call, and with what. */
export interface ChatModel {
	/** What n8n's credential for it takes as its base address. */
	url: string;
	/** Whenever it is asked something, it calls the only tool, once with each of these. */
	willCallWith(...values: object[]): void;
	/** What it was last offered. */
	offered(): OfferedTool[];
	/** What the tool answered to the last calls, in their order. */
	toolAnswers(): string[];
	stop(): Promise<void>;
}

interface Asked {
	messages: Array<{ role: string; content: string }>;
	tools?: Array<{ function: OfferedTool }>;
}

/** Starts a model that speaks the widespread "chat completions" interface. */
export async function startChatModel(): Promise<ChatModel> {
	let calls: object[] = [];
	let tools: OfferedTool[] = [];
	let answers: string[] = [];
	const app = fastify();
	app.post('/v1/chat/completions', (request) => {
		const { messages, tools: offered = [] } = request.body as Asked;
		tools = offered.map((each) => each.function);
		answers = messages.filter(({ role }) => role === 'tool').map(({ content }) => content);
		if (answers.length > 0) return completion({ content: 'Done.' });
		return completion({ tool_calls: calls.map((values, n) => callOf(tools[0], values, n)) });
	});
	const address = await app.listen({ host: '127.0.0.1', port: 0 });
	return {
		url: `${address}/v1`,
		willCallWith: (...values) => (calls = values),
		offered: () => tools,
		toolAnswers: () => answers,
		stop: async () => await app.close(),
	};
}

function callOf(tool: OfferedTool | undefined, values: object, index: number): object {
	const called = { name: tool?.name, arguments: JSON.stringify(values) };
	return { id: `call-${index}`, index, type: 'function', function: called };
}

function completion(message: object): object {
	return {
		id: 'completion-1',
		object: 'chat.completion',
		created: 0,
		model: 'made-up',
		choices: [
			{
				index: 0,
				message: { role: 'assistant', content: null, ...message },
				finish_reason: 'tool_calls' in message ? 'tool_calls' : 'stop',
			},
		],
		usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
	};
}
