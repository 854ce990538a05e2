import { setTimeout as sleep } from 'node:timers/promises';
import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { n8n, stored } from './n8nProcess.mts';
import type { Stored } from './n8nProcess.mts';

const TRIGGER = { t1: 'Trigger' };
const counting = {
	type: 'n8n-nodes-base.code',
	parameters: { jsCode: "const data = $getWorkflowStaticData('global'); data.count += 1;" },
};
const ofType = (type: string) => ({ type, parameters: {} });

/** What another node of the workflow saves: its part of the document, with a number that only rises. */
const others: Array<[string, (count: number) => IDataObject]> = [
	['for all nodes', (count) => ({ global: { count } })],
	['for itself', (count) => ({ 'node:Poll': { count } })],
];

const withNodes = (...nodes: Stored['others']) => n8n(stored('{}', TRIGGER, nodes));

describe.each(others)('another node that saves data %s', (_, saves) => {
	const holding = (count: number) => n8n(stored(JSON.stringify(saves(count))));

	it('keeps what it saved while a delivery was handled', async () => {
		const { database, receive, ready } = holding(1);
		await ready;
		const delivery = receive('a', { take: 40 });
		await sleep(10);
		database.text = JSON.stringify(saves(2));
		expect(await delivery).toBe(200);
		expect(JSON.parse(database.text)).toEqual(saves(2));
	});

	it('does not make the trigger forget: the process remembers each delivery', async () => {
		const { database, receive, executions } = holding(1);
		for (let count = 1; count < 5; count++) {
			database.text = JSON.stringify(saves(count));
			for (const body of ['a', 'b']) expect(await receive(body)).toBe(200);
		}
		expect(executions).toEqual(['a', 'b']);
		expect(database.saves).toBe(0);
	});

	it('makes a restart forget the deliveries, since nothing is saved', async () => {
		const { receive, afterRestart } = holding(1);
		await receive('a');
		const restarted = afterRestart();
		await restarted.receive('a');
		expect(restarted.executions).toEqual(['a']);
	});

	it('cannot bring back what the trigger has forgotten, by saving an old document again', async () => {
		const { database, receive, executions, afterRestart } = n8n();
		const change = { id: 'circuit' };
		await receive('55', { change });
		const old = JSON.parse(database.text) as { global: IDataObject };
		const { global = {}, ...more } = saves(1) as { global?: IDataObject };
		database.text = JSON.stringify({ global: { ...old.global, ...global }, ...more });
		for (const body of ['50', '55']) await receive(body, { change });
		expect(executions).toEqual(['55', '50', '55']);
		const restarted = afterRestart();
		await restarted.receive('55', { change });
		expect(restarted.executions).toEqual(['55']);
	});

	it('lets the trigger save again once the document holds nothing else', async () => {
		const { database, receive, afterRestart } = holding(1);
		await receive('a');
		database.text = '{}';
		await receive('b');
		const restarted = afterRestart();
		for (const body of ['a', 'b']) await restarted.receive(body);
		expect(restarted.executions).toEqual([]);
	});
});

describe('an empty document in a workflow with another node', () => {
	it.each([
		['a Code node with static data', counting],
		['a polling trigger', ofType('n8n-nodes-energy-projects.energyProjectsPollingTrigger')],
		['a Schedule Trigger', ofType('n8n-nodes-base.scheduleTrigger')],
		['an Email Trigger', ofType('n8n-nodes-base.emailReadImap')],
	])('%s: nothing is written, so the first thing it saves stays', async (_, node) => {
		const { database, receive, executions, ready } = withNodes(node);
		await ready;
		const delivery = receive('a', { take: 40 });
		await sleep(10);
		database.text = '{"global":{"count":1}}';
		await delivery;
		expect(database.text).toBe('{"global":{"count":1}}');
		expect(await receive('a')).toBe(200);
		expect(executions).toEqual(['a']);
	});

	it.each([
		['a Code node without static data', { ...counting, parameters: { jsCode: 'return [];' } }],
		['a Code node that is turned off', { ...counting, disabled: true }],
		['a polling trigger that is turned off', { ...ofType('x.rssTrigger'), disabled: true }],
		['a Manual Trigger', ofType('n8n-nodes-base.manualTrigger')],
		['a Chat Trigger', ofType('@n8n/n8n-nodes-langchain.chatTrigger')],
		['an action', ofType('n8n-nodes-energy-projects.energyProjects')],
		['a node without parameters', { ...ofType('x.y'), parameters: undefined as never }],
	])('%s: the deliveries are saved and survive a restart', async (_, node) => {
		const { receive, afterRestart } = withNodes(node);
		await receive('a');
		const restarted = afterRestart();
		await restarted.receive('a');
		expect(restarted.executions).toEqual([]);
	});
});

it('two triggers of this kind in one workflow save in one document', async () => {
	const { receive, afterRestart } = n8n(stored('{}', { t1: 'One', t2: 'Other' }));
	await receive('a', {}, 't1');
	await receive('b', {}, 't2');
	const restarted = afterRestart();
	await restarted.receive('a', {}, 't1');
	await restarted.receive('b', {}, 't2');
	expect(restarted.executions).toEqual([]);
});

it('an n8n that does not show the document: nothing is written, and the process remembers', async () => {
	const { database, receive, executions } = n8n(stored(), undefined, { isHidden: true });
	for (const body of ['a', 'b', 'a']) await receive(body);
	expect(executions).toEqual(['a', 'b']);
	expect(database.saves).toBe(0);
});
