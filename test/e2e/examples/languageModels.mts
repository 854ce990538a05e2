import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OWN_CONNECTION } from '../../../sandbox/service/delivery.mts';
import { recordsOf } from '../../shared.mts';
import { importFilledIn } from '../harness/liveExample.mts';
import type { Stack } from '../harness/stack.mts';
import { startLanguageModel } from '../standIns/languageModel.mts';
import type { Answer, LanguageModel } from '../standIns/languageModel.mts';

const ASK = 'EnergyAsk0000001';
const SERVER = 'EnergyMcpServer1';
const TOKEN = 'token-of-the-mcp-tests-0123456789';

/** The chat, with a stand-in for the language model, and the server for MCP clients, with MCP's own client. */
export const languageModelExamples = (stack: () => Stack) => {
	const projects = () => recordsOf(stack().service, 'project');
	describe('ask about projects', () => {
		let model: LanguageModel;
		let credential: { id: string; type: string };
		beforeAll(async () => {
			model = await startLanguageModel();
			const data = { apiKey: 'model-key', url: model.url };
			credential = await stack().rest.credential('openAiApi', data);
		});
		afterAll(async () => await model.close());

		let count = 0;
		const ask = async (...answers: Answer[]) => {
			model.answers.push(...answers);
			const json = { chatInput: '?', sessionId: `session ${++count}`, action: 'sendMessage' };
			const filled = {
				credentials: { '@n8n/n8n-nodes-langchain.lmChatOpenAi': credential },
				pinData: { Chat: [{ json }] },
			};
			const id = await importFilledIn(stack(), ASK, filled, count);
			const { errors, outputs } = await stack().rest.run(id, 'Chat');
			expect(errors).toEqual({});
			const { messages } = model.asked[model.asked.length - 1];
			return {
				answer: outputs['Answer from the projects'][0][0].json.output,
				read: String(messages.filter(({ role }) => role === 'tool').at(-1)?.content),
			};
		};

		it('hands over what the model asks for, and nothing to write with or to write to', async () => {
			const { requests } = stack().service;
			const before = requests.length;
			const [project] = projects();
			const words = { words: 'There is one.' };
			const input = { search: String(project.name), operation: 'delete' };
			const found = await ask({ tool: 'find_projects', input }, words);
			expect(found.answer).toBe('There is one.');
			expect(found.read).toContain(project.id);
			const customers = await ask({ tool: 'find_customers', input: { search: '' } }, words);
			expect(customers.read).toContain('lastName');
			expect(customers.read).not.toMatch(/@|\+49/);
			const methods = requests.slice(before).map(({ method }) => method);
			expect(new Set(methods)).toEqual(new Set(['GET']));
		});
	});

	describe('tools for MCP clients', () => {
		let url: string;
		let client: Awaited<ReturnType<typeof connectMcp>>;
		beforeAll(async () => {
			const credential = await stack().rest.credential('httpBearerAuth', { token: TOKEN });
			const credentials = { '@n8n/n8n-nodes-langchain.mcpTrigger': credential };
			await stack().rest.publish(await importFilledIn(stack(), SERVER, { credentials }));
			url = `${stack().n8n.url}/mcp/energy-projects`;
			client = await connectMcp(url, TOKEN);
		});
		afterAll(async () => await client.close());

		/** The IDs of the records that a tool returned. */
		const idsFound = async (tool: string, input: Record<string, unknown> = {}) => {
			const { text, isError } = await client.call(tool, input);
			expect({ text, isError }).toEqual({ text, isError: false });
			return (JSON.parse(text) as Array<{ id: string }>).map(({ id }) => id).sort();
		};
		const idsOf = (records: ReadonlyArray<{ id: string }>) => records.map(({ id }) => id).sort();

		it('say what they are for, and which arguments they take and need', () => {
			const offered = client.tools.map(({ name, inputSchema: { properties, required } }) => [
				name,
				String(Object.keys(properties ?? {}).sort()),
				(required ?? []).join(),
			]);
			expect(offered).toEqual([
				['find_projects', 'customer,installed_from,installed_until,kind,limit,search,status', ''],
				['get_project', 'project', 'project'],
				['find_customers', 'limit,search', ''],
				['get_account', '', ''],
				['list_documents', 'limit,project', 'project'],
			]);
			for (const { description } of client.tools) expect(description).toMatch(/\.$/);
			expect(client.instructions).toContain('Never take it for 0');
		});

		it('find records by words, status, kind, day and customer, and read them by human ID and ID', async () => {
			const { store, company } = stack().service;
			const [, project] = projects().filter((one) => one.installationDate && one.customerId);
			const { customerId, humanId, installationDate: day } = project;
			const customer = store.customers.get(String(customerId));
			const wanted: Array<[input: object, isOne: (record: typeof project) => boolean]> = [
				[{ search: humanId }, ({ id }) => id === project.id],
				[{ status: 'completed,archived' }, ({ status }) => status !== 'inProgress'],
				[{ kind: 'leads' }, ({ isLead }) => isLead === true],
				[{ installed_from: day, installed_until: day }, (one) => one.installationDate === day],
				[{ customer: customer?.humanId }, (one) => one.customerId === customerId],
				[{ search: 'no project is called so' }, () => false],
			];
			for (const [input, isOne] of wanted) {
				const found = await idsFound('find_projects', { limit: 100, ...input });
				expect([input, found]).toEqual([input, idsOf(projects().filter(isOne))]);
			}
			expect(await idsFound('get_project', { project: humanId })).toEqual([project.id]);
			expect(await idsFound('get_project', { project: project.id })).toEqual([project.id]);
			expect(await idsFound('find_customers', { search: customer?.humanId })).toEqual([customerId]);
			expect(await idsFound('get_account')).toEqual([company.id]);
			const documents = [...store.documents.values()];
			const [{ projectId }] = documents.filter((one) => one.projectId !== null);
			expect(await idsFound('list_documents', { project: projectId })).toEqual(
				idsOf(documents.filter((one) => one.projectId === projectId)),
			);
		});

		it('leave room for the conversation, and give no email address or phone number', async () => {
			const tools = ['find_projects', 'find_customers'];
			const lists = await Promise.all(tools.map(async (tool) => await client.call(tool, {})));
			for (const { text } of lists) {
				expect(JSON.parse(text)).toHaveLength(20);
				// Four characters are about one token.
				expect(text.length).toBeLessThan(8_000);
				expect(text).not.toMatch(/@|\+49/);
			}
			expect(await idsFound('find_projects', { limit: 0 })).toHaveLength(20);
		});

		it.each([
			['an unknown project', { project: 'P-99999' }, /P-99999/],
			['no project', {}, /Required\s+→ at project/],
		])('answer %s in a sentence', async (_, input, says) => {
			const { text, isError } = await client.call('get_project', input);
			expect(isError).toBe(true);
			expect(text).toMatch(says);
			expect(text).not.toMatch(/\n\s+at |node_modules|\.js\b|\[object/);
			expect(text.length).toBeLessThan(500);
		});

		it('are there only for clients with the token, and only to read', async () => {
			for (const token of [undefined, `${TOKEN}0`]) {
				await expect(connectMcp(url, token)).rejects.toThrow('Authorization data is wrong!');
			}
			const { requests } = stack().service;
			const before = requests.length;
			const [{ id }] = projects();
			const more = { operation: 'delete', resource: 'project', projectId: id };
			expect(await idsFound('get_project', { project: id, ...more })).toEqual([id]);
			const methods = requests.slice(before).map(({ method }) => method);
			expect(new Set(methods)).toEqual(new Set(['GET']));
		});
	});
};

/**
 * A client of MCP's own SDK, as AI clients have it, connected to a server over streamable HTTP.
 *
 * @param token is sent as a bearer token; left out: none
 * @throws Error if the server refuses it
 */
export async function connectMcp(url: string, token?: string) {
	const client = new Client({ name: 'tests', version: '1.0.0' });
	const headers: Record<string, string> = {
		...OWN_CONNECTION,
		...(token !== undefined && { authorization: `Bearer ${token}` }),
	};
	const transport = new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } });
	await client.connect(transport);
	return {
		instructions: client.getInstructions() ?? '',
		tools: (await client.listTools()).tools,
		async call(name: string, input: Record<string, unknown>) {
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
