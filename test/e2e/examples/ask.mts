import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordsOf } from '../../shared.mts';
import { startLanguageModel } from '../harness/languageModel.mts';
import type { Answer, LanguageModel } from '../harness/languageModel.mts';
import { exampleOf, importFilledIn } from '../harness/liveExample.mts';
import type { Stack } from '../harness/stack.mts';

const ID = 'EnergyAsk0000001';
const READS = ['get', 'getAll'];

/** The agent that answers questions, with a stand-in for the language model. */
export const askExample = (stack: () => Stack) =>
	describe('ask about projects', () => {
		let model: LanguageModel;
		let credential: { id: string; type: string };
		beforeAll(async () => {
			model = await startLanguageModel();
			const type = 'openAiApi';
			const { id } = await stack().rest.call<{ id: string }>('POST', '/rest/credentials', {
				name: 'Language model (stand-in)',
				type,
				data: { apiKey: 'model-key', url: model.url },
			});
			credential = { id, type };
		});
		afterAll(async () => await model.close());

		let count = 0;
		const ask = async (chatInput: string, answers: Answer[]) => {
			model.answers.push(...answers);
			const sessionId = `session ${++count}`;
			const id = await importFilledIn(
				stack(),
				ID,
				{
					credentials: { '@n8n/n8n-nodes-langchain.lmChatOpenAi': credential },
					pinData: { Chat: [{ json: { chatInput, sessionId, action: 'sendMessage' } }] },
				},
				count,
			);
			const { errors, outputs } = await stack().rest.run(id, 'Chat');
			expect(errors).toEqual({});
			return outputs['Answer from the projects'][0][0].json.output;
		};
		const toolAnswer = () => {
			const { messages } = model.asked[model.asked.length - 1];
			return String(messages.filter(({ role }) => role === 'tool').at(-1)?.content);
		};

		it('reads what the model asks for, and hands it to the model', async () => {
			const [project] = recordsOf(stack().service, 'project').filter(
				({ status }) => status === 'inProgress',
			);
			const answer = await ask('Which projects are there?', [
				{
					tool: 'find_projects',
					input: { search: String(project.name), status: 'inProgress' },
				},
				{ words: 'There is one.' },
			]);
			expect(answer).toBe('There is one.');
			expect(toolAnswer()).toContain(project.id);
			expect(toolAnswer()).toContain('buildingHeatLoadKw');

			await ask(`What about ${String(project.humanId)}?`, [
				{ tool: 'get_project', input: { project: String(project.humanId) } },
				{ words: 'It is fine.' },
			]);
			expect(toolAnswer()).toContain('heatPumpSizing');
		});

		it('finds customers without handing over their email addresses and phone numbers', async () => {
			await ask('Who are our customers?', [
				{ tool: 'find_customers', input: { search: '' } },
				{ words: 'Many.' },
			]);
			expect(toolAnswer()).toContain('lastName');
			expect(toolAnswer()).not.toMatch(/@|\+49/);
		});

		it('gives the model nothing to write with', async () => {
			const { requests } = stack().service;
			const before = requests.length;
			await ask('Delete everything!', [
				{ tool: 'get_project', input: { project: 'P-001', operation: 'delete' } },
				{ words: 'I can only read.' },
			]);
			expect(requests.length).toBeGreaterThan(before);
			expect(requests.slice(before).filter(({ method }) => method !== 'GET')).toEqual([]);

			const tools = exampleOf(ID).nodes.filter(({ type }) => type.endsWith('.energyProjectsTool'));
			expect(tools.map(({ parameters }) => READS.includes(String(parameters.operation)))).toEqual(
				tools.map(() => true),
			);
			const offered = (model.asked[0].tools ?? []).map((tool) => [
				tool.function.name,
				Object.keys(tool.function.parameters?.properties ?? {}).sort(),
			]);
			expect(Object.fromEntries(offered)).toEqual({
				find_projects: [
					'customer',
					'installed_from',
					'installed_until',
					'kind',
					'limit',
					'search',
					'status',
				],
				get_project: ['project'],
				find_customers: ['city', 'limit', 'search'],
				get_account: [],
				list_documents: ['limit', 'project'],
			});
		});
	});
