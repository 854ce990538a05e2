// npm start: the local service and a real n8n with the package, credentials and example workflows in it.
import { join } from 'node:path';
import { readCommandLine } from './commandLine.mts';
import { readExamples, startsByItself, webhookUrl } from './n8n/demo.mts';
import { prepareDemoFolder } from './n8n/demoFolder.mts';
import { ensureN8n, SetupError } from './n8n/install.mts';
import { startN8n } from './n8n/instance.mts';
import type { RunningN8n } from './n8n/instance.mts';
import { root } from './n8n/paths.mts';
import { N8nRest, owner } from './n8n/rest.mts';
import { requireFree } from './ports.mts';
import { apiPrefix } from './service/description.mts';
import { eventKinds } from './service/records.mts';
import { startService } from './service/start.mts';
import type { RunningService } from './service/start.mts';

/** Known beforehand, so that the credential holds it before the webhook is registered. Good for this machine only. */
const SIGNING_SECRET = 'whsec_demo_only_0123456789abcdef';

const USAGE = `Starts the local service and a real n8n with the package in it:
  npm start -- [--port 5678] [--service-port 7070] [--user-folder <where n8n keeps its data>]`;
const { values } = readCommandLine(USAGE, {
	options: {
		port: { type: 'string', default: '5678' },
		'service-port': { type: 'string', default: '7070' },
		'user-folder': { type: 'string', default: join(root, '.local', 'demo') },
	},
});
const port = Number(values.port);
const servicePort = Number(values['service-port']);

const parts: { service?: RunningService; n8n?: RunningN8n } = {};
const ending = new AbortController();

async function end(code: number): Promise<never> {
	ending.abort();
	await parts.n8n?.stop();
	await parts.service?.close();
	process.exit(code);
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
	process.on(signal, () => {
		if (ending.signal.aborted) return;
		console.log('\nEnding n8n and the service …');
		void end(0);
	});
}

async function start(): Promise<void> {
	await requireFree({
		n8n: port,
		'the service': servicePort,
		'the authorization server': servicePort + 1,
	});
	await ensureN8n();
	const n8nUrl = `http://127.0.0.1:${port}`;
	const service = await startService({
		port: servicePort,
		authPort: servicePort + 1,
		redirectUris: [`${n8nUrl}/rest/oauth2-credential/callback`],
	});
	parts.service = service;

	const options = { userFolder: values['user-folder'], port, signal: ending.signal };
	const demo = { ...service, apiKey: service.company.apiKey, signingSecret: SIGNING_SECRET };
	const markPublished = await prepareDemoFolder(options, demo, console.log);
	console.log('Starting n8n …');
	const n8n = await startN8n(options);
	parts.n8n = n8n;
	void n8n.ended.then(() => {
		if (ending.signal.aborted) return;
		console.error(`n8n has ended by itself:\n${n8n.output().slice(-2000)}`);
		void end(1);
	});
	const rest = new N8nRest(n8n.url);
	await rest.logIn();
	if (markPublished !== undefined) {
		for (const { id } of readExamples().filter(startsByItself)) await rest.publish(id);
		markPublished();
	}
	registerWebhooks(service, n8n.url);
	printWhereToLook(service, n8n.url);
}

/** Registers the trigger of every example, as a person would on the settings page. */
function registerWebhooks(service: RunningService, n8nUrl: string): void {
	const triggers = readExamples()
		.flatMap(({ nodes }) => nodes)
		.filter(({ type }) => type.endsWith('.energyProjectsTrigger'));
	for (const { webhookId = '' } of triggers) {
		service.webhooks.register({
			url: webhookUrl(n8nUrl, webhookId),
			events: [...eventKinds],
			description: 'n8n (example workflow)',
			companyId: service.company.id,
			secret: SIGNING_SECRET,
		});
	}
}

function printWhereToLook(service: RunningService, n8nUrl: string): void {
	const [events] = readExamples().filter(({ id }) => id === 'EnergyEvents0001');
	const servicePortFlag = servicePort === 7070 ? '' : ` -- --service ${service.baseUrl}`;
	console.log(`
Ready.

  n8n            ${n8nUrl}
    log in with  ${owner.email} / ${owner.password}
  Service        ${service.baseUrl} (webhook settings; the API is under ${apiPrefix})
    API key      ${service.company.apiKey}
    log in with  ${service.login.email} / ${service.login.password} (for the OAuth2 credential)

  1. Open ${n8nUrl}/workflow/${events.id} and its tab "Executions".
  2. In another terminal make a project change:

       npm run sandbox:edit-project${servicePortFlag}

     Two seconds later an execution appears by itself.
  3. Open "Copy customers into a data table", click "Run now" twice, and look at the data table:
     one row for each customer.
  4. In a new workflow add "Energy Projects", choose the credential, and list or edit projects.
  5. Credentials > "Energy Projects (OAuth2)" > Connect: log in to the service and allow.

Ctrl-C ends everything.
`);
}

await start().catch(async (error: unknown) => {
	console.error(error instanceof SetupError ? `\n${error.message}` : error);
	await end(1);
});
