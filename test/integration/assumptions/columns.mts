import { randomUUID } from 'node:crypto';
import type { INodeParameters } from 'n8n-workflow';
import { eventKinds, partsOf } from '../../../sandbox/service/records.mts';
import type { Subject } from '../../../sandbox/service/records.mts';
import type { RunningService } from '../../../sandbox/service/start.mts';
import { recordsOf, UNKNOWN_ID } from '../../shared.mts';
import { testApiKey } from '../harness/n8n/engine.mts';
import { runNode, WebhookBench } from '../harness/n8n/engine.mts';
import type { Received } from '../harness/n8n/engine.mts';
import { PollBench } from '../harness/n8n/pollBench.mts';
import { locatorOf } from '../harness/samples/differences.mts';
import { addRecord } from '../harness/service/service.mts';
import { payload, signingSecret } from '../harness/webhook/signed.mts';
import type { Part } from '../harness/service/between.mts';

/** What a column is tried with. */
export interface Trial {
	service: RunningService;
	credentials: { energyProjectsApi: { baseUrl: string; apiKey: string } };
	/** How the service sends an event. */
	delivery: (content: Part) => Received;
}
type Column = (trial: Trial) => Promise<string>;

/** An error has to say what happened, and what to do. */
const failure = ({ message, description }: { message: string; description?: string | null }) =>
	message && description && !/undefined|\[object/.test(message) ? 'fails' : `unclear: ${message}`;

/** Runs the action node. @param isRight whether the result is @param otherwise what it is if not, and nothing says so */
async function act(
	{ credentials }: Trial,
	resource: Subject,
	given: object,
	isRight: (json: Part[]) => boolean,
	otherwise = 'wrong',
): Promise<string> {
	const parameters = { resource, ...given } as INodeParameters;
	const { error, json, hints } = await runNode({ parameters, credentials });
	if (error) return failure(error as { message: string });
	if (isRight(json)) return 'works';
	return hints.length > 0 ? 'hint' : otherwise;
}

const forBoth =
	(column: (subject: Subject) => Column): Column =>
	async (trial) => {
		const ofProject = await column('project')(trial);
		const ofCustomer = await column('customer')(trial);
		if (ofProject === ofCustomer) return ofProject;
		return ofProject === 'works' ? 'projects only' : 'customers only';
	};

export const ADDRESS = { addressLine1: 'Hof 2', city: 'Kiel', latitude: 54.3, longitude: 10.1 };
const koch = { firstName: 'Grace', lastName: 'Koch' };
const names = { project: { name: 'Haus Koch' }, customer: koch } as const;
/** Not among those that the triggers report. */
const fifth = ({ service }: Trial, subject: Subject) => recordsOf(service, subject)[4];

const listing = (subject: Subject) => async (trial: Trial) => {
	const given = { operation: 'getAll', returnAll: true };
	const isWhole = (json: Part[]) => {
		const ids = (records: ReadonlyArray<{ id?: unknown }>) => records.map(({ id }) => id).sort();
		return String(ids(json)) === String(ids(recordsOf(trial.service, subject)));
	};
	return await act(trial, subject, given, isWhole, 'misses some');
};

const getting = (subject: Subject) => async (trial: Trial) => {
	const { id, humanId } = fifth(trial, subject);
	const given = { operation: 'get', ...locatorOf(subject, id) };
	return await act(trial, subject, given, ([one]) => one.id === id && one.humanId === humanId);
};

const creating = (subject: Subject) => async (trial: Trial) => {
	const { service } = trial;
	const before = recordsOf(service, subject).length;
	const given = { operation: 'create', ...names[subject], address: { value: { city: 'Plön' } } };
	return await act(trial, subject, given, ([{ id }]) => {
		const [made, ...more] = recordsOf(service, subject).slice(before);
		return more.length === 0 && made.id === id && made.companyId === service.company.id;
	});
};

const updating = (subject: Subject) => async (trial: Trial) => {
	const { id } = fifth(trial, subject);
	const updateFields = { ...names[subject], address: { value: { city: 'Plön' } } };
	const given = { operation: 'update', ...locatorOf(subject, id), updateFields };
	// The coordinates are those of another town.
	const { latitude, longitude, ...rest } = { ...ADDRESS, city: 'Plön' };
	const isRight = () => {
		const { address, lastName = 'Koch', name = 'Haus Koch' } = fifth(trial, subject);
		const isNamed = lastName === 'Koch' && name === 'Haus Koch';
		return isNamed && JSON.stringify(address) === JSON.stringify(rest);
	};
	return await act(trial, subject, given, isRight, 'old coordinates');
};

const deleting = (subject: Subject) => async (trial: Trial) => {
	const { id } = fifth(trial, subject);
	const isGone = () => !trial.service.store.of(subject).has(id);
	const given = { operation: 'delete', ...locatorOf(subject, id) };
	return await act(trial, subject, given, ([one]) => isGone() && one.id === id);
};

const receiving: Column = async ({ service, delivery }) => {
	const results = new Set<string>();
	const bench = new WebhookBench({
		...{ parameters: { splitByEvent: false }, credentials: signingSecret() },
		nodeId: randomUUID(),
	});
	for (const kind of eventKinds) {
		const { subject } = partsOf(kind);
		const record = addRecord[subject](service);
		const content = delivery(payload(service, kind, record));
		const { outputs = [], log } = await bench.receive(content);
		const [item] = outputs.flat();
		const { id } = (item?.json[subject] ?? {}) as Part;
		if (item !== undefined) results.add(id === record.id ? 'works' : 'no ID');
		// Once a minute, if it is always the same.
		else results.add(log.length > 0 || results.has('fails') ? 'fails' : 'silent');
	}
	return [...results].filter((one, _, { length }) => one !== 'works' || length === 1).join(', ');
};

/** A record is created, one edited and one deleted between two polls. */
const polling =
	(subject: Subject, more: string[] = []) =>
	async (trial: Trial) => {
		const { store, company } = trial.service;
		const events = ['created', 'edited', 'deleted'].map((change) => `${subject}.${change}`);
		const parameters = { events: [...events, ...more] };
		const polls = new PollBench({ parameters, credentials: trial.credentials });
		try {
			await polls.activate();
			const [edited, deleted] = store.list(subject, company.id);
			const { updatedAt } = store.edit(subject, edited.id, names[subject]);
			store.delete(subject, deleted.id);
			const ids = [addRecord[subject](trial.service).id, edited.id, deleted.id];
			const { events: found, json } = await polls.poll();
			const absent = events.filter((event, index) => !found.includes(`${event} ${ids[index]}`));
			if (absent.length > 0) return absent[0] === events[2] ? 'no deletions' : 'misses some';
			const isInTime = json.some((one) => (one[subject] as Part).updatedAt === updatedAt);
			return isInTime ? 'works' : 'wrong times';
		} catch (error) {
			return failure(error as Error);
		}
	};

/** By name. */
export const columns: Readonly<Record<string, Column>> = {
	'Test of the key': async ({ credentials }) => {
		const { status, message } = await testApiKey(credentials.energyProjectsApi);
		return status === 'OK' ? 'works' : failure({ message, description: message });
	},
	'List projects': listing('project'),
	'Get a project': getting('project'),
	'List customers': listing('customer'),
	'Get a customer': getting('customer'),
	Create: forBoth(creating),
	Update: forBoth(updating),
	Delete: forBoth(deleting),
	'Webhook trigger': receiving,
	'Polling, projects': polling('project'),
	'Polling, customers': polling('customer'),
};

const found = (json: Part[]) => json.length > 0 && json[0].id !== undefined;

/** What stands below the table. */
export const further: Readonly<Record<string, Column>> = {
	'Polling, both': polling('project', ['customer.edited']),
	Search: async (trial) => {
		const filters = { search: 'Haus' };
		return await act(trial, 'project', { operation: 'getAll', filters }, found);
	},
	'Include Customer': async (trial) => {
		const options = { includeCustomer: true };
		return await act(trial, 'project', { operation: 'getAll', options }, found);
	},
	'If Not Found': async (trial) => {
		const given = { operation: 'get', options: { ifNotFound: 'emptyItem' } };
		const get = async (id: string, isRight: (json: Part[]) => boolean) =>
			await act(trial, 'customer', { ...given, ...locatorOf('customer', id) }, isRight);
		const ofMissing = await get(UNKNOWN_ID, (json) => !found(json));
		return ofMissing === 'works' ? await get(fifth(trial, 'customer').id, found) : ofMissing;
	},
	'Human ID': async (trial) => {
		const { humanId } = fifth(trial, 'customer');
		const given = { operation: 'delete', ...locatorOf('customer', String(humanId)) };
		return await act(trial, 'customer', given, ([{ deleted }]) => deleted === true);
	},
	'Create or Update': async (trial) => {
		const given = { operation: 'upsert', matchValue: 'new@mail.example', ...names.customer };
		return await act(trial, 'customer', given, ([one]) => one.syncResult === 'created');
	},
	'Fetch Record': async ({ service, credentials, delivery }) => {
		const parameters = { fetchRecord: 'apiKey', splitByEvent: false };
		const trigger = { parameters, credentials: { ...signingSecret(), ...credentials } };
		const bench = new WebhookBench({ ...trigger, nodeId: randomUUID() });
		for (const isGone of [true, false]) {
			const customer = addRecord.customer(service);
			const content = delivery(payload(service, 'customer.edited', customer));
			if (isGone) service.store.delete('customer', customer.id);
			const { status, outputs = [], failure: alarm } = await bench.receive(content);
			if (status === 503 && alarm !== undefined) return failure(alarm);
			const { record } = outputs.flat()[0].json;
			if ((record === null) !== isGone) return 'wrong';
		}
		return 'works';
	},
};
