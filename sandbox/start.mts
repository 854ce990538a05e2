// npm start: the local service and a real n8n with the package, credentials and example workflows in it.
import { join, resolve } from 'node:path';
import { ensureN8n, isN8nInstalled } from '../scripts/n8n.mjs';
import { sayStep, SetupError, StepError } from '../scripts/steps.mjs';
import { readOptions, UsageError } from './commandLine.mts';
import { readExamples, webhookUrl } from './n8n/demo.mts';
import { claim, fill, prepare, throwAway } from './n8n/fill.mts';
import { startN8n } from './n8n/instance.mts';
import type { RunningN8n } from './n8n/instance.mts';
import { root } from './n8n/paths.mts';
import { N8nRest, owner } from './n8n/rest.mts';
import { requireFree } from './ports.mts';
import { asObserved } from './service/differences.mts';
import { eventKinds } from './service/records.mts';
import { startService } from './service/start.mts';
import type { RunningService } from './service/start.mts';
import { DEMO_SIGNING_SECRET } from './service/testEvent.mts';

const HELP = `Starts the local service and an n8n with the package, its credentials and the examples. Ctrl-C stops both.

npm start
npm start -- --port 5679 --service-port 7080
    if the usual ports (5678, 7070 and 7071) are in use
npm start -- --user-folder .local/second
    another folder for what is kept (usually .local/demo)
npm start -- --fresh
    first deletes all that is kept: your own workflows, and the records of the service
npm start -- --different
    the service differs from its description`;
const options = {
	help: { type: 'boolean', default: false },
	port: { type: 'string', default: '5678' },
	'service-port': { type: 'string', default: '7070' },
	'user-folder': { type: 'string', default: join(root, '.local', 'demo') },
	fresh: { type: 'boolean', default: false },
	different: { type: 'boolean', default: false },
} as const;
const parts: { service?: RunningService; n8n?: RunningN8n } = {};
const ending = new AbortController();

async function end(code: number): Promise<never> {
	ending.abort();
	// Whatever is running ends too: a compiler, n8n's import, n8n.
	await starting.catch(() => undefined);
	await parts.n8n?.stop();
	await parts.service?.close();
	process.exit(code);
}

async function start(): Promise<void> {
	const values = readOptions('npm start', options, process.argv.slice(2));
	if (values.help) return console.log(HELP);
	const [port, servicePort] = [Number(values.port), Number(values['service-port'])];
	const userFolder = resolve(values['user-folder']);
	const { signal } = ending;
	const [authPort, n8nUrl] = [servicePort + 1, `http://127.0.0.1:${port}`];
	claim(userFolder);
	await requireFree({ n8n: port, 'the service': servicePort, 'the log-in page': authPort });
	if (values.fresh) throwAway(userFolder);
	if (isN8nInstalled()) console.log('Steps 1 and 2 are done: everything is installed.');
	else sayStep(2);
	await ensureN8n(signal);
	const redirectUris = [`${n8nUrl}/rest/oauth2-credential/callback`];
	const kept = {
		loginsFile: join(userFolder, 'service-log-ins.json'),
		recordsFile: join(userFolder, 'service-records.json'),
	};
	const [ports, differences] = [
		{ port: servicePort, authPort },
		values.different ? asObserved : {},
	];
	const service = await startService({ ...ports, ...kept, redirectUris, differences });
	parts.service = service;
	const demo = { ...service, apiKey: service.company.apiKey, signingSecret: DEMO_SIGNING_SECRET };
	const instance = { userFolder, port, signal, onLine: showWarning };
	sayStep(3);
	await prepare(instance, demo);
	sayStep(4);
	const n8n = await startN8n(instance);
	parts.n8n = n8n;
	void n8n.ended.then(() => {
		if (ending.signal.aborted) return;
		console.error(`n8n stopped unexpectedly:\n${n8n.output().slice(-2000)}`);
		void end(1);
	});
	const rest = new N8nRest(n8n.url);
	await rest.logIn().then(
		async () => await fill(rest, demo, userFolder),
		() => console.log('n8n no longer accepts the log-in of the sandbox: nothing in it changes.'),
	);
	registerWebhooks(service, n8n.url);
	console.log(closingWords(service, n8n.url, userFolder));
	if (values.different) console.log('\nThe service differs from its description (--different).');
}

/** The terminal shows the warnings of our nodes, such as why they refused a delivery. */
function showWarning(line: string): void {
	if (/^"[^\n]*" in workflow "/.test(line)) {
		console.log(`${new Date().toLocaleTimeString('sv-SE')}  ${line}`);
	}
}

/** Registers the triggers of the examples, as a person would on the settings page: who publishes one gets events at once. */
function registerWebhooks({ company, webhooks }: RunningService, n8nUrl: string): void {
	const nodes = readExamples().flatMap((example) => example.nodes);
	for (const { type, webhookId } of nodes) {
		if (!type.endsWith('.energyProjectsTrigger') || webhookId === undefined) continue;
		const url = webhookUrl(n8nUrl, webhookId);
		if (webhooks.list().some((known) => known.url === url)) continue;
		const about = { description: 'n8n (example workflow)', companyId: company.id };
		webhooks.register({ url, events: [...eventKinds], secret: DEMO_SIGNING_SECRET, ...about });
	}
}

/** What a person can do now. */
const closingWords = (
	{ baseUrl, company, login }: RunningService,
	n8nUrl: string,
	folder: string,
) =>
	`
n8n       ${n8nUrl}      log in with  ${owner.email} / ${owner.password}
Service   ${baseUrl}      its projects and customers, and its webhook settings
          API key  ${company.apiKey}      log in with  ${login.email} / ${login.password}

1. Open n8n and log in. Click "Create workflow", then the + above "Add first step…".
2. Type "energy projects", click "Energy Projects", open "Actions", and click "Get many projects".
   The credential is selected. Click "Execute step": the projects appear.
3. Open ${n8nUrl}/workflow/EnergyEvents0001, click "Publish", and "Publish" once more in the window.
   Click "Got it", and open the tab "Executions". In another terminal, in this folder:
     npm run sandbox:edit-project${baseUrl.endsWith(':7070') ? '' : ` -- --service ${baseUrl}`}
   Two seconds later an execution appears. If a trigger refuses an event, this terminal says why.

Ctrl-C stops everything. The next "npm start" goes on with what you have now, in n8n and in the service
(${folder}); "npm start -- --fresh" begins again.`;

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
	process.on(signal, () => {
		if (ending.signal.aborted) return;
		console.log('\nStopping …');
		void end(0);
	});
}
const starting = start();
await starting.catch(async (error: Error) => {
	if (ending.signal.aborted) return;
	const isKnown = [SetupError, StepError, UsageError].some((kind) => error instanceof kind);
	console.error(isKnown ? `\n${error.message}` : error);
	await end(1);
});
