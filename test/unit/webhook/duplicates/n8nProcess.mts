import { setTimeout } from 'node:timers/promises';
import { Workflow } from 'n8n-workflow';
import type { IDataObject, INode, INodeTypes, IWebhookFunctions } from 'n8n-workflow';
import { vi } from 'vitest';
import { chosenKinds } from '../../../../nodes/EnergyProjects/service/eventKinds.ts';
import { isRefusal, refused } from '../../../../nodes/EnergyProjects/webhook/answers/refusal.ts';

/** How long the steps of one delivery take, in milliseconds. */
export interface Times {
	/** How long reading the record takes. */
	take?: number;
	/** How long n8n takes to store or queue the execution, or why it cannot. */
	handOver?: number | Error;
	/** How long n8n takes to save the static data. */
	save?: number;
	/** The record cannot be read, so that the delivery is refused. */
	isRefused?: boolean;
}

/** What a delivery is about: kind, ID and time of change. Each body is about a change of its own unless given. */
export interface About {
	change?: { id: string; updated_at?: string };
}

/** The static data of one workflow in n8n's database, and its trigger nodes. */
export interface Stored {
	readonly workflowId: string;
	text: string;
	/** How often n8n has saved it. */
	saves: number;
	/** Names by node id. */
	readonly nodes: Record<string, string>;
	/** The nodes of the workflow that are not of this package. */
	readonly others: ReadonlyArray<Pick<INode, 'type' | 'parameters' | 'disabled'>>;
}

const sleep = async (ms: number) => (ms > 0 ? await setTimeout(ms) : undefined);

const TYPE = 'n8n-nodes-energy-projects.energyProjectsTrigger';
const [kind] = chosenKinds(['project.edited']);

const nodeOf = (node: Pick<INode, 'id' | 'name' | 'type'>): INode => ({
	...{ typeVersion: 1, parameters: {}, position: [0, 0] },
	...node,
});

let workflows = 0;

export const stored = (
	text = '{}',
	nodes: Record<string, string> = { t1: 'Trigger' },
	others: Stored['others'] = [],
): Stored => ({
	workflowId: `w${++workflows}`,
	...{ text, saves: 0, nodes, others },
});

/** A process keeps what it knows in its modules, so each process gets modules of its own. */
async function modulesOfOwn() {
	vi.resetModules();
	return await import('../../../../nodes/EnergyProjects/webhook/duplicates/takeOnce.ts');
}

/**
 * One process of n8n with one workflow. It does what n8n does, in n8n's order: load, run the node, hand over, read
 * `webhookResponse`, save, answer.
 */
export function n8n(database = stored(), modules = modulesOfOwn(), { isHidden = false } = {}) {
	const executions: string[] = [];
	const nodes = () =>
		Object.entries(database.nodes).map(([id, name]): INode => nodeOf({ id, name, type: TYPE }));
	const others = () =>
		database.others.map(
			(node, index): INode => nodeOf({ ...node, id: `o${index}`, name: `Other ${index}` }),
		);
	const workflowOf = (staticData: IDataObject) =>
		new Workflow({
			nodes: [...nodes(), ...others()],
			connections: {},
			active: true,
			nodeTypes: { getByNameAndVersion: () => undefined } as unknown as INodeTypes,
			staticData,
		});

	async function receive(body: string, how: Times & About = {}, nodeId = 't1') {
		const { take = 0, handOver = 0, save = 0, isRefused = false } = how;
		const chosen = { kind, data: { project: how.change ?? { id: body } }, body: Buffer.from(body) };
		const { takeOnce } = await modules;
		const loaded = JSON.parse(database.text) as IDataObject;
		const workflow = workflowOf(loaded);
		const { staticData } = workflow;
		const node = nodes().find(({ id }) => id === nodeId);
		const response = { statusCode: 200, writableEnded: false };
		const context = {
			...(!isHidden && { workflow }),
			getWorkflow: () => ({ id: database.workflowId }),
			getNode: () => node,
			getWorkflowStaticData: (type: string) => workflow.getStaticData(type, node),
			getResponseObject: () => response,
		} as unknown as IWebhookFunctions;
		const end = async (statusCode: number) => {
			if (staticData.__dataChanged === true) {
				const text = JSON.stringify(staticData);
				database.saves++;
				await sleep(save);
				database.text = text;
			} else {
				await sleep(save);
			}
			Object.assign(response, { statusCode, writableEnded: true });
			return statusCode;
		};
		const outcome = await takeOnce(context, chosen, async () => {
			await sleep(take);
			if (isRefused) return refused(503, 'recordUnread', 'the API does not answer');
			return { workflowData: [[{ json: {} }]] };
		});
		if (isRefusal(outcome)) return await end(outcome.statusCode);
		if (outcome.workflowData === undefined) return await end(200);
		if (handOver instanceof Error) {
			Object.assign(response, { statusCode: 500, writableEnded: true });
			return 500;
		}
		// n8n makes another workflow of the same data, and that takes the mark "changed" away.
		workflowOf(loaded);
		await sleep(handOver);
		executions.push(body);
		void outcome.webhookResponse;
		return await end(200);
	}

	return {
		executions,
		receive,
		/** From here on a delivery takes no longer than its steps: the first one waits for the process's own modules. */
		ready: modules,
		database,
		/** What the triggers wrote into the document n8n saved, as text. */
		saved: () => {
			const { global = {} } = JSON.parse(database.text) as { global?: IDataObject };
			return JSON.stringify(global);
		},
		afterRestart: () => n8n({ ...database }),
		/** A second process on the same database. */
		beside: () => n8n(database),
		/** Another workflow in the same process. */
		withOtherWorkflow: () => n8n(stored(), modules),
	};
}
