import { Workflow } from 'n8n-workflow';
import type { IDataObject, INode, INodeTypes, IPollFunctions } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { storageOf } from '../../../../nodes/EnergyProjects/polling/state/storage.ts';

const DAY = 24 * 60 * 60_000;
const NOW = Date.UTC(2026, 2, 1);
const STATES = 'energyProjectsPollingTrigger';
const POLLED_AT = 'energyProjectsPollingTriggerPolledAt';

const nodeOf = (id: string, name = `Node ${id}`): INode => ({
	...{ id, name, type: 'trigger', typeVersion: 1 },
	position: [0, 0],
	parameters: {},
});

/** A workflow of n8n with what n8n has saved for it. */
const workflowWith = (staticData: IDataObject = {}) =>
	new Workflow({
		...{ id: 'w', active: true, nodes: [], connections: {}, staticData },
		nodeTypes: {} as INodeTypes,
	});

/** @param cursor what n8n hands a node of a durable schedule in place of its static data */
const storageIn = (workflow: Workflow, node: INode, cursor?: IDataObject, isDurable = false) =>
	storageOf(
		{
			getNode: () => node,
			getWorkflowStaticData: (type: string) =>
				type === 'node' && cursor !== undefined ? cursor : workflow.getStaticData(type, node),
		} as unknown as IPollFunctions,
		isDurable,
	);

const isChanged = ({ staticData }: Workflow) => staticData.__dataChanged === true;
/** n8n saves the workflow and loads it again. */
const reloaded = ({ staticData }: Workflow) =>
	workflowWith(JSON.parse(JSON.stringify(staticData)) as IDataObject);

describe('the state of a polling trigger', () => {
	it('is not there before the first poll', () => {
		expect(storageIn(workflowWith(), nodeOf('a')).read()).toBeUndefined();
	});

	it('is saved by n8n, and found again after the node was renamed', () => {
		const workflow = workflowWith();
		storageIn(workflow, nodeOf('a', 'Changes')).write('known');
		expect(isChanged(workflow)).toBe(true);
		const renamed = storageIn(reloaded(workflow), nodeOf('a', 'Everything new'));
		expect(renamed.read()).toBe('known');
	});

	it('is replaced by the next one, which n8n notices too', () => {
		const first = workflowWith();
		storageIn(first, nodeOf('a')).write('one');
		const workflow = reloaded(first);
		expect(isChanged(workflow)).toBe(false);
		storageIn(workflow, nodeOf('a')).write('two');
		expect(isChanged(workflow)).toBe(true);
		expect(storageIn(reloaded(workflow), nodeOf('a')).read()).toBe('two');
	});

	it('is apart from that of another node in the workflow', () => {
		const workflow = workflowWith();
		storageIn(workflow, nodeOf('a')).write('of a');
		storageIn(workflow, nodeOf('b')).write('of b');
		expect(storageIn(workflow, nodeOf('a')).read()).toBe('of a');
		expect(storageIn(workflow, nodeOf('b')).read()).toBe('of b');
	});

	it.each<unknown>([{ a: 7 }, { a: null }, 'text', null, ['text']])(
		'counts as missing if something else is in its place: %j',
		(found) => {
			const workflow = workflowWith({ global: { [STATES]: found as IDataObject } });
			expect(storageIn(workflow, nodeOf('a')).read()).toBeUndefined();
			storageIn(workflow, nodeOf('a')).write('known');
			expect(storageIn(reloaded(workflow), nodeOf('a')).read()).toBe('known');
		},
	);

	it('is saved apart from the execution', () => {
		expect(storageIn(workflowWith(), nodeOf('a')).isTransactional).toBe(false);
		expect(storageIn(workflowWith(), nodeOf('a'), undefined, true).isTransactional).toBe(false);
	});
});

