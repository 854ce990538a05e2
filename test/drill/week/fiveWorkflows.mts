import type { IDataObject } from 'n8n-workflow';
import type { ExampleWorkflow } from '../../../sandbox/n8n/demo.mts';
import { eventKinds } from '../../../sandbox/service/records.mts';
import { pollingWorkflow } from '../../e2e/harness/workflows.mts';
import type { Made } from './office.mts';

/** A workflow with the polling trigger, and the changes of which its settings let the events through. */
export interface Watched {
	id: string;
	/** Of its own credential. */
	key: string;
	passes: (made: Made) => boolean;
	parameters: IDataObject;
}

const of = (noun: string) => eventKinds.filter((event) => event.startsWith(`${noun}.`));
const isProject = ({ subject }: Made) => subject === 'project';

/** Five settings that people use. */
export const watched: readonly Watched[] = [
	{
		id: 'WeekAll000000001',
		key: 'key-all',
		passes: () => true,
		parameters: { events: [...eventKinds] },
	},
	{
		id: 'WeekStatus000001',
		key: 'key-status',
		passes: (made) =>
			isProject(made) &&
			(made.change === 'created' || (made.change === 'edited' && made.fields.includes('status'))),
		parameters: {
			events: ['project.created', 'project.edited'],
			onlyIfChanged: ['project.status'],
		},
	},
	{
		id: 'WeekCompleted001',
		key: 'key-completed',
		passes: (made) =>
			isProject(made) && made.change === 'edited' && made.record.status === 'completed',
		parameters: {
			events: ['project.edited'],
			splitByEvent: false,
			filters: { status: ['completed'] },
		},
	},
	{
		id: 'WeekExisting0001',
		key: 'key-existing',
		passes: (made) => isProject(made) && made.change === 'created',
		parameters: { events: ['project.created'], options: { emitExisting: true } },
	},
	{
		id: 'WeekCustomers001',
		key: 'key-customers',
		passes: (made) => !isProject(made),
		parameters: { events: of('customer') },
	},
];

/** Those that read no projects. */
export const customersOnly = ['key-customers'];

/** @param seconds from one poll of a workflow to its next; each workflow has its turn */
export const workflowsPolledEvery = (seconds: number): ExampleWorkflow[] =>
	watched.map(({ id, key, parameters }, index) => {
		const turn = Math.floor((index * seconds) / watched.length);
		const item = Array.from({ length: Math.floor(60 / seconds) }, (_, number) => ({
			mode: 'custom',
			cronExpression: `${number * seconds + turn} * * * * *`,
		}));
		const one = pollingWorkflow(id, { ...parameters, pollTimes: { item } });
		const credentials = { energyProjectsApi: { id: credentialIdOf(key), name: key } };
		return { ...one, nodes: one.nodes.map((node) => ({ ...node, credentials })) };
	});

/** One credential for each workflow, so that the service can tell who asks. */
export const credentialsFor = (baseUrl: string): object[] =>
	watched.map(({ key }) => ({
		id: credentialIdOf(key),
		name: key,
		type: 'energyProjectsApi',
		data: { baseUrl, apiKey: key },
	}));

const credentialIdOf = (key: string) => `Week${key}`.padEnd(16, '0').slice(0, 16);
