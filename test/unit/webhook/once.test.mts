import { setTimeout as sleep } from 'node:timers/promises';
import { Workflow } from 'n8n-workflow';
import type { IDataObject, INode, INodeTypes, IWebhookFunctions } from 'n8n-workflow';
import { describe, expect, it, vi } from 'vitest';
import { isRefusal } from '../../../nodes/EnergyProjects/webhook/delivery.ts';
import { once } from '../../../nodes/EnergyProjects/webhook/once.ts';

interface Times {
	/** How long reading the record takes. */
	take?: number;
	/** How long n8n takes to hand the execution over, or why it cannot. */
	handOver?: number | Error;
	/** How long n8n takes to save the static data. */
	save?: number;
}

let nodes = 0;

/** One node in one process of n8n, with n8n's order: load, run the node, hand over, read the answer, save, answer. */
function n8n(saved = '{}') {
	const id = String(++nodes);
	const executions: string[] = [];
	let database = saved;
	const node: INode = {
		name: 'Trigger',
		id,
		type: 't',
		typeVersion: 1,
		parameters: {},
		position: [0, 0],
	};
	const workflowOf = (staticData: IDataObject) =>
		new Workflow({
			nodes: [node],
			connections: {},
			active: true,
			nodeTypes: { getByNameAndVersion: () => undefined } as unknown as INodeTypes,
			staticData,
		});

	async function receive(body: string, { take = 0, handOver = 0, save = 0 }: Times = {}) {
		const loaded = JSON.parse(database) as IDataObject;
		const workflow = workflowOf(loaded);
		const { staticData } = workflow;
		const response = { statusCode: 200, writableEnded: false };
		const context = {
			getWorkflow: () => ({ id: 'w' }),
			getNode: () => node,
			getWorkflowStaticData: () => workflow.getStaticData('node', node),
			getResponseObject: () => response,
		} as unknown as IWebhookFunctions;
		const end = (statusCode: number) => {
			Object.assign(response, { statusCode, writableEnded: true });
			return statusCode;
		};
		const outcome = await once(context, Buffer.from(body), async () => {
			await sleep(take);
			return { workflowData: [[{ json: {} }]] };
		});
		if (isRefusal(outcome)) return end(outcome.statusCode);
		if (outcome.workflowData === undefined) return end(200);
		if (handOver instanceof Error) return end(500);
		// n8n makes another workflow of the same data, and that takes the mark "changed" away.
		workflowOf(loaded);
		await sleep(handOver);
		executions.push(body);
		void outcome.webhookResponse;
		await sleep(save);
		if (staticData.__dataChanged === true) database = JSON.stringify(staticData);
		return end(200);
	}

	return { executions, receive, afterRestart: () => n8n(database) };
}

// Whether the sender still waits makes no difference to n8n: it may send again at any moment.
describe('the same delivery again', () => {
	it('after it was answered: starts nothing', async () => {
		const { executions, receive } = n8n();
		expect([await receive('a'), await receive('a')]).toEqual([200, 200]);
		expect(executions).toEqual(['a']);
	});

	it.each<[string, Times]>([
		['while the record is read', { take: 60 }],
		['while n8n hands the execution over', { handOver: 60 }],
		['while n8n saves', { save: 60 }],
	])('%s: is to be sent later, and starts nothing then', async (_, times) => {
		const { executions, receive } = n8n();
		const first = receive('a', times);
		await sleep(20);
		expect(await receive('a')).toBe(503);
		expect(await first).toBe(200);
		expect(await receive('a')).toBe(200);
		expect(executions).toEqual(['a']);
	});

	it('after another one saved what it had read before: starts nothing', async () => {
		const { executions, receive } = n8n();
		const other = receive('b', { take: 60 });
		await receive('a');
		await other;
		expect(await receive('a')).toBe(200);
		expect(executions).toEqual(['a', 'b']);
	});

	it('after the execution could not be handed over: starts it', async () => {
		const { executions, receive } = n8n();
		expect(await receive('a', { take: 20, handOver: new Error('no database') })).toBe(500);
		expect(await receive('a')).toBe(200);
		expect(executions).toEqual(['a']);
	});

	it('an hour after n8n began and never answered: starts it', async () => {
		const { executions, receive } = n8n();
		void receive('a', { handOver: 1e9 });
		expect(await receive('a')).toBe(503);
		vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_700_000 });
		expect(await receive('a')).toBe(200);
		vi.useRealTimers();
		expect(executions).toEqual(['a']);
	});

	it('after a restart: starts nothing', async () => {
		const { receive, afterRestart } = n8n();
		await receive('a');
		// Static data that exists already is what n8n forgets to save.
		await receive('b');
		const { executions, receive: receiveAgain } = afterRestart();
		expect([await receiveAgain('a'), await receiveAgain('b')]).toEqual([200, 200]);
		expect(executions).toEqual([]);
	});

	it('to another node: starts it', async () => {
		const first = n8n();
		const second = n8n();
		await first.receive('a');
		await second.receive('a');
		expect(second.executions).toEqual(['a']);
	});
});
