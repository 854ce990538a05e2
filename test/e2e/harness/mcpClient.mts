import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';

/** What a language model sees of one call of a tool. */
export interface ToolAnswer {
	text: string;
	isError: boolean;
}

/**
 * A client of MCP's own SDK, as AI clients have it, connected to a server over streamable HTTP.
 *
 * @param token is sent as a bearer token; left out: none
 * @throws Error if the server refuses it
 */
export async function connectMcp(url: string, token?: string) {
	const client = new Client({ name: 'tests', version: '1.0.0' });
	const headers: Record<string, string> =
		token === undefined ? {} : { authorization: `Bearer ${token}` };
	const transport = new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } });
	await client.connect(transport);
	return {
		instructions: client.getInstructions() ?? '',
		tools: (await client.listTools()).tools,
		async call(name: string, input: Record<string, unknown>): Promise<ToolAnswer> {
			const { content, isError } = await client.callTool({ name, arguments: input });
			const [{ text }] = content as Array<{ text: string }>;
			return { text, isError: isError === true };
		},
		async close() {
			await transport.terminateSession();
			await client.close();
		},
	};
}

export type McpClient = Awaited<ReturnType<typeof connectMcp>>;
