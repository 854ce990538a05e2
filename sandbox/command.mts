// Drives the running local service from the command line.
import { readCommandLine } from './commandLine.mts';
import { DEMO_SIGNING_SECRET } from './n8n/demo.mts';
import { eventKinds } from './service/records.mts';

const USAGE = `Changes a project of the local service, so that an event goes out:
  npm run sandbox:edit-project

Calculates its heat load once more instead. No event goes out: only a published polling trigger sees it, with its
next poll:
  npm run sandbox:edit-project -- --heat-load

Sends one signed event to a URL of this machine:
  npm run sandbox:send-event -- --event project.edited --url <webhook URL>
  Events: ${eventKinds.join(', ')}
  It is signed with the secret of the demo credential, unless you give another: --secret <signing secret>

If the service runs at another address, add
  -- --service http://127.0.0.1:7070`;

const { values, positionals } = readCommandLine(USAGE, {
	allowPositionals: true,
	options: {
		'heat-load': { type: 'boolean', default: false },
		service: { type: 'string', default: 'http://127.0.0.1:7070' },
		event: { type: 'string', default: 'project.edited' },
		url: { type: 'string' },
		secret: { type: 'string', default: DEMO_SIGNING_SECRET },
	},
});

/** What a person can do if the answer is not 200. */
const ADVICE: Readonly<Record<number, string>> = {
	401: 'The signature does not match: is the secret the same as in the credential of the node? The terminal of "npm start" says more.',
	404: 'Is the node listening? For the Test URL, open the trigger in n8n and click "Execute step", then send again: it listens for one event, for at most two minutes. For the Production URL, publish the workflow.',
};

async function post(path: string, body: object): Promise<Record<string, unknown>> {
	const answer = await fetch(new URL(path, values.service), {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify(body),
	}).catch(() => {
		throw new Error(
			`The local service does not answer at ${values.service}. Is "npm start" running?`,
		);
	});
	const result = (await answer.json()) as Record<string, unknown>;
	if (!answer.ok) throw new Error(String(result.message));
	return result;
}

async function editProject(): Promise<string> {
	if (values['heat-load']) return await calculateHeatLoad();
	const { humanId, name, projectValue } = await post('/sandbox/project/edit', {});
	return `${humanId} "${name}" now has the project value ${projectValue}. Its event goes out in two seconds.`;
}

async function calculateHeatLoad(): Promise<string> {
	const { humanId, name, buildingHeatLoadKw } = await post('/sandbox/project/calculate', {});
	return `${humanId} "${name}" now has a heat load of ${buildingHeatLoadKw} kW. No event goes out: a polling trigger that was published before sees it with its next poll.`;
}

async function sendEvent(): Promise<string> {
	const { event, url, secret } = values;
	if (!eventKinds.some((kind) => kind === event)) {
		throw new Error(`There is no event "${event}". There are: ${eventKinds.join(', ')}`);
	}
	if (url === undefined) throw new Error(`Give the webhook URL.\n\n${USAGE}`);
	if (!URL.canParse(url)) throw new Error(`"${url}" is not a URL.`);
	const { hostname } = new URL(url);
	if (!['localhost', '127.0.0.1', '[::1]'].includes(hostname)) {
		throw new Error('The local service sends to this machine only.');
	}
	const { status, failure } = await post('/sandbox/send-event', { event, url, secret });
	if (failure !== undefined) throw new Error(`Not delivered: ${String(failure)}`);
	const words = `Answered with ${String(status)}.`;
	if (status === 200) return words;
	throw new Error(`${words} ${ADVICE[Number(status)] ?? 'The terminal of "npm start" says why.'}`);
}

const commands: Record<string, () => Promise<string>> = {
	'edit-project': editProject,
	'send-event': sendEvent,
};

try {
	const command = commands[positionals[0] ?? ''];
	if (command === undefined) throw new Error(USAGE);
	console.log(await command());
} catch (error) {
	console.error((error as Error).message);
	process.exitCode = 1;
}
