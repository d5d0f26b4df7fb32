import fastify, { type FastifyReply } from 'fastify';

/** A tool as an agent offers it to its model. */
export interface OfferedTool {
	name: string;
	description: string;
	/** JSON schema of what the model may fill in. */
	parameters: { properties: Record<string, { type: string; description?: string }> };
}

/** What the model does when it is asked: calls tools, says something, or refuses with a status. */
export type Turn =
	{ call: Array<[tool: string, values: object]> } | { say: string } | { status: number };

/** A language model on this machine that does what a test has written down for it. */
export interface ChatModel {
	/** What n8n's credential for it takes as its base address. */
	url: string;
	/** Whenever it is asked something, it calls the only tool, once with each of these. */
	willCallWith(...values: object[]): void;
	/** It takes these turns, one for each time that it is asked, and then the last again and again. */
	will(...turns: [Turn, ...Turn[]]): void;
	/** What was sent to it since `will`, as text: a line for each time that it was asked. */
	heard(): string[];
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
	let turns: Turn[] = [];
	let heard: string[] = [];
	let tools: OfferedTool[] = [];
	let answers: string[] = [];
	const app = fastify({ forceCloseConnections: true });
	app.post('/v1/chat/completions', (request, reply) => {
		const { messages, tools: offered = [] } = request.body as Asked;
		heard.push(JSON.stringify(request.body));
		tools = offered.map((each) => each.function);
		answers = messages.filter(({ role }) => role === 'tool').map(({ content }) => content);
		const turn = turns[heard.length - 1] ?? turns.at(-1);
		if (turn) return take(turn, heard.length, reply);
		if (answers.length > 0) return completion({ content: 'Done.' });
		return completion({ tool_calls: calls.map((values, n) => callOf(tools[0]?.name, values, n)) });
	});
	const address = await app.listen({ host: '127.0.0.1', port: 0 });
	return {
		url: `${address}/v1`,
		willCallWith: (...values) => (calls = values),
		will(...written) {
			turns = written;
			heard = [];
		},
		heard: () => heard,
		offered: () => tools,
		toolAnswers: () => answers,
		stop: async () => await app.close(),
	};
}

/** @param round counted from 1; calls of different rounds need different IDs */
function take(turn: Turn, round: number, reply: FastifyReply): unknown {
	if ('status' in turn)
		return reply.status(turn.status).send({ error: { message: 'Out of order' } });
	if ('say' in turn) return completion({ content: turn.say });
	const calls = turn.call.map(([tool, values], n) => callOf(tool, values, `${round}-${n}`));
	return completion({ tool_calls: calls });
}

function callOf(name: string | undefined, values: object, id: number | string): object {
	const called = { name, arguments: JSON.stringify(values) };
	return { id: `call-${id}`, type: 'function', function: called };
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
