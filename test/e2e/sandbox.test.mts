import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { credentialIds, demoCredentials, readExamples } from '../../sandbox/n8n/demo.mts';
import {
	importMissingExamples,
	preferApiKey,
	publishedTriggers,
	refreshAddresses,
} from '../../sandbox/n8n/demoContents.mts';
import { addressesIn } from '../../sandbox/n8n/demoFolder.mts';
import { readStamp, writeStamp } from '../../sandbox/n8n/demoStamp.mts';
import { startService } from '../../sandbox/service/start.mts';
import { recordsOf } from '../shared.mts';
import { picture, useBrowser } from './harness/browser.mts';
import { SECRET, useStack } from './harness/stack.mts';

interface Saved {
	id: string;
	name: string;
	type: string;
	updatedAt: string;
	versionId: string;
	active: boolean;
	nodes: Array<{ name: string; parameters: Record<string, unknown> }>;
	data: Record<string, unknown>;
}

const stack = useStack({ workflows: [] });
const newPage = useBrowser(stack);
const EVENTS = 'EnergyEvents0001';
const EVENTS_WEBHOOK = 'e1000000-7c1e-4a5b-9d42-000000000001';
const CATCH_UP_WEBHOOK = 'e7000000-7c1e-4a5b-9d42-000000000007';
const CLOSING = 'EnergyClosing000';
const SAMPLES = 'EnergySamples001';

const demoOf = (service = stack().service) => ({
	...service,
	apiKey: service.company.apiKey,
	signingSecret: SECRET,
});
const folder = () => stack().options.userFolder;
const said: string[] = [];
/** What `npm start` does once n8n runs. */
async function start(service = stack().service, examples = readExamples()): Promise<void> {
	said.length = 0;
	await importMissingExamples(stack().rest, folder(), (line) => said.push(line), examples);
	await refreshAddresses(stack().rest, demoOf(service), folder());
	await preferApiKey(stack().rest);
}
const workflow = async (id: string) =>
	await stack().rest.call<Saved>('GET', `/rest/workflows/${id}`);
const credential = async (id: string) =>
	await stack().rest.call<Saved>('GET', `/rest/credentials/${id}?includeData=true`);
const save = async (kind: 'workflows' | 'credentials', saved: Saved) =>
	await stack().rest.call('PATCH', `/rest/${kind}/${saved.id}`, saved);
async function newestOf(types: string[]): Promise<string | undefined> {
	const all = await stack().rest.call<Saved[]>('GET', '/rest/credentials');
	return all
		.filter(({ type }) => types.includes(type))
		.sort((a, b) => b.updatedAt.localeCompare(a.updatedAt))[0]?.name;
}

beforeAll(async () => {
	const credentials = Object.fromEntries(
		demoCredentials(demoOf()).map(({ id, data }) => [id, addressesIn(data)]),
	);
	writeStamp(folder(), { credentials, workflows: {} });
	await start();
});

