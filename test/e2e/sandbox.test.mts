import { execa } from 'execa';
import { afterEach, expect, it } from 'vitest';
import { join } from 'node:path';
import { credentialIds, readExamples } from '../../sandbox/n8n/demo.mts';
import { root } from '../../sandbox/n8n/paths.mts';
import { freePort } from '../../sandbox/ports.mts';
import { waitFor } from '../../sandbox/service/waitFor.mts';
import { useFolders } from '../processes.mts';
import { connectOAuth2 } from './harness/oauth2.mts';
import { N8nRest } from './harness/rest.mts';
import { chainWorkflow } from './harness/workflows.mts';

/** `npm start` itself, in a user folder of its own. */
const newFolder = useFolders();
const running: Array<() => Promise<unknown>> = [];
afterEach(async () => {
	for (const stop of running.splice(0)) await stop();
});
const EVENTS_WORKFLOW = 'EnergyEvents0001';
const OAUTH2_WORKFLOW = 'SandboxOAuth2001';
const login = { email: 'demo@nordlicht.example', password: 'demo-password' };

const somePort = () => 20_000 + Math.floor(Math.random() * 9_000);

function start(userFolder: string, port: number, servicePort: number, ...more: string[]) {
	const ports = ['--port', String(port), '--service-port', String(servicePort)];
	const args = [join(root, 'sandbox', 'start.mts'), ...ports, '--user-folder', userFolder, ...more];
	const child = execa(process.execPath, args, { all: true, reject: false, stdin: 'ignore' });
	let said = '';
	child.all.on('data', (chunk: Buffer) => (said += chunk.toString()));
	const until = async (words: string) =>
		await waitFor(() => said.includes(words), { timeout: 480_000, message: `Not said: ${words}` });
	const stop = async () => {
		child.kill('SIGINT');
		return await child;
	};
	running.push(stop);
	return { until, stop, said: () => said };
}

/** What the editor chooses for a new action node. */
async function chosenFor(rest: N8nRest): Promise<string | undefined> {
	const all = await rest.call<Array<Record<'name' | 'type' | 'updatedAt', string>>>(
		...(['GET', '/rest/credentials'] as const),
	);
	return all
		.filter(({ type }) => /energyProjects(OAuth2)?Api/.test(type))
		.sort((a, b) => b.updatedAt.localeCompare(a.updatedAt))[0]?.name;
}

const steps = [{ name: 'Projects', parameters: {} }];
const readProjects = chainWorkflow(OAUTH2_WORKFLOW, [{}], steps, 'oAuth2');

it(
	'npm start brings service and n8n, and the next start finds all that was done and connected',
	{ timeout: 900_000 },
	async () => {
		const folder = newFolder();
		const [port, servicePort] = [await freePort(), somePort()];
		const first = start(folder, port, servicePort);
		await first.until('Ctrl-C stops everything');
		expect(first.said()).toMatch(/^Steps 1 and 2 are done[^]+\nStep 3 of 4: [^]+\nStep 4 of 4: /);
		const rest = new N8nRest(`http://127.0.0.1:${port}`);
		await rest.logIn();
		type Saved = Array<{ id: string; active: boolean }>;
		const workflows = await rest.call<Saved>('GET', '/rest/workflows');
		const examples = readExamples();
		const idsOf = (list: ReadonlyArray<{ id: string }>) => list.map(({ id }) => id).sort();
		expect(idsOf(workflows)).toEqual(idsOf(examples));
		expect(workflows.filter(({ active }) => active)).toEqual([]);
		expect(await chosenFor(rest)).toBe('Energy Projects (API key)');

		// The webhooks of the examples are registered: one that is published gets the next event.
		await rest.publish(EVENTS_WORKFLOW);
		const service = ['--service', `http://127.0.0.1:${servicePort}`];
		const edit = [join(root, 'sandbox', 'command.mts'), 'edit-project', ...service];
		await execa(process.execPath, edit);
		const hasStarted = async () => (await rest.executionIds(EVENTS_WORKFLOW)).length === 1;
		await waitFor(hasStarted, { timeout: 30_000, message: 'No event started the example' });

		await connectOAuth2(rest, credentialIds.oAuth2, login);
		await rest.call('POST', '/rest/workflows', readProjects);
		expect((await rest.run(OAUTH2_WORKFLOW, 'Start')).status).toBe('success');
		const gone = examples[0]?.id ?? '';
		await rest.call('POST', `/rest/workflows/${gone}/archive`);
		await rest.call('DELETE', `/rest/workflows/${gone}`);
		const page = await (await fetch(`http://127.0.0.1:${servicePort}/`)).text();
		expect(page).toContain('Wärmepumpe');
		const records = async (at: number): Promise<unknown> => {
			const headers = { 'x-api-key': 'demo-key-nordlicht-0001' };
			const path = `http://127.0.0.1:${at}/api/v1/projects`;
			return await (await fetch(path, { headers })).json();
		};
		const kept = await records(servicePort);
		expect((await first.stop()).exitCode).toBe(0);
		expect(first.said()).toMatch(/Stopping …\s*$/);

		// Other ports, as if somebody else had taken them.
		const second = start(folder, port, servicePort + 10);
		await second.until('Ctrl-C stops everything');
		const again = new N8nRest(rest.url);
		await again.logIn();
		expect(await chosenFor(again)).toBe('Energy Projects (API key)');
		expect((await again.run(OAUTH2_WORKFLOW, 'Start')).errors).toEqual({});
		expect((await again.raw('GET', `/rest/workflows/${gone}`)).status).toBe(404);
		expect(await records(servicePort + 10)).toEqual(kept);
		await second.stop();

		const fresh = start(folder, port, servicePort, '--fresh');
		await fresh.until('Packing it');
		expect(fresh.said()).toContain(`deleting ${folder}`);
		expect((await fresh.stop()).exitCode).toBe(0);
	},
);
