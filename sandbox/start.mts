// npm start: the local service and a real n8n with the package, credentials and example workflows in it.
import { join } from 'node:path';
import { beginning } from '../scripts/startTime.mjs';
import { elapsed, StepError } from '../scripts/steps.mjs';
import { closingWords, USAGE } from './closingWords.mts';
import { readCommandLine } from './commandLine.mts';
import { DEMO_SIGNING_SECRET, webhookUrl } from './n8n/demo.mts';
import type { DemoService } from './n8n/demo.mts';
import {
	importMissingExamples,
	preferApiKey,
	publishedTriggers,
	refreshAddresses,
} from './n8n/demoContents.mts';
import { prepareDemoFolder, throwAway } from './n8n/demoFolder.mts';
import { ensureN8n, SetupError } from './n8n/install.mts';
import { startN8n } from './n8n/instance.mts';
import type { RunningN8n } from './n8n/instance.mts';
import { warningIn } from './n8n/nodeWarnings.mts';
import { root } from './n8n/paths.mts';
import { N8nRest, owner } from './n8n/rest.mts';
import { requireFree } from './ports.mts';
import { eventKinds } from './service/records.mts';
import { startService } from './service/start.mts';
import type { RunningService } from './service/start.mts';

const { values } = readCommandLine(USAGE, {
	options: {
		port: { type: 'string', default: '5678' },
		'service-port': { type: 'string', default: '7070' },
		'user-folder': { type: 'string', default: join(root, '.local', 'demo') },
		fresh: { type: 'boolean', default: false },
	},
});
const port = Number(values.port);
const servicePort = Number(values['service-port']);
const userFolder = values['user-folder'];
const began = beginning();

const parts: { service?: RunningService; n8n?: RunningN8n } = {};
const ending = new AbortController();
const starting = start();

async function end(code: number): Promise<never> {
	ending.abort();
	// Whatever is running ends too: a compiler, n8n's import, n8n.
	await starting.catch(() => undefined);
	await parts.n8n?.stop();
	await parts.service?.close();
	process.exit(code);
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
	process.on(signal, () => {
		if (ending.signal.aborted) return;
		console.log('\nStopping …');
		void end(0);
	});
}

async function start(): Promise<void> {
	const { signal } = ending;
	await requireFree({
		n8n: port,
		'the service': servicePort,
		'the authorization server': servicePort + 1,
	});
	if (values.fresh) throwAway(userFolder, console.log);
	await ensureN8n(signal);
	const n8nUrl = `http://127.0.0.1:${port}`;
	const service = await startService({
		port: servicePort,
		authPort: servicePort + 1,
		redirectUris: [`${n8nUrl}/rest/oauth2-credential/callback`],
	});
	parts.service = service;

	const showWarning = (line: string) => {
		const warning = warningIn(line);
		if (warning !== undefined) console.log(warning);
	};
	const options = { userFolder, port, signal, onLine: showWarning };
	const demo = { ...service, apiKey: service.company.apiKey, signingSecret: DEMO_SIGNING_SECRET };
	await prepareDemoFolder(options, demo);
	console.log('Starting n8n …');
	const n8n = await startN8n(options);
	parts.n8n = n8n;
	void n8n.ended.then(() => {
		if (ending.signal.aborted) return;
		console.error(`n8n stopped unexpectedly:\n${n8n.output().slice(-2000)}`);
		void end(1);
	});
	await fill(service, demo, new N8nRest(n8n.url));
	console.log(closingWords(service, n8n.url, { userFolder, took: elapsed(began) }));
}

/** Brings examples, credentials and webhooks up to date, if n8n still accepts the log-in of the sandbox. */
async function fill(service: RunningService, demo: DemoService, rest: N8nRest): Promise<void> {
	try {
		await rest.logIn();
	} catch {
		console.log(
			`n8n no longer accepts the log-in of the sandbox (${owner.email}), so its examples and credentials stay as they are, and no webhook is registered.`,
		);
		return;
	}
	await importMissingExamples(rest, userFolder, console.log);
	await refreshAddresses(rest, demo, userFolder);
	await preferApiKey(rest);
	await registerWebhooks(service, rest);
}

/** Registers the triggers of the published examples, as a person would on the settings page. */
async function registerWebhooks(service: RunningService, rest: N8nRest): Promise<void> {
	for (const webhookId of await publishedTriggers(rest)) {
		service.webhooks.register({
			url: webhookUrl(rest.url, webhookId),
			events: [...eventKinds],
			description: 'n8n (example workflow)',
			companyId: service.company.id,
			secret: DEMO_SIGNING_SECRET,
		});
	}
}

await starting.catch(async (error: unknown) => {
	if (ending.signal.aborted) return;
	const isKnown = error instanceof SetupError || error instanceof StepError;
	console.error(isKnown ? `\n${error.message}` : error);
	await end(1);
});