describe('the state of a polling trigger with a durable cursor', () => {
	it('is in the cursor, and leaves the data of the workflow alone', () => {
		const workflow = workflowWith();
		const cursor: IDataObject = {};
		storageIn(workflow, nodeOf('a'), cursor).write('known');
		storageIn(workflow, nodeOf('a'), cursor).notePoll(NOW);
		expect(isChanged(workflow)).toBe(false);
		expect(storageIn(workflow, nodeOf('a'), cursor).read()).toBe('known');
	});

	it('is the one from before as long as the cursor is empty', () => {
		const workflow = workflowWith();
		storageIn(workflow, nodeOf('a')).write('from before');
		expect(storageIn(workflow, nodeOf('a'), {}).read()).toBe('from before');
		const cursor = { [STATES]: 'newer' };
		expect(storageIn(workflow, nodeOf('a'), cursor).read()).toBe('newer');
	});

	it('is saved together with the execution, but only by a durable schedule', () => {
		expect(storageIn(workflowWith(), nodeOf('a'), {}, true).isTransactional).toBe(true);
		expect(storageIn(workflowWith(), nodeOf('a'), {}, false).isTransactional).toBe(false);
	});
});

describe('what is kept of a node that polls no more', () => {
	/** Two nodes that polled at NOW, each with a state. */
	const workflowOfTwo = () => {
		const workflow = workflowWith();
		for (const id of ['here', 'gone']) {
			storageIn(workflow, nodeOf(id)).write(`of ${id}`);
			storageIn(workflow, nodeOf(id)).notePoll(NOW);
		}
		return workflow;
	};
	const pollOn = (workflow: Workflow, day: number) =>
		storageIn(workflow, nodeOf('here')).notePoll(NOW + day * DAY);
	const stateIn = (workflow: Workflow, id: string) => storageIn(workflow, nodeOf(id)).read();

	it('is everything for 30 days of polls', () => {
		const workflow = workflowOfTwo();
		for (let day = 1; day <= 31; day++) pollOn(workflow, day);
		expect(stateIn(workflow, 'gone')).toBe('of gone');
	});

	it('is nothing after that, while the node that polls keeps its state', () => {
		const workflow = workflowOfTwo();
		for (let day = 1; day <= 32; day++) pollOn(workflow, day);
		const saved = reloaded(workflow);
		expect(stateIn(saved, 'gone')).toBeUndefined();
		expect(stateIn(saved, 'here')).toBe('of here');
		expect(Object.keys(saved.getStaticData('global')[POLLED_AT] as IDataObject)).toEqual(['here']);
	});

	it('is everything if no node of the workflow polled, however long', () => {
		const workflow = workflowOfTwo();
		pollOn(workflow, 400);
		expect(stateIn(workflow, 'gone')).toBe('of gone');
	});

	it('is a state of which nobody knows when its node polled', () => {
		const workflow = workflowOfTwo();
		storageIn(workflow, nodeOf('unknown')).write('of unknown');
		for (let day = 1; day <= 60; day++) pollOn(workflow, day);
		expect(stateIn(workflow, 'unknown')).toBe('of unknown');
	});

	it('changes the data of the workflow once a day, so that n8n need not save it more often', () => {
		const workflow = reloaded(workflowOfTwo());
		pollOn(workflow, 0);
		pollOn(workflow, 0.99);
		expect(isChanged(workflow)).toBe(false);
		pollOn(workflow, 1);
		expect(isChanged(workflow)).toBe(true);
		expect(JSON.parse(JSON.stringify(workflow.staticData))).toMatchObject({
			global: { [POLLED_AT]: { here: NOW + DAY, gone: NOW } },
		});
	});

	it('is noted at once if the clock was set back', () => {
		const workflow = reloaded(workflowOfTwo());
		pollOn(workflow, -0.5);
		expect(isChanged(workflow)).toBe(true);
	});

	it('assigns the states only if one of them is removed', () => {
		const first = workflowOfTwo();
		const before = first.getStaticData('global')[STATES];
		pollOn(first, 1);
		expect(first.getStaticData('global')[STATES]).toBe(before);
	});
});
