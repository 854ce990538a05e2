import Fastify from 'fastify';

interface Tool {
	type: string;
	function: { name: string; parameters?: { properties?: Record<string, unknown> } };
}

/** One question of the agent. */
export interface Asked {
	tools?: Tool[];
	messages: Array<{ role: string; content: unknown }>;
	stream?: boolean;
}

/** What the model answers: a tool to call, or words. */
export type Answer = { tool: string; input: Record<string, unknown> } | { words: string };

/** A stand-in for a language model: OpenAI's interface for chats, with answers that are known beforehand. */
export async function startLanguageModel() {
	const asked: Asked[] = [];
	const answers: Answer[] = [];
	const app = Fastify();
	app.post<{ Body: Asked }>('/v1/chat/completions', async ({ body }, reply) => {
		asked.push(body);
		const answer = answers.shift() ?? { words: 'I do not know.' };
		const message = messageOf(answer);
		const finish = 'tool' in answer ? 'tool_calls' : 'stop';
		const common = { id: `chat-${asked.length}`, created: 0, model: 'stand-in' };
		const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
		if (body.stream !== true) {
			const choices = [{ index: 0, message, finish_reason: finish }];
			return { ...common, object: 'chat.completion', choices, usage };
		}
		const chunk = (delta: object, end: string | null) => {
			const choices = [{ index: 0, delta, finish_reason: end }];
			return `data: ${JSON.stringify({ ...common, object: 'chat.completion.chunk', choices })}\n\n`;
		};
		return await reply
			.type('text/event-stream')
			.send(`${chunk(message, null)}${chunk({}, finish)}data: [DONE]\n\n`);
	});
	const url = await app.listen({ port: 0, host: '127.0.0.1' });
	return { url: `${url}/v1`, asked, answers, close: async () => await app.close() };
}

export type LanguageModel = Awaited<ReturnType<typeof startLanguageModel>>;

const messageOf = (answer: Answer) =>
	'words' in answer
		? { role: 'assistant', content: answer.words }
		: {
				role: 'assistant',
				content: null,
				tool_calls: [
					{
						...{ index: 0, id: 'call-1', type: 'function' },
						function: { name: answer.tool, arguments: JSON.stringify(answer.input) },
					},
				],
			};
