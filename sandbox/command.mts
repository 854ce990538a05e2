// Drives the running local service from the command line.
import { parseArgs } from 'node:util';
import { DEMO_SIGNING_SECRET } from './n8n/demo.mts';
import { eventKinds } from './service/records.mts';

const USAGE = `Changes a project of the local service, so that an event goes out:
  npm run sandbox:edit-project
Calculates its heat load once more instead; no event goes out, only a polling trigger sees it:
  npm run sandbox:edit-project -- --heat-load
Sends one signed event to a URL of this machine:
  npm run sandbox:send-event -- --event project.edited --url <webhook URL>
  Events: ${eventKinds.join(', ')}
  It is signed with the secret of the demo credential, unless you give another: --secret <signing secret>
If the service runs at another address: -- --service http://127.0.0.1:7070`;

const options = {
	'heat-load': { type: 'boolean', default: false },
	service: { type: 'string', default: 'http://127.0.0.1:7070' },
	event: { type: 'string', default: 'project.edited' },
	url: { type: 'string', default: '' },
	secret: { type: 'string', default: DEMO_SIGNING_SECRET },
} as const;

/** What a person can do if the answer is not 200. */
const ADVICE: Readonly<Record<number, string>> = {
	401: 'The signature does not match. In the trigger, choose the credential "Energy Projects (webhook)", or send with the secret of yours: --secret <signing secret>. The terminal of "npm start" says more.',
	404: 'Is the node listening? For the Test URL, open the trigger in n8n and click "Execute step", then send again: it listens for one event, for at most two minutes. For the Production URL, publish the workflow.',
};

async function run(): Promise<string> {
	const { values, positionals } = parseArgs({ allowPositionals: true, options });
	const post = async (path: string, body: object) => {
		const headers = { 'content-type': 'application/json' };
		const request = { method: 'POST', headers, body: JSON.stringify(body) };
		const answer = await fetch(new URL(path, values.service), request).catch(() => {
			throw new Error(`Nothing answers at ${values.service}. Is "npm start" running?`);
		});
		const result = (await answer.json()) as Record<string, unknown>;
		if (!answer.ok) throw new Error(String(result.message));
		return result;
	};
	if (positionals[0] === 'edit-project') {
		const what = values['heat-load'] ? 'calculate' : 'edit';
		const { humanId, name, ...now } = await post(`/sandbox/project/${what}`, {});
		return values['heat-load']
			? `${humanId} "${name}" now has a heat load of ${now.buildingHeatLoadKw} kW. No event goes out: a polling trigger that was published before sees it with its next poll.`
			: `${humanId} "${name}" now has the project value ${now.projectValue}. Two seconds after its last change, one event goes out.`;
	}
	if (positionals[0] !== 'send-event') throw new Error(USAGE);
	const { event, url, secret } = values;
	const isKind = eventKinds.some((kind) => kind === event);
	if (!isKind) throw new Error(`There is no event "${event}", but ${eventKinds.join(', ')}`);
	if (!URL.canParse(url)) throw new Error(`Give the webhook URL.\n\n${USAGE}`);
	if (!['localhost', '127.0.0.1', '[::1]'].includes(new URL(url).hostname)) {
		throw new Error('The local service sends to this machine only.');
	}
	const { status, failure } = await post('/sandbox/send-event', { event, url, secret });
	if (failure !== undefined) throw new Error(`Not delivered: ${String(failure)}`);
	if (status === 200) return 'Answered with 200.';
	const advice = ADVICE[Number(status)] ?? 'The terminal of "npm start" says why.';
	throw new Error(`Answered with ${String(status)}. ${advice}`);
}

try {
	console.log(await run());
} catch (error) {
	console.error((error as Error).message);
	process.exitCode = 1;
}
