import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { credentialIds } from '../../../sandbox/n8n/demo.mts';
import { byId, recordsOf } from '../../shared.mts';
import { panelOf } from '../harness/byHand.mts';
import { openWorkflow, stack } from './editor.mts';
import { chainWorkflow, link, node, workflow } from '../harness/workflows.mts';
import { startLanguageModel } from '../standIns/languageModel.mts';
import type { LanguageModel } from '../standIns/languageModel.mts';

// Nothing that is erased, lost or mistaken, as far as it takes a real n8n or its editor to show it.

const customers = () => recordsOf(stack().service, 'customer');

const post = async (body: object) =>
	(await stack().rest.call<{ id: string }>('POST', '/rest/workflows', body)).id;

let count = 0;
const newId = () => `RightRecord${String(++count).padStart(5, '0')}`;

type Credential = { id: string; type: string };

it('a credential with the key of the item: P-001 of two companies, each with its own value', async () => {
	const { service, rest } = stack();
	const data = { baseUrl: service.baseUrl, apiKey: '={{ $json.key }}' };
	const energyProjectsApi = await rest.credential('energyProjectsApi', data, 'Key of the item');
	const companies = [service.company, service.otherCompany];
	const items = companies.map(({ apiKey, companyName }) => ({ key: apiKey, name: companyName }));
	const projectUpdateFields = { name: '={{ $json.name }}' };
	const parameters = { operation: 'update', projectId: byId('P-001'), projectUpdateFields };
	const made = chainWorkflow(newId(), items, [{ name: 'Node', parameters }]);
	const [start, one] = made.nodes;
	const nodes = [start, { ...one, credentials: { energyProjectsApi } }];
	const { errors } = await rest.run(await post({ ...made, nodes }), 'Start');
	expect(errors).toEqual({});
	const stored = companies.flatMap(({ id }) => service.store.list('project', id));
	const changed = stored.filter(({ humanId }) => humanId === 'P-001');
	expect(changed.map(({ name }) => name)).toEqual(items.map(({ name }) => name));
});

const fromAi = (name: string) => `={{ $fromAI("${name}", "", "string", "") }}`;
const TOOL = 'update_customer';

/** An agent with the node as its tool. */
function agentWorkflow(typeVersion: number, customerId: string, credential: Credential) {
	const langchain = '@n8n/n8n-nodes-langchain.';
	const value = { city: fromAi('city') };
	const agent = { agent: 'toolsAgent', promptType: 'define', text: '?' };
	const model = { model: { __rl: true, mode: 'id', value: 'any' } };
	const names = { firstName: fromAi('first'), lastName: fromAi('last') };
	const others = { phoneNumber: fromAi('phone'), companyName: fromAi('company') };
	const tool = {
		...{ descriptionType: 'manual', toolDescription: 'Changes a customer.' },
		...{ resource: 'customer', operation: 'update', customerId: byId(customerId) },
		customerUpdateFields: { ...names, ...others, email: fromAi('email'), address: { value } },
		options: { emptyValues: 'clear' },
	};
	const key = { energyProjectsApi: { id: credentialIds.apiKey, name: 'API key' } };
	const ofModel = { [credential.type]: credential };
	const nodes = [
		node('Start', 'n8n-nodes-base.manualTrigger', {}),
		{ ...node('Agent', `${langchain}agent`, agent), typeVersion },
		{ ...node('Model', `${langchain}lmChatOpenAi`, model, ofModel), typeVersion: 1.2 },
		node(TOOL, 'n8n-nodes-energy-projects.energyProjectsTool', tool, key),
	];
	const toAgent = { Start: { main: [[link('Agent')]] } };
	const sub = (type: string) => ({ [type]: [[{ ...link('Agent'), type }]] });
	return workflow(newId(), nodes, {
		pinData: { Start: [{ json: {} }] },
		connections: { ...toAgent, Model: sub('ai_languageModel'), [TOOL]: sub('ai_tool') },
	});
}

describe('an AI agent', () => {
	let model: LanguageModel;
	let credential: Credential;
	beforeAll(async () => {
		model = await startLanguageModel();
		const data = { apiKey: 'model-key', url: model.url };
		credential = await stack().rest.credential('openAiApi', data);
	});
	afterAll(async () => await model.close());

	it.each([1.7, 2.2, 3.1])('of version %d loses nothing by its words', async (version) => {
		const [before] = customers().filter((one) => one.phoneNumber && one.email && one.address);
		const company = `Agent ${version} GmbH`;
		const none = { phone: 'null', city: 'undefined', first: 'NULL', last: ' none ', email: 'n/a' };
		model.answers.push({ tool: TOOL, input: { ...none, company } }, { words: 'Done.' });
		const id = await post(agentWorkflow(version, before.id, credential));
		const { outputs, errors } = await stack().rest.run(id, 'Start');
		expect(errors).toEqual({});
		expect(outputs.Agent[0][0].json.output).toBe('Done.');
		const { updatedAt, ...rest } = before;
		const [after] = customers().filter((one) => one.id === before.id);
		expect(after).toMatchObject({ ...rest, companyName: company });
		expect(after.updatedAt).not.toBe(updatedAt);
	});

	it('is not offered Map Automatically in the editor', async () => {
		const id = await post(agentWorkflow(3.1, customers()[0].id, credential));
		const page = await openWorkflow(id);
		await page
			.locator(`[data-test-id="canvas-node"][data-node-name="${TOOL}"]`)
			.locator('[data-test-id="canvas-configuration-node"]')
			.dblclick();
		await panelOf(page).getByText('Phone Number').first().waitFor();
		const text = await panelOf(page).innerText();
		expect(text).not.toMatch(/Data to Send|Map Automatically|Mark of Text|\blength\b/i);
	});
});