describe('the first start of the sandbox', () => {
	it('imports every example, publishes those that start by themselves, and says so', async () => {
		expect(said).toEqual(readExamples().map(({ name }) => `Importing the example "${name}" …`));
		expect((await workflow(EVENTS)).active).toBe(true);
		expect((await workflow(SAMPLES)).active).toBe(false);
		expect(await publishedTriggers(stack().rest)).toEqual([CATCH_UP_WEBHOOK, EVENTS_WEBHOOK]);
	});

	it('leads a newcomer to a list of projects, and no click fails', async () => {
		const page = await newPage();
		await page.goto(stack().n8n.url);
		await page.getByRole('button', { name: 'Create workflow' }).click();
		await page.getByTestId('canvas-add-button').locator('button').click();
		await page.getByTestId('node-creator-search-bar').fill('energy projects');
		await page
			.getByTestId('node-creator-item-name')
			.filter({ hasText: /^Energy Projects$/ })
			.click();
		await page.getByText(/^Actions \(/).click();
		await page.getByText(/^Get many projects$/i).click();
		const chosen = page.getByTestId('node-credentials-select').locator('input');
		await chosen.waitFor();
		expect(await chosen.inputValue()).toBe('Energy Projects (API key)');
		await page.getByTestId('node-execute-button').click();
		const count = page.getByTestId('run-data-item-count');
		await count.getByText(`${recordsOf(stack().service, 'project').length} items`).waitFor();
		await picture(page, 'newcomer');
	});

	it('tells a person who chose the unconnected OAuth2 credential what to click, above the list too', async () => {
		const page = await newPage();
		const authentication = 'oAuth2';
		const node = {
			id: '00000000-0000-4000-8000-000000000001',
			name: 'Get a project',
			type: 'n8n-nodes-energy-projects.energyProjects',
			typeVersion: 1,
			position: [0, 0],
			parameters: {
				authentication,
				operation: 'get',
				projectId: { __rl: true, mode: 'list', value: '' },
			},
			credentials: { energyProjectsOAuth2Api: { id: credentialIds.oAuth2, name: 'OAuth2' } },
		};
		const id = 'NotConnected0001';
		await stack().rest.call('POST', '/rest/workflows', {
			id,
			name: id,
			nodes: [node],
			connections: {},
			settings: {},
		});
		await page.goto(`${stack().n8n.url}/workflow/${id}`);
		await page.getByTestId('canvas-default-node').dblclick();
		await page.getByTestId('rlc-input').click();
		await page
			.getByText(/This account is not connected yet/)
			.first()
			.waitFor();
		await picture(page, 'not-connected-list');
	});
});

describe('the next start of the sandbox', () => {
	it('leaves a changed example as it is, also where its file has changed and the ports are others', async () => {
		const mine = await workflow(CLOSING);
		mine.nodes[0].parameters.content = 'My own note';
		await save('workflows', mine);
		const changed = readExamples().map((example) =>
			example.id === CLOSING ? { ...example, name: 'Close projects, improved' } : example,
		);
		const other = await startService();
		await stack().restart();
		await start(other, changed);

		const { nodes, name } = await workflow(CLOSING);
		expect(nodes[0].parameters.content).toBe('My own note');
		expect(name).toBe('Close projects after their installation');
		expect(said).toEqual([
			'The example "Close projects, improved" has changed since it was imported; yours stays as it is. To get the new one, import its file from examples/.',
		]);
		// Its credential goes where the service is now.
		const { status } = await stack().rest.run(CLOSING, 'Every Monday');
		expect(status).toBe('success');
		expect(other.requests.length).toBeGreaterThan(0);
		await other.close();
		await start();
	});

	it('says that an example has changed only once', async () => {
		await start();
		expect(said).toEqual([]);
	});

	it('does not bring back an example that was deleted', async () => {
		await stack().rest.call('POST', `/rest/workflows/${SAMPLES}/archive`);
		await stack().rest.call('DELETE', `/rest/workflows/${SAMPLES}`);
		await start();
		expect((await stack().rest.raw('GET', `/rest/workflows/${SAMPLES}`)).status).toBe(404);
		expect(said).toEqual([]);
	});

	it('publishes an example that a start left behind which was broken off', async () => {
		const { workflows, credentials } = readStamp(folder());
		await stack().rest.call('POST', `/rest/workflows/${EVENTS}/deactivate`);
		const others = Object.fromEntries(Object.entries(workflows).filter(([id]) => id !== EVENTS));
		writeStamp(folder(), { workflows: others, credentials });
		await start();
		expect((await workflow(EVENTS)).active).toBe(true);
	});

	it('registers no trigger of an example that is not published', async () => {
		await stack().rest.call('POST', `/rest/workflows/${EVENTS}/deactivate`);
		await start();
		expect(await publishedTriggers(stack().rest)).toEqual([CATCH_UP_WEBHOOK]);
	});

	it('keeps an address that a person has entered, and everything else of a credential', async () => {
		const mine = await credential(credentialIds.apiKey);
		const data = { ...mine.data, baseUrl: 'https://real.example' };
		await save('credentials', { ...mine, name: 'My own', data });
		const other = await startService();
		await start(other);
		await other.close();
		const after = await credential(credentialIds.apiKey);
		expect(after).toMatchObject({ name: 'My own', data: { baseUrl: 'https://real.example' } });
		expect((await credential(credentialIds.oAuth2)).data.baseUrl).toBe(other.baseUrl);
	});

	it('lets the editor choose the API key, although the OAuth2 credential was changed last', async () => {
		const types = ['energyProjectsApi', 'energyProjectsOAuth2Api'];
		await sleep(10);
		await save('credentials', await credential(credentialIds.oAuth2));
		expect(await newestOf(types)).toBe('Energy Projects (OAuth2)');
		await start();
		expect(await newestOf(types)).toBe('My own');
	});
});
