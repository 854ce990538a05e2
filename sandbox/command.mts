// Drives the running local service from the command line.
import { readOptions } from './commandLine.mts';
import { eventKinds, statuses } from './service/records.mts';
import type { ApiRecord } from './service/records.mts';
import { DEMO_SIGNING_SECRET } from './service/testEvent.mts';
import type { Told } from './service/testEvent.mts';

const EDIT = 'npm run sandbox:edit-project';
const SEND = 'npm run sandbox:send-event';
const SERVICE = 'http://127.0.0.1:7070';
const OTHERS = statuses.filter((one) => one !== 'completed').join(', ');
const ELSEWHERE = `--service http://127.0.0.1:7080
    if the service does not run at ${SERVICE}`;

const EDIT_HELP = `Changes a project of the local service. "npm start" must be running.

${EDIT}
    raises the value of a project; two seconds later an event goes out
${EDIT} -- --status completed
    finishes a project, with an event; other statuses: ${OTHERS}
${EDIT} -- --heat-load
    calculates a heat load once more; no event goes out, only a polling trigger sees it
${EDIT} -- ${ELSEWHERE}`;

const SEND_HELP = `Sends a signed event to a webhook trigger on this machine, and says what it answered. "npm start" must be running.
The service itself does not change.

${SEND} -- --url <Test URL or Production URL>
    sends project.edited
${SEND} -- --url <URL> --event customer.created
    sends another event: ${eventKinds.join(', ')}
${SEND} -- --url <URL> --status completed
    sends a finished project; other statuses: ${OTHERS}
${SEND} -- --url <URL> --secret <signing secret>
    if the trigger has a credential of yours instead of "Energy Projects (webhook)"
${SEND} -- --url <URL> ${ELSEWHERE}`;

const common = {
	help: { type: 'boolean', default: false },
	service: { type: 'string', default: SERVICE },
	status: { type: 'string' },
} as const;
const editOptions = { ...common, 'heat-load': { type: 'boolean', default: false } } as const;
const sendOptions = {
	...common,
	event: { type: 'string', default: 'project.edited' },
	url: { type: 'string', default: '' },
	secret: { type: 'string', default: DEMO_SIGNING_SECRET },
} as const;

async function post<Result>(service: string, path: string, body: object): Promise<Result> {
	const headers = { 'content-type': 'application/json' };
	const request = { method: 'POST', headers, body: JSON.stringify(body) };
	const answer = await fetch(new URL(path, service), request).catch(() => {
		throw new Error(
			`Nothing answers at ${service}. Is "npm start" running? If its service has another port, add --service <the address it printed>.`,
		);
	});
	if (!answer.ok) throw new Error(((await answer.json()) as { message: string }).message);
	return (await answer.json()) as Result;
}

/** @throws Error if the service knows no such value */
function requireOneOf(known: readonly string[], what: string, value: string): void {
	if (known.includes(value)) return;
	throw new Error(`There is no ${what} "${value}", but ${known.join(', ')}`);
}

async function editProject(args: string[]): Promise<string> {
	const values = readOptions(EDIT, editOptions, args);
	const { help, service, status, 'heat-load': heatLoad } = values;
	if (help) return EDIT_HELP;
	if (status !== undefined) requireOneOf(statuses, 'status', status);
	if (heatLoad && status !== undefined) {
		throw new Error('Give either --heat-load or --status, not both.');
	}
	const what = heatLoad ? 'calculate' : 'edit';
	const { humanId, name, ...now } = await post<ApiRecord>(service, `/sandbox/project/${what}`, {
		status,
	});
	const project = `${humanId} "${name}" now has`;
	if (heatLoad) {
		return `${project} a heat load of ${now.buildingHeatLoadKw} kW. No event goes out: a polling trigger that was published before sees it with its next poll.`;
	}
	const change =
		status === undefined ? `the project value ${now.projectValue}` : `the status ${status}`;
	return `${project} ${change}. Two seconds after its last change, one event goes out. It starts published workflows only.`;
}

async function sendEvent(args: string[]): Promise<string> {
	const { help, service, ...event } = readOptions(SEND, sendOptions, args);
	if (help) return SEND_HELP;
	requireOneOf(eventKinds, 'event', event.event);
	if (event.status !== undefined) requireOneOf(statuses, 'status', event.status);
	if (!URL.canParse(event.url)) throw new Error(`Give the webhook URL.\n\n${SEND_HELP}`);
	const { isTaken, words } = await post<Told>(service, '/sandbox/send-event', event);
	if (!isTaken) throw new Error(words);
	return words;
}

const [, , command, ...args] = process.argv;
try {
	console.log(await (command === 'send-event' ? sendEvent(args) : editProject(args)));
} catch (error) {
	console.error((error as Error).message);
	process.exitCode = 1;
}
