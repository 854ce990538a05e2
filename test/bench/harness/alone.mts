// The node alone on n8n's own engine in a process of its own, where nothing else takes time or memory.
import '../../integration/harness/setup.mts';
import { rmSync } from 'node:fs';
import type { AloneResult, AloneRun } from './growing.mts';

const { baseUrl, apiKey, parameters, items } = JSON.parse(process.argv[2]) as AloneRun;
const { runNode } = await import('../../integration/harness/n8n/engine.mts');
const credentials = { energyProjectsApi: { baseUrl, apiKey } };
const run = async (count: number) =>
	await runNode({
		parameters,
		credentials,
		items: Array.from({ length: count }, (_, number) => ({ number })),
	});

// What is only compiled and loaded once is not what grows.
await runNode({ parameters: { resource: 'account', operation: 'get' }, credentials });
global.gc?.();
const before = process.resourceUsage().maxRSS;
const began = performance.now();
const { json, error } = await run(items);
const seconds = (performance.now() - began) / 1000;
if (error !== undefined) throw error;
const megabytes = (process.resourceUsage().maxRSS - before) / 1024;
const result: AloneResult = { seconds, megabytes, count: json.length };
process.stdout.write(JSON.stringify(result));
rmSync(process.env.N8N_USER_FOLDER ?? '', { recursive: true, force: true });
process.exit();
